/** What the operator's desk says of workers, read from its entries. What cannot be read counts as not said. */
import { z } from 'zod'
import { NOT_READ, ReadMark, Snoozes, type Marks } from '../../shared/attention'
import type { Desk } from '../project/desk'

/** The entry with the time before which ended turns count as seen. */
export const SEEN_BEFORE = 'attention.before'

const NO_SNOOZES: Snoozes = {}

/** Which worker an entry is about, where it changes what a fact is. */
export function markedWorker(key: string): string | null {
  return key.startsWith('read.') ? key.slice('read.'.length) : null
}

export class DeskMarks implements Marks {
  constructor(private readonly desk: Desk) {}

  /** A desk that is new, or from before there were marks, has seen everything until now. */
  begin(now: number): void {
    if (this.desk.get(SEEN_BEFORE).value === null) this.desk.set(SEEN_BEFORE, JSON.stringify(now))
  }

  get seenBefore(): number {
    return this.#read(SEEN_BEFORE, z.number(), 0)
  }

  read(workerId: string): ReadMark {
    return this.#read(`read.${workerId}`, ReadMark, NOT_READ)
  }

  /** Workers that the operator wants to count as not read, whenever their last turn has ended. */
  flagged(): string[] {
    return this.desk.all().flatMap(({ key }) => {
      const workerId = markedWorker(key)
      return workerId !== null && this.read(workerId).unread ? [workerId] : []
    })
  }

  snoozes(workerId: string): Snoozes {
    return this.#read(`snooze.${workerId}`, Snoozes, NO_SNOOZES)
  }

  isMuted(workerId: string): boolean {
    return this.#read(`mute.${workerId}`, z.boolean(), false)
  }

  #read<T>(key: string, schema: z.ZodType<T>, otherwise: T): T {
    const { value } = this.desk.get(key)
    if (value === null) return otherwise
    try {
      return schema.catch(otherwise).parse(JSON.parse(value))
    } catch {
      return otherwise
    }
  }
}
