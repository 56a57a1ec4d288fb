import { useHandler } from '../actions'

export type TimelineKey = 'next' | 'previous' | 'earlier' | 'newest'

/** Does the actions of the timeline while it is on the screen. The handler may change with every render. */
export function useTimelineKeys(onKey: (key: TimelineKey) => void): void {
  useHandler('timeline.next', () => onKey('next'))
  useHandler('timeline.previous', () => onKey('previous'))
  useHandler('timeline.earlier', () => onKey('earlier'))
  useHandler('timeline.newest', () => onKey('newest'))
}
