import { create } from 'zustand'
import type { Turn } from '../../shared/model'
import type { TimelineState } from '../../shared/timeline'
import type { RefusalView, StreamEnd } from '../connection'
import type { Left } from './window.logic'

export interface TimelineView {
  /** Whose timeline this is; null while none is shown. */
  readonly worker: { readonly sessionId: string; readonly workerId: string } | null
  /** What the open stream holds: the latest turns. Null until its first snapshot is there. */
  readonly state: TimelineState | null
  /** The turns on the screen, ascending and without a gap; see window.logic.ts. */
  readonly shown: readonly Turn[]
  /** The id of the open stream, for calls that name it. */
  readonly stream: string | null
  /** Why there will be no more news. */
  readonly end: StreamEnd<'deleted' | 'closed'> | null
  /** What is being read now; one thing at a time. */
  readonly reading: 'earlier' | 'later' | 'turn' | null
  /** Why it could not be read. */
  readonly problem: RefusalView | null
  /** The turn to be brought into view; null when the reader is where they want to be. */
  readonly target: number | null
  /** The turn that the keys act on. */
  readonly current: number | null
  /** What was the newest when the reader left the end; null while they are there. */
  readonly left: Left | null
  /** Whether the end of the newest turn is in the view, also of a reader who is held further up. */
  readonly endInView: boolean
}

export const NO_TIMELINE: TimelineView = {
  worker: null,
  state: null,
  shown: [],
  stream: null,
  end: null,
  reading: null,
  problem: null,
  target: null,
  current: null,
  left: null,
  endInView: true
}

/** The timeline on the screen. Fed by observer.ts. */
export const useTimeline = create<TimelineView>(() => NO_TIMELINE)
