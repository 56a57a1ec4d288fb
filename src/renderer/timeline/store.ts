import { create } from 'zustand'
import type { Turn } from '../../shared/model'
import type { TimelineState } from '../../shared/timeline'
import type { RefusalView, StreamEnd } from '../connection'

export interface TimelineView {
  /** Whose timeline this is; null while none is shown. */
  readonly worker: { readonly sessionId: string; readonly workerId: string } | null
  /** Null until the first snapshot is there. */
  readonly state: TimelineState | null
  /** The turns on the screen, ascending: those of the state, and earlier ones that are still being read. */
  readonly shown: readonly Turn[]
  /** The id of the open stream, for calls that name it. */
  readonly stream: string | null
  /** Why there will be no more news. */
  readonly end: StreamEnd<'deleted' | 'closed'> | null
  /** The window that was asked for and is not there yet, in turns. */
  readonly reading: number | null
  /** Why "Load earlier" did not work. */
  readonly problem: RefusalView | null
  /** The turn to be brought into view; null when the reader is where they want to be. */
  readonly target: number | null
}

export const NO_TIMELINE: TimelineView = {
  worker: null,
  state: null,
  shown: [],
  stream: null,
  end: null,
  reading: null,
  problem: null,
  target: null
}

/** The timeline on the screen. Fed by observer.ts. */
export const useTimeline = create<TimelineView>(() => NO_TIMELINE)
