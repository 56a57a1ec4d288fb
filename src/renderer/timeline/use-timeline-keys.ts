import { useHandler } from '../actions'

export interface TimelineActs {
  next(): void
  previous(): void
  earlier(): void
  newest(): void
  fold(): void
}

/** Does the actions of the timeline while it is on the screen. The acts may change with every render. */
export function useTimelineKeys(acts: TimelineActs): void {
  useHandler('timeline.next', acts.next)
  useHandler('timeline.previous', acts.previous)
  useHandler('timeline.earlier', acts.earlier)
  useHandler('timeline.newest', acts.newest)
  useHandler('timeline.fold', acts.fold)
}
