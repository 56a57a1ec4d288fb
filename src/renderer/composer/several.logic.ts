/** One message to several workers: what became of each. */
import type { Delivery, WorkerView } from '../../shared/model'
import { deliveryOf } from './send.logic'

export interface Part {
  readonly workerId: string
  readonly name: string
  readonly delivery: Delivery
  /** Null until it is known. */
  readonly messageId: string | null
  readonly state: 'sending' | 'accepted' | 'failed'
  readonly problem: string
}

export interface Sending {
  /** The worker in whose composer it was written. */
  readonly from: string
  readonly text: string
  readonly parts: readonly Part[]
}

/** How many of a sending are in each state. */
export function countParts({ parts }: Pick<Sending, 'parts'>): Record<Part['state'], number> {
  const count = { sending: 0, accepted: 0, failed: 0 }
  for (const { state } of parts) count[state]++
  return count
}

/** How a message would go to each of several workers. */
export function deliveriesOf(workers: readonly WorkerView[], switched: Delivery, otherWay: boolean): Record<Delivery, number> {
  const count = { steer: 0, queue: 0 }
  for (const worker of workers) count[deliveryOf(worker, switched, otherWay)]++
  return count
}

export function withPart(sending: Sending, workerId: string, patch: Partial<Part>): Sending {
  return { ...sending, parts: sending.parts.map((part) => (part.workerId === workerId ? { ...part, ...patch } : part)) }
}
