/** The rows above the composer: what the host has and no turn holds, and what the host does not have yet. */
import { assertNever } from '../../shared/errors'
import { MESSAGE_MAX_BYTES } from '../../shared/limits'
import type { Attachment, Delivery, PendingMessage, Source } from '../../shared/model'
import type { TimelineState } from '../../shared/timeline'
import { isNotice } from '../timeline/notice.logic'
import type { IconName } from '../ui/Icon'
import { fromHost } from '../words'
import { canJoin, nextTurnNumber, pendingLanding, type Target } from './landing.logic'
import { landing, pendingWords } from './words'

/** A message of this window that the host has not shown yet. */
export interface Unsent {
  readonly messageId: string
  readonly sessionId: string
  readonly workerId: string
  readonly text: string
  readonly delivery: Delivery
  readonly attachments: readonly Attachment[]
  /** It comes back to what is parked, and lets none of it run. */
  readonly keepsParked: boolean
  /** When it was sent first, in this window's time in ms. */
  readonly at: number
  /** `accepted`: the host has it, and the timeline does not show it yet. `withdrawn`: it had it, and it was taken back. */
  readonly state: 'sending' | 'accepted' | 'withdrawn' | 'failed'
  /** Why it failed; empty while it has not. */
  readonly problem: string
  /** It failed for the connection alone: it is sent again with the next one. */
  readonly isCutOff: boolean
  /** The turn that had it when the host accepted it; null for none. */
  readonly turn: number | null
  /** The stream that was open when the host accepted it; only that one has still to show it. */
  readonly stream: string | null
}

export interface PendingRow {
  readonly messageId: string
  readonly source: Source
  readonly text: string
  /** Whether `text` is only the beginning of what the host has. */
  readonly isCut: boolean
  readonly attachments: readonly Attachment[]
  readonly delivery: Delivery
  readonly state: 'sending' | 'accepted' | 'withdrawn' | 'failed' | 'returned'
  readonly parked: boolean
  readonly at: number
  readonly icon: IconName
  /** What follows the state word. */
  readonly facts: string
  /** Whether the host has it: then it can be changed and taken back. */
  readonly isHeld: boolean
  /** How often it was edited. */
  readonly revision: number
  /** What can be done with it now. */
  readonly can: { readonly edit: boolean; readonly remove: boolean; readonly sendNow: boolean }
}

const NOTHING = { edit: false, remove: false, sendNow: false } as const

/** The ids that a timeline shows, pending or in a turn. */
export function seenIds(state: TimelineState): Set<string> {
  const ids = new Set(state.pending.map((message) => message.messageId))
  for (const turn of state.turns) for (const input of turn.inputs) ids.add(input.messageId)
  return ids
}

/** What remains of the unsent ones once a timeline has come: a message is shown in one place. */
export function unsettled(unsent: readonly Unsent[], state: TimelineState, stream: string | null): readonly Unsent[] {
  const seen = seenIds(state)
  const newest = state.turns.at(-1)?.number ?? 0
  // What a turn has that is older than what is loaded is in the timeline all the same.
  const isThere = (message: Unsent): boolean =>
    message.state === 'accepted' && (message.stream !== stream || (message.turn !== null && message.turn <= newest))
  const isOpen = (message: Unsent): boolean => message.workerId !== state.workerId || (!seen.has(message.messageId) && !isThere(message))
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
    const isOnItsWay = message.state === 'sending' || message.state === 'accepted'
    const index = isOnItsWay && message.delivery === 'queue' ? queued++ : 0
    rows.push(ownRow(worker, message, index))
  }
  return rows
}

function heldRow(worker: Target, message: PendingMessage, index: number): PendingRow {
  const say = pendingWords()
  const { messageId, source, text, delivery, state, parked, acceptedAt: at, note, attachments = [], revision = 0 } = message
  const isOwn = source.kind === 'user'
  const can = { edit: isOwn, remove: !isNotice(source), sendNow: canSendNow(worker, message) }
  const base = { messageId, source, text, isCut: message.wholeChars !== undefined, delivery, state, at, attachments, revision, isHeld: true }
  if (state === 'returned') return { ...base, parked: false, icon: 'undo', facts: note === null ? say.notThrough : fromHost(note), can: NOTHING }
  if (isNotice(source)) return { ...base, parked, icon: 'clock', facts: `${say.result} · ${noticeLanding(worker, message)}`, can }
  const where = pendingLanding(worker, message, index)
  const edited = revision > 0 ? ` · ${say.edited}` : ''
  const facts = note === null || parked ? `${say.delivery[delivery]} · ${where}` : where
  return { ...base, parked, icon: 'clock', facts: facts + edited, can }
}

