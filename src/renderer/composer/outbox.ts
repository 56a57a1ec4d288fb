/** Messages on their way to the host. Each has one id from the first key press on, so that sending again never doubles it. */
import { create } from 'zustand'
import type { Delivery } from '../../shared/model'
import { client, newId, refusalOf } from '../connection'
import { useTimeline } from '../timeline/store'
import { unsettled, type Unsent } from './pending.logic'

export const useOutbox = create<{ readonly unsent: readonly Unsent[] }>(() => ({ unsent: [] }))

export interface Address {
  readonly sessionId: string
  readonly workerId: string
}

/** Takes a message over: from now on it is a row, and stays one until the host has it or the operator lets it go. */
export function sendMessage({ sessionId, workerId }: Address, text: string, delivery: Delivery): void {
  const message: Unsent = {
    messageId: newId(),
    sessionId,
    workerId,
    text,
    delivery,
    at: Date.now(),
    state: 'sending',
    problem: '',
    stream: null
  }
  useOutbox.setState(({ unsent }) => ({ unsent: [...unsent, message] }))
  void deliver(message)
}

/** Sends a failed message again, under the same id. */
export function retryMessage(messageId: string): void {
  const message = useOutbox.getState().unsent.find((known) => known.messageId === messageId)
  if (message?.state !== 'failed') return
  change(messageId, { state: 'sending', problem: '' })
  void deliver(message)
}

/** Lets a message go that the host does not have, or has shown to be gone. */
export function discardMessage(messageId: string): void {
  useOutbox.setState(({ unsent }) => ({ unsent: unsent.filter((message) => message.messageId !== messageId) }))
}

async function deliver({ messageId, sessionId, workerId, text, delivery }: Unsent): Promise<void> {
  try {
    await client.workers.send({ sessionId, workerId, messageId, text, delivery })
    const { worker, stream } = useTimeline.getState()
    if (worker?.workerId === workerId) change(messageId, { state: 'accepted', stream })
    else discardMessage(messageId)
  } catch (error) {
    const { message, remedy } = refusalOf(error)
    change(messageId, { state: 'failed', problem: `${message} ${remedy}`.trim() })
  }
}

function change(messageId: string, patch: Partial<Unsent>): void {
  useOutbox.setState(({ unsent }) => ({
    unsent: unsent.map((message) => (message.messageId === messageId ? { ...message, ...patch } : message))
  }))
}

/** What a timeline shows leaves the outbox. Listens as long as the window lives. */
useTimeline.subscribe(({ state, stream }) => {
  const { unsent } = useOutbox.getState()
  if (!state || unsent.length === 0) return
  const left = unsettled(unsent, state, stream)
  if (left !== unsent) useOutbox.setState({ unsent: left })
})
