/** Messages on their way to the host. Each has one id from the first key press on, so that sending again never doubles it. */
import { create } from 'zustand'
import type { Attachment, Delivery } from '../../shared/model'
import { client, isUnreachable, newId, refusalOf, useConnection } from '../connection'
import { useTimeline, type TimelineView } from '../timeline/store'
import { setAside } from './attachments'
import { unsettled, type Unsent } from './pending.logic'
import { pendingWords } from './words'

export const useOutbox = create<{ readonly unsent: readonly Unsent[] }>(() => ({ unsent: [] }))

export interface Address {
  readonly sessionId: string
  readonly workerId: string
}

const listeners = new Set<(sent: Sent) => void>()

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
    isCutOff: false,
    turn: null,
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
  change(messageId, { state: 'sending', problem: '', isCutOff: false })
  return deliver(message)
}

/** Tells how messages came out, also those that were sent again by themselves. Returns the disposer. */
export function onSent(listener: (sent: Sent) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Lets a message go that the host does not have, or has shown to be gone. */
export function discardMessage(messageId: string): void {
  useOutbox.setState(({ unsent }) => ({ unsent: unsent.filter((message) => message.messageId !== messageId) }))
}

async function deliver(message: Unsent): Promise<Sent> {
  const sent: Sent = { messageId: message.messageId, problem: await give(message) }
  for (const listener of [...listeners]) listener(sent)
  return sent
}

/** Answers what is wrong, in a sentence; null once the host has it. */
async function give({ messageId, sessionId, workerId, text, delivery, attachments, keepsParked }: Unsent): Promise<string | null> {
  const files = attachments.length === 0 ? {} : { attachments: attachments.map(({ id }) => id) }
  try {
    const { became } = await client.workers.send({ sessionId, workerId, messageId, text, delivery, ...files, ...(keepsParked && { keepsParked }) })
    if (became.kind === 'withdrawn') {
      change(messageId, { state: 'withdrawn' })
      return pendingWords().takenBack
    }
    const view = useTimeline.getState()
    if (view.worker?.workerId !== workerId) discardMessage(messageId)
    else {
      change(messageId, { state: 'accepted', stream: view.stream, turn: became.kind === 'turn' ? became.turn : null })
      settle(view)
    }
    return null
  } catch (error) {
    const { message, remedy } = refusalOf(error)
    const isCutOff = isUnreachable(error)
    const problem = isCutOff ? pendingWords().goesWhenBack : `${message} ${remedy}`.trim()
    change(messageId, { state: 'failed', problem, isCutOff })
    return problem
  }
}

function change(messageId: string, patch: Partial<Unsent>): void {
  useOutbox.setState(({ unsent }) => ({
    unsent: unsent.map((message) => (message.messageId === messageId ? { ...message, ...patch } : message))
  }))
}

/** What a timeline shows leaves the outbox. */
function settle({ state, stream }: Pick<TimelineView, 'state' | 'stream'>): void {
  const { unsent } = useOutbox.getState()
  if (!state || unsent.length === 0) return
  const left = unsettled(unsent, state, stream)
  if (left !== unsent) useOutbox.setState({ unsent: left })
}

// Both listen as long as the window lives.
useTimeline.subscribe(settle)
useConnection.subscribe((now, before) => {
  if (now.state !== 'live' || before.state === 'live') return
  for (const { messageId, isCutOff } of useOutbox.getState().unsent) if (isCutOff) void retryMessage(messageId)
})
