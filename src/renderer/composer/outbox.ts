/** Messages on their way to the host. Each has one id from the first key press on, so that sending again never doubles it. */
import { create } from 'zustand'
import type { Attachment, Delivery } from '../../shared/model'
import { client, newId, refusalOf } from '../connection'
import { useTimeline } from '../timeline/store'
import { setAside } from './attachments'
import { unsettled, type Unsent } from './pending.logic'

export const useOutbox = create<{ readonly unsent: readonly Unsent[] }>(() => ({ unsent: [] }))

export interface Address {
  readonly sessionId: string
  readonly workerId: string
}

/** How a message came out: `problem` is null once the host has it. */
export interface Sent {
  readonly messageId: string
  readonly problem: string | null
}

/** Takes a message over: from now on it is a row, and stays one until the host has it or the operator lets it go. */
export function sendMessage(
  { sessionId, workerId }: Address,
  text: string,
  delivery: Delivery,
  attachments: readonly Attachment[] = [],
  keepsParked = false
): Promise<Sent> {
  const message: Unsent = {
    messageId: newId(),
    sessionId,
    workerId,
    text,
    delivery,
    attachments,
    keepsParked,
    at: Date.now(),
    state: 'sending',
    problem: '',
    stream: null
  }
  setAside(attachments)
  useOutbox.setState(({ unsent }) => ({ unsent: [...unsent, message] }))
  return deliver(message)
}

/** Sends a failed message again, under the same id. Does nothing for one that is under way, or gone. */
export async function retryMessage(messageId: string): Promise<Sent | null> {
  const message = useOutbox.getState().unsent.find((known) => known.messageId === messageId)
  if (message?.state !== 'failed') return null
  change(messageId, { state: 'sending', problem: '' })
  return deliver(message)
}

/** Lets a message go that the host does not have, or has shown to be gone. */
export function discardMessage(messageId: string): void {
  useOutbox.setState(({ unsent }) => ({ unsent: unsent.filter((message) => message.messageId !== messageId) }))
}

async function deliver({ messageId, sessionId, workerId, text, delivery, attachments, keepsParked }: Unsent): Promise<Sent> {
  const files = attachments.length === 0 ? {} : { attachments: attachments.map(({ id }) => id) }
  try {
    await client.workers.send({ sessionId, workerId, messageId, text, delivery, ...files, ...(keepsParked && { keepsParked }) })
    const { worker, stream } = useTimeline.getState()
    if (worker?.workerId === workerId) change(messageId, { state: 'accepted', stream })
    else discardMessage(messageId)
    return { messageId, problem: null }
  } catch (error) {
    const { message, remedy } = refusalOf(error)
    const problem = `${message} ${remedy}`.trim()
    change(messageId, { state: 'failed', problem })
    return { messageId, problem }
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
