import { Tabs } from '@base-ui/react/tabs'
import { useMemo } from 'react'
import { FindButton } from '../find/FindButton'
import { TranscriptTab } from '../records/TranscriptTab'
import { LoadEarlier } from '../timeline/Earlier'
import { fileCount } from '../timeline/files.logic'
import { useTimeline } from '../timeline/store'
import { windowWords } from '../timeline/words.logic'
import { openDialog } from '../ui'
import { useWords } from '../words'
import { TimelineMenu } from './TimelineMenu'
import { words } from './words'

export type TabName = 'timeline' | 'transcript' | 'artifacts' | 'notes'

interface TabLineProps {
  sessionId: string
  workerId: string
  /** The one that is on the screen. */
  tab: TabName
}

/** The tabs, and which part of the timeline is on the screen. */
export function TabLine({ sessionId, workerId, tab }: TabLineProps) {
  const say = useWords(words)
  const shown = useTimeline((view) => view.shown)
  const total = useTimeline((view) => view.state?.totalTurns ?? null)
  const files = useMemo(() => fileCount(shown), [shown])
  return (
    <div className="tabs">
      <Tabs.List className="tab-list">
        <Tabs.Tab className="tab" value="timeline">
          {say.timeline}
        </Tabs.Tab>
        <TranscriptTab />
        <Tabs.Tab className="tab" value="artifacts">
          {say.artifacts} {files > 0 && <span className="num">{files}</span>}
        </Tabs.Tab>
        <Tabs.Tab className="tab" value="notes">
          {say.notes}
        </Tabs.Tab>
      </Tabs.List>
      {total !== null && total > 0 && tab !== 'transcript' && (
        <span className="end">
          <button type="button" className="wide-only num window-words" title={say.goTo} onClick={() => openDialog('go-to')}>
            {windowWords(shown, total)}
          </button>
          <LoadEarlier quiet />
          <FindButton />
          <TimelineMenu sessionId={sessionId} workerId={workerId} />
        </span>
      )}
    </div>
  )
}