/** A queued message can become a steer where one could land, and parked ones can be let go by it. */
function canSendNow(worker: Target, { delivery, parked }: PendingMessage): boolean {
  if (!worker.canSteer) return false
  return delivery === 'queue' ? canJoin(worker) || (parked && worker.turn === null) : parked && worker.turn === null
}

/** It may open no turn by itself, but goes into whichever comes next. */
function noticeLanding(worker: Target, message: PendingMessage): string {
  return worker.turn ? pendingLanding(worker, message, 0) : landing().pending.goesInto(nextTurnNumber(worker))
}

function ownRow(worker: Target, message: Unsent, index: number): PendingRow {
  const say = pendingWords()
  const { messageId, text, delivery, at, state, attachments } = message
  const source = { kind: 'user' } as const
  const base = { messageId, source, text, isCut: false, delivery, at, state, attachments, parked: false, revision: 0, can: NOTHING }
  switch (state) {
    case 'sending':
      return { ...base, icon: 'up', facts: say.keptHere, isHeld: false }
    case 'accepted': {
      const where = pendingLanding(worker, { delivery, parked: false, note: null }, index)
      return { ...base, icon: 'clock', facts: `${say.delivery[delivery]} · ${where}`, isHeld: true }
    }
    case 'withdrawn':
      return { ...base, icon: 'undo', facts: say.keptText, isHeld: false }
    case 'failed':
      return { ...base, icon: 'alert', facts: message.problem, isHeld: false }
    default:
      return assertNever(state)
  }
}

/**
 * Where a row goes when it is moved by one place among those of its kind: the id of the row that it will stand before,
 * null for the end. Undefined where it cannot be moved that way.
 */
export function placeAfterMove(rows: readonly PendingRow[], messageId: string, by: -1 | 1): string | null | undefined {
  const row = rows.find((other) => other.messageId === messageId)
  if (!row || !isOrdered(row)) return undefined
  const kind = rows.filter((other) => isOrdered(other) && other.delivery === row.delivery)
  const at = kind.indexOf(row)
  if (by === -1) return kind[at - 1]?.messageId
  return at + 1 < kind.length ? (kind[at + 2]?.messageId ?? null) : undefined
}

/** The row that stands behind this one among those of its kind; null for the last one. */
export function rowBehind(rows: readonly PendingRow[], messageId: string): string | null {
  const row = rows.find((other) => other.messageId === messageId)
  const kind = rows.filter((other) => isOrdered(other) && other.delivery === row?.delivery)
  return kind[kind.findIndex((other) => other.messageId === messageId) + 1]?.messageId ?? null
}

/** Its place among those of its kind, and how many they are; for saying it. */
export function placeOf(rows: readonly PendingRow[], messageId: string): { place: number; count: number } {
  const row = rows.find((other) => other.messageId === messageId)
  const kind = rows.filter((other) => isOrdered(other) && other.delivery === row?.delivery)
  return { place: kind.findIndex((other) => other.messageId === messageId) + 1, count: kind.length }
}

/** Whether the host has it in an order. */
function isOrdered({ isHeld, state }: PendingRow): boolean {
  return isHeld && state === 'accepted'
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

/** What two windows have typed as one text, the second below the first. What is a part of the other is there once. */
export function joinDrafts(first: string, second: string): string {
  if (holds(first, second)) return first
  return holds(second, first) ? second : joinTexts([first, second])
}

/** Whether the text has the other one in it, as whole paragraphs. */
function holds(text: string, other: string): boolean {
  return other.trim() === '' || `\n\n${text}\n\n`.includes(`\n\n${other}\n\n`)
}

/** A draft without texts that were joined into it. */
export function withoutTexts(draft: string, texts: readonly string[]): string {
  return texts.reduce((rest, text) => {
    // With the empty lines around it, so that a part of another text is left alone.
    const at = `\n\n${rest}\n\n`.indexOf(`\n\n${text}\n\n`)
    return at === -1 ? rest : joinTexts([rest.slice(0, Math.max(0, at - 2)), rest.slice(at + text.length + 2)])
  }, draft)
}

/** A draft that this window could not give to the host before it ended; `base` is what the host had then. */
export interface LocalDraft {
  readonly text: string
  readonly base: string | null
}

/** The draft from what the host has and what this window had kept by itself. Nothing of either is lost. */
export function mergeDrafts(stored: string, local: LocalDraft | undefined): string {
  // Nobody else has written meanwhile: what is kept here is the newer one.
  if (!local || local.base === stored) return local?.text ?? stored
  // An earlier state of the same text.
  if (stored.startsWith(local.text)) return stored
  return local.text.startsWith(stored) ? local.text : joinDrafts(stored, local.text)
}
