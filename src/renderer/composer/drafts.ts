/**
 * What is being typed, for each worker. The window has the text at once and keeps it by itself a moment later; the host
 * has it soon after, so that it is there in every window. What has been sent and not accepted is kept with it.
 */
import { z } from 'zod'
import { create } from 'zustand'
import { client, refusalOf } from '../connection'
import { ownRecord } from '../connection/own-record'
import { isVisible, onVisibility } from '../connection/visibility'
import { meetStored } from './attachments'
import { useOutbox, type Address } from './outbox'
import { draftToStore, joinDrafts, joinTexts, mergeDrafts, withoutTexts, type LocalDraft } from './pending.logic'
import { arrivedTexts } from './under-way'

/** How long typing must rest before the host is told, and how long it is left alone at most, in ms. */
const SAVE_AFTER_MS = 400
const SAVE_AT_LEAST_MS = 2_000
/** How long typing must rest before this window keeps it by itself, in ms. */
const KEEP_AFTER_MS = 150
/** The pause after a save that found no connection, in ms. */
const SAVE_AGAIN_MS = 2_000

interface Draft {
  readonly address: Address
  /** What the host has; null until it has said. */
  stored: string | null
  /** What the host may have too: a save of it was not answered. */
  asked: string | null
  isOpening: boolean
  isSaving: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  /** When the oldest change was made that the host does not have, in ms; null for none. */
  since: number | null
}

/** The text in the field of each worker, by worker id. */
export const useDrafts = create<{ readonly texts: Readonly<Record<string, string>> }>(() => ({ texts: {} }))

const drafts = new Map<string, Draft>()

const Kept = z.object({ text: z.string(), base: z.string().nullable() })
/** What windows before this one could not give to the host, by worker, until the host has been asked. */
const left = new Map<string, LocalDraft>()
const kept = ownRecord('crewdeck.drafts', Kept, (leftThere) => {
  for (const [workerId, draft] of Object.entries(leftThere)) {
    const known = left.get(workerId)
    left.set(workerId, known ? { text: joinDrafts(known.text, draft.text), base: null } : draft)
  }
  keep()
})
let keeping: ReturnType<typeof setTimeout> | undefined

/** Reads the stored draft of a worker: at first, and whenever another window may have changed it. */
export async function openDraft(address: Address): Promise<void> {
  const draft = draftOf(address)
  // What is under way will say itself whether somebody else has written.
  if (draft.isOpening || draft.isSaving) return
  draft.isOpening = true
  const before = draft.stored
  try {
    await kept.taken
    const { text, attachments } = await client.drafts.get({ sessionId: address.sessionId, workerId: address.workerId })
    const arrived = before === null ? await arrivedTexts(address) : []
    // A save that was made meanwhile knows better what the host has.
    if (draft.stored === before && !draft.isSaving) {
      take(draft, text, arrived)
      meetStored(address.workerId, attachments)
    }
  } catch {
    // Asked again with the next connection, or when the worker is shown again; until then nothing is written over it.
  }
  draft.isOpening = false
}

/** The field follows what the host has, without what has arrived as a message; what was typed here since is kept, below it. */
function take(draft: Draft, held: string, arrived: readonly string[]): void {
  const { address, stored: before } = draft
  const { workerId } = address
  const typed = textOf(address)
  let next = typed
  if (before === null) {
    next = joinDrafts(withoutTexts(mergeDrafts(held, left.get(workerId)), arrived), typed)
    left.delete(workerId)
  } else if (held !== before && held !== draft.asked) {
    next = wholeOf(address) === before ? held : joinDrafts(held, typed)
  }
  draft.stored = held
  draft.asked = null
  if (next !== typed) put(workerId, next)
  if (wholeOf(address) !== held) saveSoon(address)
}

export function setDraft(address: Address, text: string): void {
  put(address.workerId, text)
  saveSoon(address)
}

