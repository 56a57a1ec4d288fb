/**
 * What is being typed, for each worker. The window has the text at once; the host keeps it a moment later, so that it
 * survives a restart. What has been sent and not accepted is kept with it.
 */
import { create } from 'zustand'
import { client, refusalOf } from '../connection'
import { isVisible, onVisibility } from '../connection/visibility'
import { useOutbox, type Address } from './outbox'
import { draftToStore, joinTexts } from './pending.logic'

/** How long typing must rest before the host is told, in ms. */
const SAVE_AFTER_MS = 400
/** The pause after a save that found no connection, in ms. */
const SAVE_AGAIN_MS = 2_000

interface Draft {
  readonly address: Address
  /** What the host has; null until it has said. */
  stored: string | null
  isOpening: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** The text in the field of each worker, by worker id. */
export const useDrafts = create<{ readonly texts: Readonly<Record<string, string>> }>(() => ({ texts: {} }))

const drafts = new Map<string, Draft>()

/** Reads the stored draft of a worker, once. What was typed meanwhile follows it. */
export async function openDraft(address: Address): Promise<void> {
  const draft = draftOf(address)
  if (draft.stored !== null || draft.isOpening) return
  draft.isOpening = true
  try {
    const { text } = await client.drafts.get({ sessionId: address.sessionId, workerId: address.workerId })
    draft.stored = text
    if (text !== '') put(address.workerId, joinTexts([text, textOf(address)]))
  } catch {
    // Asked again with the next connection, or when the worker is shown again; until then nothing is written over it.
  }
  draft.isOpening = false
}

export function setDraft(address: Address, text: string): void {
  put(address.workerId, text)
  saveSoon(address)
}

/** Puts a text back into the field if it is empty; answers whether it did. */
export function returnToField(address: Address, text: string): boolean {
  if (textOf(address).trim() !== '') return false
  setDraft(address, text)
  return true
}

/** Tells the host at once what it has not been told yet. */
export function flushDrafts(): void {
  for (const draft of drafts.values()) if (draft.timer !== undefined) void save(draft)
}

function draftOf(address: Address): Draft {
  let draft = drafts.get(address.workerId)
  if (!draft) {
    draft = { address, stored: null, isOpening: false, timer: undefined }
    drafts.set(address.workerId, draft)
  }
  return draft
}

function textOf({ workerId }: Address): string {
  return useDrafts.getState().texts[workerId] ?? ''
}

function put(workerId: string, text: string): void {
  useDrafts.setState(({ texts }) => ({ texts: { ...texts, [workerId]: text } }))
}

function saveSoon(address: Address): void {
  const draft = draftOf(address)
  clearTimeout(draft.timer)
  draft.timer = setTimeout(() => void save(draft), SAVE_AFTER_MS)
}

async function save(draft: Draft): Promise<void> {
  clearTimeout(draft.timer)
  draft.timer = undefined
  const { sessionId, workerId } = draft.address
  if (draft.stored === null) {
    await openDraft(draft.address)
    if (draft.stored === null) return
  }
  const unsent = useOutbox.getState().unsent.filter((message) => message.workerId === workerId)
  const text = draftToStore(unsent, textOf(draft.address))
  if (text === draft.stored) return
  try {
    await client.drafts.save({ sessionId, workerId, text })
    draft.stored = text
  } catch (error) {
    // The text is still in this window. A connection that is away comes back; any other refusal would only repeat.
    if (refusalOf(error).code === 'UNAVAILABLE') draft.timer = setTimeout(() => void save(draft), SAVE_AGAIN_MS)
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
