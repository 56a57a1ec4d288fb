/** What the composer does with keys and texts. */
import { MESSAGE_MAX_BYTES, PASTE_MAX_BYTES } from '../../shared/limits'
import type { Delivery } from '../../shared/model'
import { formatNumber } from '../ui/format'
import { canJoin, isBusy, type Target } from './landing.logic'
import { words } from './words'

export type Press = 'send' | 'send-other-way' | 'leave' | null

interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly repeat: boolean
}

/** What a key asks of the composer. `composing`: an input method has the key. `mod`: Mod alone is down. */
export function pressOf(press: KeyPress, composing: boolean, mod: boolean): Press {
  if (composing) return null
  if (press.key === 'Escape') return 'leave'
  if (press.key !== 'Enter' || press.shiftKey || press.altKey || press.repeat) return null
  return mod ? 'send-other-way' : 'send'
}

/**
 * How a message goes. While the worker is at rest and nothing is parked, either way opens a turn of its own; where
 * nothing can be steered everything is queued. `switched` is what the switch says, `otherWay` asks for the opposite.
 */
export function deliveryOf(worker: Target, switched: Delivery, otherWay: boolean): Delivery {
  if (!worker.canSteer || (!isBusy(worker) && !worker.parked)) return 'queue'
  return otherWay ? opposite(switched) : switched
}

/** Whether a message comes into a turn by itself now: it joins the one that runs, or opens one. Else it waits where it is seen. */
export function comesAtOnce(worker: Target, delivery: Delivery): boolean {
  return isBusy(worker) ? delivery === 'steer' && canJoin(worker) : worker.hold === null
}

export function opposite(delivery: Delivery): Delivery {
  return delivery === 'steer' ? 'queue' : 'steer'
}

/** Why a text cannot be sent, in a sentence; null when it can. An empty one is no problem until it is sent. */
export function textProblem(text: string): string | null {
  if (!text.isWellFormed()) return words().brokenAt(text.slice(0, brokenAt(text)).split('\n').length)
  // A character has three bytes at most, so most texts need no counting.
  if (text.length * 3 <= MESSAGE_MAX_BYTES) return null
  const bytes = byteLength(text)
  return bytes <= MESSAGE_MAX_BYTES ? null : words().tooLong(formatNumber(bytes), formatNumber(MESSAGE_MAX_BYTES))
}

/** Where half a character stands. */
function brokenAt(text: string): number {
  return Math.max(0, text.search(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/))
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

/** Whether a pasted text is long enough to become an attachment. */
export function isLongPaste(text: string): boolean {
  return text.length * 3 > PASTE_MAX_BYTES && byteLength(text) > PASTE_MAX_BYTES
}

export function isEmpty(text: string): boolean {
  return text.trim() === ''
}