/** Puts a text back into the field, below what is there. */
export function returnToField(address: Address, text: string): void {
  setDraft(address, joinTexts([textOf(address), text]))
}

/** Tells the host at once what it has not been told yet. */
export function flushDrafts(): void {
  keep()
  for (const draft of drafts.values()) if (draft.timer !== undefined) void save(draft)
}

function draftOf(address: Address): Draft {
  let draft = drafts.get(address.workerId)
  if (!draft) {
    draft = { address, stored: null, asked: null, isOpening: false, isSaving: false, timer: undefined, since: null }
    drafts.set(address.workerId, draft)
  }
  return draft
}

function textOf({ workerId }: Address): string {
  return useDrafts.getState().texts[workerId] ?? ''
}

/** With what was sent and has not arrived. */
function wholeOf(address: Address): string {
  const unsent = useOutbox.getState().unsent.filter((message) => message.workerId === address.workerId)
  return draftToStore(unsent, textOf(address))
}

function put(workerId: string, text: string): void {
  useDrafts.setState(({ texts }) => ({ texts: { ...texts, [workerId]: text } }))
}

function saveSoon(address: Address): void {
  const draft = draftOf(address)
  const now = Date.now()
  draft.since ??= now
  clearTimeout(draft.timer)
  draft.timer = setTimeout(() => void save(draft), Math.min(SAVE_AFTER_MS, Math.max(0, draft.since + SAVE_AT_LEAST_MS - now)))
  keeping ??= setTimeout(keep, KEEP_AFTER_MS)
}

/** Writes down in this window what the host does not have. */
function keep(): void {
  clearTimeout(keeping)
  keeping = undefined
  const next: Record<string, LocalDraft> = Object.fromEntries(left)
  for (const { address, stored } of drafts.values()) {
    const { workerId } = address
    const text = wholeOf(address)
    if (stored !== null && text === stored) delete next[workerId]
    else if (stored !== null) next[workerId] = { text, base: stored }
    // Before the host has said what it has, what was left here before is not looked at yet.
    else if (text !== '') {
      const before = left.get(workerId)
      next[workerId] = { text: joinTexts([before?.text ?? '', text]), base: before?.base ?? null }
    }
  }
  kept.write(next)
}

async function save(draft: Draft): Promise<void> {
  clearTimeout(draft.timer)
  draft.timer = undefined
  const { sessionId, workerId } = draft.address
  if (draft.stored === null) {
    await openDraft(draft.address)
    if (draft.stored === null) return
  }
  // What is under way is answered first: only then it is known what the host has.
  if (draft.isSaving) return
  const text = wholeOf(draft.address)
  draft.since = null
  if (text === draft.stored) return keep()
  draft.isSaving = true
  draft.asked = text
  try {
    await client.drafts.save({ sessionId, workerId, text, base: draft.stored })
    draft.stored = text
    draft.asked = null
    draft.isSaving = false
    keep()
    if (wholeOf(draft.address) !== text) saveSoon(draft.address)
  } catch (error) {
    draft.isSaving = false
    // The text is still in this window. A connection that is away comes back; any other refusal would only repeat.
    const { code } = refusalOf(error)
    // Another window has written: the field gets both texts, and is saved again.
    if (code === 'CONFLICT') return openDraft(draft.address)
    if (code === 'UNAVAILABLE') draft.timer = setTimeout(() => void save(draft), SAVE_AGAIN_MS)
    // The worker is gone for good, and so is who could get it.
    if (code !== 'NOT_FOUND') return
    draft.stored = text
    keep()
  }
}

onVisibility(() => {
  if (!isVisible()) flushDrafts()
})
window.addEventListener('pagehide', flushDrafts)
useOutbox.subscribe((now, before) => {
  const changed = new Map([...now.unsent, ...before.unsent].map((message) => [message.workerId, message]))
  for (const { sessionId, workerId } of changed.values()) saveSoon({ sessionId, workerId })
})
