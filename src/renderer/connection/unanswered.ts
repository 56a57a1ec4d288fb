/**
 * Commands whose connection ended before the answer came. The host may have done what was asked, or not: nobody knows
 * before it can be reached again, and then it says so itself.
 */
import type { MessageState } from '../../shared/model'
import { client, connector } from './client'
import { untilOpen, type Gate } from './gate'
import { isUnreachable, refusalOf } from './refusal'

const NEVER = new AbortController().signal

/** Asks once the host can be reached, and again where it cannot be after all. Rejects with what the host refuses. */
export async function lookAgain<T>(look: () => Promise<T>, gate: Gate = connector): Promise<T> {
  for (;;) {
    await untilOpen(gate, NEVER)
    try {
      return await look()
    } catch (error) {
      if (!isUnreachable(error)) throw error
    }
  }
}

/** What is left of a worker: `gone` for good, `leaving` while its delete is under way. */
export function lookAtWorker(sessionId: string, workerId: string): Promise<'there' | 'leaving' | 'gone'> {
  return lookAgain(async () => {
    try {
      const { lifecycle } = await client.workers.get({ sessionId, workerId })
      return lifecycle === 'deleting' ? 'leaving' : 'there'
    } catch (error) {
      if (refusalOf(error).code === 'NOT_FOUND') return 'gone'
      throw error
    }
  })
}

/** Whether a turn runs on without anybody having stopped it. */
export function lookAtTurn(sessionId: string, workerId: string, number: number): Promise<boolean> {
  return lookAgain(async () => {
    try {
      const { turn } = await client.workers.get({ sessionId, workerId })
      return turn?.number === number && turn.stoppingSince === null
    } catch (error) {
      if (refusalOf(error).code === 'NOT_FOUND') return false
      throw error
    }
  })
}

/** Whether a request still waits for an answer. */
export function lookAtAsk(id: string): Promise<boolean> {
  return lookAgain(async () => {
    const stop = new AbortController()
    try {
      for await (const { asks } of await client.approvals.watch({}, { signal: stop.signal })) return asks.some((ask) => ask.id === id)
      return false
    } finally {
      stop.abort()
    }
  })
}

/** What became of a message. */
export function lookAtMessage(message: { readonly sessionId: string; readonly workerId: string; readonly messageId: string }): Promise<MessageState> {
  return lookAgain(() => client.workers.message(message))
}
