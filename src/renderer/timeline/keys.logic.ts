/** Single letters that act on the timeline while no text field has the focus. */
export type TimelineKey = 'next' | 'previous' | 'earlier' | 'newest'

const KEYS: Record<string, TimelineKey> = { j: 'next', k: 'previous', e: 'earlier', g: 'newest' }

interface Press {
  readonly key: string
  readonly altKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly defaultPrevented: boolean
}

/** What a key press asks of the timeline; null for any other key, and wherever the press belongs to something else. */
export function timelineKey(press: Press, isTaken: boolean): TimelineKey | null {
  if (isTaken || press.defaultPrevented || press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return null
  return KEYS[press.key.toLowerCase()] ?? null
}
