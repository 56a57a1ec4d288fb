import { useState } from 'react'
import type { WorkerView } from '../../shared/model'
import { Button, Glyph, Strip } from '../ui'
import { useWords } from '../words'
import { clearedWords } from './cleared-words'
import { useExport } from './dialogs/export'
import { Newest } from './Newest'
import { Rows } from './Rows'
import type { SendAgainFn } from './send-again'
import { useTimeline } from './store'
import { IsChild } from './TurnHead'
import { clearedOf } from './window.logic'
import { words } from './words'
import './timeline.css'

interface TimelineProps {
  worker: WorkerView
  /** Opens the stream anew after the host has ended it. */
  onOpenAgain(): void
  onSendAgain: SendAgainFn
}

/** The timeline of one worker, as far as it has been read. */
export function Timeline({ worker, onOpenAgain, onSendAgain }: TimelineProps) {
  const say = useWords(words)
  const { workerId, name } = worker
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const state = useTimeline((view) => (view.worker?.workerId === workerId ? view.state : null))
  const shown = useTimeline((view) => view.shown)
  const isCleared = state !== null && state.totalTurns > 0 && clearedOf(state) === state.totalTurns
  return (
    <>
      <Ended name={name} onOpenAgain={onOpenAgain} />
      <Exported />
      <div className="timeline-place">
        <div className="timeline" ref={setScroller} tabIndex={0} role="region" aria-label={say.timeline}>
          {state?.totalTurns === 0 && (
            <div className="blank timeline-blank">
              <h2>{say.noTurnYet}</h2>
              <p>{say.firstOpens(name)}</p>
            </div>
          )}
          {isCleared && (
            <div className="blank timeline-blank">
              <h2>{clearedWords().title}</h2>
              <p>{clearedWords().about(name, state.totalTurns + 1)}</p>
            </div>
          )}
          {(!state || (shown.length === 0 && state.totalTurns > clearedOf(state))) && <p className="timeline-blank is-late">{say.reading}</p>}
          {state && shown.length > 0 && scroller && (
            <IsChild value={worker.parentId !== null}>
              <Rows
                // What was cleared takes the place of its reader along.
                key={`${workerId} ${clearedOf(state)}`}
                scroller={scroller}
                workerId={workerId}
                turns={shown}
                totalTurns={state.totalTurns}
                onSendAgain={onSendAgain}
              />
            </IsChild>
          )}
        </div>
        <Newest />
      </div>
    </>
  )
}

/** Which file the desktop has written last, until that has been read. */
function Exported() {
  const say = useWords(words)
  const saved = useExport((state) => state.saved)
  if (saved === null) return null
  return (
    <div className="timeline-end">
      <Strip mark={<Glyph kind="ok" />} role="status" actions={<Button onClick={() => useExport.setState({ saved: null })}>{say.close}</Button>}>
        {say.exported(saved)}
      </Strip>
    </div>
  )
}

/** Why there will be no more news, in words. */
function Ended({ name, onOpenAgain }: { name: string; onOpenAgain(): void }) {
  const say = useWords(words)
  const end = useTimeline((view) => view.end)
  if (!end) return null
  if (end.kind === 'ended' && end.reason === 'deleted') {
    return (
      <div className="timeline-end">
        <Strip mark={<Glyph kind="abort" />} role="status">
          <b>{say.wasDeleted(name)}</b> {say.lastState}
        </Strip>
      </div>
    )
  }
  return (
    <div className="timeline-end">
      <Strip
        tone="fail"
        role="alert"
        mark={<Glyph kind="error" />}
        actions={
          <Button icon="retry" onClick={onOpenAgain}>
            {say.openAgain}
          </Button>
        }
      >
        <b>{say.hostEnded}</b> {end.kind === 'refused' ? `${end.refusal.message} ${end.refusal.remedy}` : say.noReasonGiven}
      </Strip>
    </div>
  )
}
