import { useState } from 'react'
import type { WorkerView } from '../../shared/model'
import { Button, Glyph, Strip } from '../ui'
import { Rows } from './Rows'
import { useTimeline } from './store'
import { IsChild } from './TurnHead'
import './timeline.css'
import type { SendAgainFn } from './TurnRow'

interface TimelineProps {
  worker: WorkerView
  /** Opens the stream anew after the host has ended it. */
  onOpenAgain(): void
  onSendAgain: SendAgainFn
}

/** The timeline of one worker, as far as it has been read. */
export function Timeline({ worker, onOpenAgain, onSendAgain }: TimelineProps) {
  const { workerId, name } = worker
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const state = useTimeline((view) => (view.worker?.workerId === workerId ? view.state : null))
  const shown = useTimeline((view) => view.shown)
  const isEmpty = state !== null && shown.length === 0
  return (
    <>
      <Ended name={name} onOpenAgain={onOpenAgain} />
      <div className="timeline" ref={setScroller} tabIndex={0} role="region" aria-label="Timeline">
        {isEmpty && (
          <div className="blank timeline-blank">
            <h2>No turn yet</h2>
            <p>{name} has not done anything yet. The first message opens turn 1.</p>
          </div>
        )}
        {!state && <p className="timeline-blank is-late">Reading the timeline</p>}
        {state && !isEmpty && scroller && (
          <IsChild value={worker.parentId !== null}>
            <Rows
              key={workerId}
              scroller={scroller}
              workerId={workerId}
              turns={shown}
              totalTurns={state.totalTurns}
              onSendAgain={onSendAgain}
            />
          </IsChild>
        )}
      </div>
    </>
  )
}

/** Why there will be no more news, in words. */
function Ended({ name, onOpenAgain }: { name: string; onOpenAgain(): void }) {
  const end = useTimeline((view) => view.end)
  if (!end) return null
  if (end.kind === 'ended' && end.reason === 'deleted') {
    return (
      <div className="timeline-end">
        <Strip mark={<Glyph kind="abort" />} role="status">
          <b>{name} was deleted.</b> Its timeline has ended; what you see is its last state.
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
            Open again
          </Button>
        }
      >
        <b>The host ended this timeline.</b>{' '}
        {end.kind === 'refused' ? `${end.refusal.message} ${end.refusal.remedy}` : 'It gave no reason.'}
      </Strip>
    </div>
  )
}
