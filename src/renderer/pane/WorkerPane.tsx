import { Tabs } from '@base-ui/react/tabs'
import { useCallback, useEffect, useState } from 'react'
import { useHandler } from '../actions'
import { ArtifactsTab } from '../artifacts/ArtifactsTab'
import { Desk } from '../composer/Desk'
import { sendMessage } from '../composer/outbox'
import { comesAtOnce } from '../composer/send.logic'
import { findWorker, useObserved, useWorker } from '../connection'
import { FindBar } from '../find/FindBar'
import { NotesTab } from '../notes/NotesTab'
import { OwnTranscript } from '../records/OwnTranscript'
import { goToEnd, goToTurn } from '../timeline/go-to'
import { observeTimeline } from '../timeline/observer'
import { useTimeline } from '../timeline/store'
import { Timeline } from '../timeline/Timeline'
import type { SendAgainFn } from '../timeline/send-again'
import { useTurnPlace, type TurnPlace } from '../timeline/turn-place'
import { useNamed } from '../workers/use-named'
import { Announcer } from './Announcer'
import { Head } from './Head'
import { TabLine, type TabName } from './TabLine'
import { useTimelineActions } from './use-timeline-actions'
import './pane.css'

interface WorkerPaneProps {
  sessionId: string
  workerId: string
}

/**
 * All of one worker, or of the Coordinator: its head, its timeline, its files or the notes, what is pending, and the
 * composer. Keyed by worker.
 */
export function WorkerPane({ sessionId, workerId }: WorkerPaneProps) {
  const worker = useNamed(sessionId, useWorker(workerId))
  const [opening, setOpening] = useState(0)
  const [tab, setTab] = useState<TabName>('timeline')
  useHandler('tab.timeline', () => setTab('timeline'))
  useHandler('tab.artifacts', () => setTab('artifacts'))
  useHandler('tab.notes', () => setTab('notes'))
  useTimelineActions(sessionId, workerId)
  // Whoever goes to a turn wants to see it.
  const isWanted = useTimeline((view) => view.target !== null)
  useEffect(() => {
    if (isWanted) setTab('timeline')
  }, [isWanted])
  useHandler('tab.transcript', () => setTab('transcript'))
  const [place, setPlace] = useState<TurnPlace | null>(null)
  useTurnPlace(workerId, (wanted) => {
    setPlace(wanted)
    setTab('transcript')
  })
  const showTurnInTimeline = useCallback(
    (turn: number) => {
      setTab('timeline')
      goToTurn(sessionId, workerId, turn)
    },
    [sessionId, workerId]
  )
  const openAgain = useCallback(() => setOpening((count) => count + 1), [])
  const sendAgain: SendAgainFn = useCallback(
    (text, attachments) => {
      const now = findWorker(workerId)
      if (now && comesAtOnce(now, 'queue')) goToEnd(workerId)
      void sendMessage({ sessionId, workerId }, text, 'queue', attachments)
    },
    [sessionId, workerId]
  )
  // A worker that is just being made has no timeline yet.
  useObserved(worker && `${sessionId} ${workerId} ${opening}`, () => observeTimeline(sessionId, workerId))
  if (!worker) return null
  return (
    <>
      <Head sessionId={sessionId} worker={worker} onShowNotes={() => setTab('notes')} />
      <FindBar sessionId={sessionId} workerId={workerId} onOpen={() => setTab('timeline')} />
      <Tabs.Root className="pane" value={tab} onValueChange={setTab}>
        <TabLine sessionId={sessionId} workerId={workerId} tab={tab} />
        <Tabs.Panel className="pane-body" value="timeline" tabIndex={-1}>
          <Timeline worker={worker} onOpenAgain={openAgain} onSendAgain={sendAgain} />
        </Tabs.Panel>
        <Tabs.Panel className="pane-body" value="transcript" tabIndex={-1}>
          <OwnTranscript sessionId={sessionId} workerId={workerId} place={place} isShell={worker.engine === 'shell'} onShowTurn={showTurnInTimeline} />
        </Tabs.Panel>
        <Tabs.Panel className="pane-body" value="artifacts" tabIndex={-1}>
          <ArtifactsTab
            sessionId={sessionId}
            workerId={workerId}
            name={worker.name}
            isShell={worker.engine === 'shell'}
            onShowTurn={showTurnInTimeline}
          />
        </Tabs.Panel>
        <Tabs.Panel className="pane-body" value="notes" tabIndex={-1}>
          <NotesTab sessionId={sessionId} taskRef={worker.taskRef} />
        </Tabs.Panel>
      </Tabs.Root>
      <Desk sessionId={sessionId} worker={worker} />
      <Announcer name={worker.name} />
    </>
  )
}
