import { Tabs } from '@base-ui/react/tabs'
import { useMemo } from 'react'
import { FindButton } from '../find/FindButton'
import { TranscriptTab } from '../records/TranscriptTab'
import { LoadEarlier } from '../timeline/Earlier'
import { filesOf } from '../timeline/files.logic'
import { useTimeline } from '../timeline/store'
import { windowWords } from '../timeline/words.logic'

export type TabName = 'timeline' | 'transcript' | 'artifacts' | 'notes'

/** The tabs, and which part of the timeline is on the screen. */
export function TabLine({ hasTranscript }: { hasTranscript: boolean }) {
  const shown = useTimeline((view) => view.shown)
  const total = useTimeline((view) => view.state?.totalTurns ?? null)
  const files = useMemo(() => shown.reduce((sum, turn) => sum + filesOf(turn.artifacts).length, 0), [shown])
  return (
    <div className="tabs">
      <Tabs.List className="tab-list">
        <Tabs.Tab className="tab" value="timeline">
          Timeline
        </Tabs.Tab>
        {hasTranscript && <TranscriptTab />}
        <Tabs.Tab className="tab" value="artifacts">
          Artifacts {files > 0 && <span className="num">{files}</span>}
        </Tabs.Tab>
        <Tabs.Tab className="tab" value="notes">
          Notes
        </Tabs.Tab>
      </Tabs.List>
      {total !== null && total > 0 && (
        <span className="end">
          <span className="wide-only num">{windowWords(shown, total)}</span>
          <LoadEarlier quiet />
          <FindButton />
        </span>
      )}
    </div>
  )
}
