/** The rows above the composer: what the host has and no turn holds, and what the host does not have yet. */
import { assertNever } from '../../shared/errors'
import { MESSAGE_MAX_BYTES } from '../../shared/limits'
import type { Delivery, PendingMessage, Source } from '../../shared/model'
import type { TimelineState } from '../../shared/timeline'
import { isNotice } from '../timeline/notice.logic'
import type { IconName } from '../ui/Icon'
import { nextTurnNumber, pendingLanding, type Target } from './landing.logic'

/** A message of this window that the host has not shown yet. */
export interface Unsent {
  readonly messageId: string
  readonly sessionId: string
  readonly workerId: string
  readonly text: string
  readonly delivery: Delivery
  /** When it was sent first, in this window's time in ms. */
  readonly at: number
  /** `accepted`: the host has it, and the timeline does not show it yet. */
  readonly state: 'sending' | 'accepted' | 'failed'
  /** Why it failed; empty while it has not. */
  readonly problem: string
  /** The stream that was open when the host accepted it; only that one has still to show it. */
  readonly stream: string | null
}

export interface PendingRow {
  readonly messageId: string
  readonly source: Source
  readonly text: string
  /** Whether `text` is only the beginning of what the host has. */
  readonly isCut: boolean
  readonly delivery: Delivery
  readonly state: 'sending' | 'accepted' | 'failed' | 'returned'
  readonly parked: boolean
  readonly at: number
  readonly icon: IconName
  /** What follows the state word. */
  readonly facts: string
  /** Whether the host has it: then it can be taken back. */
  readonly isHeld: boolean
}

/** The ids that a timeline shows, pending or in a turn. */
export function seenIds(state: TimelineState): Set<string> {
  const ids = new Set(state.pending.map((message) => message.messageId))
  for (const turn of state.turns) for (const input of turn.inputs) ids.add(input.messageId)
  return ids
}

/** What remains of the unsent ones once a timeline has come: a message is shown in one place. */
export function unsettled(unsent: readonly Unsent[], state: TimelineState, stream: string | null): readonly Unsent[] {
  const seen = seenIds(state)
  const isOpen = (message: Unsent): boolean =>
    message.workerId !== state.workerId || (!seen.has(message.messageId) && (message.state !== 'accepted' || message.stream === stream))
  return unsent.every(isOpen) ? unsent : unsent.filter(isOpen)
}

/** All rows of one worker: those of the host in the order in which they will be taken, then those of this window. */
export function pendingRows(worker: Target, pending: readonly PendingMessage[], unsent: readonly Unsent[]): PendingRow[] {
  const rows: PendingRow[] = []
  let queued = 0
  for (const message of pending) {
    const index = message.state === 'accepted' && message.delivery === 'queue' ? queued++ : 0
    rows.push(heldRow(worker, message, index))
  }
  const held = new Set(pending.map((message) => message.messageId))
  for (const message of unsent) {
    if (held.has(message.messageId)) continue
    const index = message.state !== 'failed' && message.delivery === 'queue' ? queued++ : 0
    rows.push(ownRow(worker, message, index))
  }
  return rows
}

function heldRow(worker: Target, message: PendingMessage, index: number): PendingRow {
  const { messageId, source, text, delivery, state, parked, acceptedAt: at, note } = message
  const base = { messageId, source, text, isCut: message.wholeChars !== undefined, delivery, state, at, isHeld: true }
  if (state === 'returned') return { ...base, parked: false, icon: 'undo', facts: note ?? 'it did not get through' }
  if (isNotice(source)) return { ...base, parked, icon: 'clock', facts: `result · ${noticeLanding(worker, message)}` }
  const landing = pendingLanding(worker, message, index)
  return { ...base, parked, icon: 'clock', facts: note === null || parked ? `${delivery} · ${landing}` : landing }
}

/** It may open no turn by itself, but goes into whichever comes next. */
function noticeLanding(worker: Target, message: PendingMessage): string {
  return worker.turn ? pendingLanding(worker, message, 0) : `goes into turn ${nextTurnNumber(worker)}`
}

function ownRow(worker: Target, message: Unsent, index: number): PendingRow {
  const { messageId, text, delivery, at, state } = message
  const base = { messageId, source: { kind: 'user' } as const, text, isCut: false, delivery, at, state, parked: false }
  switch (state) {
    case 'sending':
      return { ...base, icon: 'up', facts: 'kept here until the host has it', isHeld: false }
    case 'accepted': {
      const landing = pendingLanding(worker, { delivery, parked: false, note: null }, index)
      return { ...base, icon: 'clock', facts: `${delivery} · ${landing}`, isHeld: true }
    }
    case 'failed':
      return { ...base, icon: 'alert', facts: message.problem, isHeld: false }
    default:
      return assertNever(state)
  }
}

/** The draft as it is stored: with what was sent and has not arrived, so that a crash loses nothing that was typed. */
export function draftToStore(unsent: readonly Unsent[], field: string): string {
  const texts = unsent.filter((message) => message.state !== 'accepted').map((message) => message.text)
  return joinTexts([...texts, field]).slice(0, MESSAGE_MAX_BYTES)
}

/** Texts one after the other, with an empty line between them. */
export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n\n')
}
