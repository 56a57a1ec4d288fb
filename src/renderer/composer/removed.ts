/** Pending messages that the operator has just deleted: they can come back, to where they were. */
import { create } from 'zustand'
import type { Attachment, Delivery } from '../../shared/model'
import { client } from '../connection'
import { attachingOf, setAside, takeStored } from './attachments'
import { returnToField } from './drafts'
import { sendMessage, type Address } from './outbox'
import { without } from './without'

export interface Removed {
  readonly text: string
  readonly delivery: Delivery
  readonly attachments: readonly Attachment[]
  /** The message that it stood before; null for the last one. */
  readonly before: string | null
}

/** The one that was deleted last, by worker. */
export const useRemoved = create<{ readonly removed: Readonly<Record<string, Removed>> }>(() => ({ removed: {} }))

export function noteRemoved(address: Address, removed: Removed): void {
  forgetRemoved(address)
  setAside(removed.attachments)
  useRemoved.setState((state) => ({ removed: { ...state.removed, [address.workerId]: removed } }))
}

/** Sends it again, as a new message in the old place; what is parked stays so, and so does this. */
export async function bringBack(address: Address): Promise<void> {
  const removed = take(address)
  if (!removed) return
  const { messageId, problem } = await sendMessage(address, removed.text, removed.delivery, removed.attachments, true)
  if (problem !== null || removed.before === null) return
  // Where its old neighbour has gone meanwhile, it stays at the end.
  await client.workers.reorderPending({ ...address, messageId, before: removed.before }).catch(() => {})
}

/** Its text and its attachments go back into the composer. */
export function returnRemoved(address: Address): void {
  const removed = take(address)
  if (!removed) return
  takeStored(address.workerId, removed.attachments)
  returnToField(address, removed.text)
}

/** Lets it go for good; so do its attachments, which are in the draft of the host now. */
export function forgetRemoved(address: Address): void {
  const kept = new Set(attachingOf(address.workerId).map(({ id }) => id))
  for (const { id } of take(address)?.attachments ?? []) {
    if (!kept.has(id)) void client.attachments.remove({ ...address, attachmentId: id }).catch(() => {})
  }
}

function take({ workerId }: Address): Removed | undefined {
  const removed = useRemoved.getState().removed[workerId]
  useRemoved.setState((state) => ({ removed: without(state.removed, workerId) }))
  return removed
}
