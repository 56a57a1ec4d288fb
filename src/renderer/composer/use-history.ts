import { useRef, type KeyboardEvent } from 'react'
import { client } from '../connection'
import { extended, leavesText, stepIn, textAt, type Walk } from './history.logic'
import { useOutbox, type Address } from './outbox'

interface History {
  walk: Walk
  /** Where the host's next page begins; null once there is none. */
  next: number | null
  reading: boolean
}

/** How many messages ahead the next page is read. */
const READ_AHEAD = 5

/**
 * The arrow keys walk through what was said to this worker, also in other windows and before a restart. The walk begins
 * in an empty field and ends with the first change of its text.
 */
export function useHistory(
  address: Address,
  put: (text: string) => void,
  onNone: () => void
): (event: KeyboardEvent<HTMLTextAreaElement>) => boolean {
  const history = useRef<History | null>(null)

  const read = async (open: History, before: number | null): Promise<void> => {
    open.reading = true
    try {
      const { messages, next } = await client.workers.sent({ sessionId: address.sessionId, workerId: address.workerId, before })
      open.walk = extended(open.walk, messages.map(({ text }) => text))
      open.next = next
    } catch {
      open.next = null
    }
    open.reading = false
  }
  const begin = async (field: HTMLTextAreaElement): Promise<void> => {
    const own = useOutbox.getState().unsent.filter(({ workerId }) => workerId === address.workerId).toReversed()
    const walk = extended({ texts: [], at: -1, draft: field.value }, own.map(({ text }) => text))
    const open: History = { walk, next: null, reading: false }
    history.current = open
    await read(open, null)
    // Something was typed while the host was asked, or another worker is shown.
    if (history.current !== open || !field.isConnected || field.value !== open.walk.draft) return
    if (!step(field, open, 1)) onNone()
  }
  const step = (field: HTMLTextAreaElement, open: History, by: 1 | -1): boolean => {
    const walked = stepIn(open.walk, by)
    if (!walked) return false
    open.walk = walked
    put(textAt(walked))
    // Once React has drawn it.
    requestAnimationFrame(() => field.setSelectionRange(field.value.length, field.value.length))
    if (open.next !== null && !open.reading && walked.texts.length - walked.at <= READ_AHEAD) void read(open, open.next)
    return true
  }

  return (event) => {
    const { key, currentTarget: field } = event
    if ((key !== 'ArrowUp' && key !== 'ArrowDown') || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false
    const open = history.current
    const isWalking = open !== null && open.walk.at >= 0 && textAt(open.walk) === field.value
    if (!isWalking) {
      if (key === 'ArrowDown' || field.value !== '') return false
      void begin(field)
      return true
    }
    if (!leavesText(key, field.value, field.selectionStart, field.selectionEnd)) return false
    step(field, open, key === 'ArrowUp' ? 1 : -1)
    return true
  }
}
