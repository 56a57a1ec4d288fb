/** Whom a message goes to besides the worker on the screen, and what became of what was sent to several. */
import { create } from 'zustand'
import type { Attachment, Delivery, WorkerView } from '../../shared/model'
import { removeAttaching } from './attachments'
import { onSent, retryMessage, sendMessage, type Sent } from './outbox'
import { deliveryOf } from './send.logic'
import { withPart, type Part, type Sending } from './several.logic'
import { without } from './without'

interface Several {
  /** By the worker whose composer it is: all whom the next message goes to. Left out for that worker alone. */
  readonly chosen: Readonly<Record<string, readonly string[]>>
  /** The last one that went to several, by the worker whose composer it was. */
  readonly sendings: Readonly<Record<string, Sending>>
}

export const useSeveral = create<Several>(() => ({ chosen: {}, sendings: {} }))

/** Chooses whom the next message goes to; null for the worker itself alone. */
export function choose(workerId: string, ids: readonly string[] | null): void {
  useSeveral.setState(({ chosen }) => ({ chosen: ids === null ? without(chosen, workerId) : { ...chosen, [workerId]: ids } }))
}

/** Sends one text to several workers: to each a message of its own, which goes its own way. */
export function sendToSeveral(
  sessionId: string,
  from: string,
  workers: readonly WorkerView[],
  text: string,
  how: { readonly switched: Delivery; readonly otherWay: boolean; readonly attachments: readonly Attachment[] }
): void {
  const parts = workers.map((worker): Part => {
    const delivery = deliveryOf(worker, how.switched, how.otherWay)
    return { workerId: worker.workerId, name: worker.name, delivery, messageId: null, state: 'sending', problem: '' }
  })
  const sending: Sending = { from, text, parts }
  useSeveral.setState(({ sendings }) => ({ sendings: { ...sendings, [from]: sending } }))
  const sent = parts.map(async ({ workerId, delivery }) => {
    const result = await sendMessage({ sessionId, workerId }, text, delivery, how.attachments)
    settle(from, workerId, result)
    return result.problem === null
  })
  // Each of the others has copies; where nobody has the originals they would stay in the draft.
  if (parts.some(({ workerId }) => workerId === from)) return
  void Promise.all(sent).then((accepted) => {
    if (!accepted.includes(false)) for (const { id } of how.attachments) removeAttaching({ sessionId, workerId: from }, id)
  })
}

/** Sends those parts again that have failed. */
export function retryFailed(from: string, workerId?: string): void {
  for (const part of useSeveral.getState().sendings[from]?.parts ?? []) {
    if (part.state !== 'failed' || part.messageId === null || (workerId !== undefined && part.workerId !== workerId)) continue
    change(from, part.workerId, { state: 'sending', problem: '' })
    void retryMessage(part.messageId).then((sent) => {
      // Let go elsewhere meanwhile: there is nothing left to send.
      if (sent) settle(from, part.workerId, sent)
      else change(from, part.workerId, { state: 'failed' })
    })
  }
}

export function dismissSending(from: string): void {
  useSeveral.setState(({ sendings }) => ({ sendings: without(sendings, from) }))
}

/** The same, unless there is still something to see to. */
export function dismissSettled(from: string): void {
  const sending = useSeveral.getState().sendings[from]
  if (sending?.parts.every(({ state }) => state === 'accepted')) dismissSending(from)
}

function settle(from: string, workerId: string, { messageId, problem }: Sent): void {
  change(from, workerId, { messageId, state: problem === null ? 'accepted' : 'failed', problem: problem ?? '' })
}

function change(from: string, workerId: string, patch: Partial<Part>): void {
  useSeveral.setState(({ sendings }) => {
    const sending = sendings[from]
    return sending ? { sendings: { ...sendings, [from]: withPart(sending, workerId, patch) } } : { sendings }
  })
}

/** What was sent again by itself comes out here, too. Listens as long as the window lives. */
onSent((sent) => {
  for (const { from, parts } of Object.values(useSeveral.getState().sendings)) {
    const part = parts.find(({ messageId }) => messageId === sent.messageId)
    if (part) settle(from, part.workerId, sent)
  }
})
