/**
 * Messages that a window has sent and whose acceptance it has not seen. Their texts are in the draft, so that nothing is
 * lost with the window; their ids are kept here, so that the next window can ask the host which of them it has.
 */
import { z } from 'zod'
import { client } from '../connection'
import { ownRecord } from '../connection/own-record'
import { useOutbox, type Address } from './outbox'

const UnderWay = z.object({ workerId: z.string(), text: z.string() })

/** Of windows before this one, by message, until the host has been asked. */
const left = new Map<string, z.infer<typeof UnderWay>>()
const kept = ownRecord('crewdeck.under-way', UnderWay, (leftThere) => {
  for (const [messageId, message] of Object.entries(leftThere)) left.set(messageId, message)
  keep()
})

function keep(): void {
  const own = useOutbox.getState().unsent.filter(({ state }) => state === 'sending' || state === 'failed')
  kept.write({ ...Object.fromEntries(left), ...Object.fromEntries(own.map(({ messageId, workerId, text }) => [messageId, { workerId, text }])) })
}

/**
 * Texts of a worker that are in its draft though the host has taken them: in a turn, or waiting for one. Asked once.
 * @throws what the call throws: then they are asked for again
 */
export async function arrivedTexts({ sessionId, workerId }: Address): Promise<string[]> {
  await kept.taken
  const asked = [...left].filter(([, message]) => message.workerId === workerId)
  const arrived: string[] = []
  for (const [messageId, { text }] of asked) {
    const { kind } = await client.workers.message({ sessionId, workerId, messageId })
    if (kind === 'pending' || kind === 'turn') arrived.push(text)
  }
  for (const [messageId] of asked) left.delete(messageId)
  keep()
  return arrived
}

useOutbox.subscribe(keep)
