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

/** Read once, then kept with every change of the desk. */
export class DeskMarks implements Marks {
  readonly #reads = new Map<string, ReadMark>()
  readonly #snoozes = new Map<string, Snoozes>()
  readonly #muted = new Set<string>()
  #seenBefore = 0

  /** `now`: a desk that is new, or from before there were marks, has seen everything until then. */
  constructor(desk: Desk, now: number) {
    if (desk.get(SEEN_BEFORE).value === null) desk.set(SEEN_BEFORE, JSON.stringify(now))
    for (const { key, value } of desk.all()) this.#take(key, value)
    desk.onChange((key) => this.#take(key, desk.get(key).value))
  }

  get seenBefore(): number {
    return this.#seenBefore
  }

  read(workerId: string): ReadMark {
    return this.#reads.get(workerId) ?? NOT_READ
  }

  snoozes(workerId: string): Snoozes {
    return this.#snoozes.get(workerId) ?? NO_SNOOZES
  }

  isMuted(workerId: string): boolean {
    return this.#muted.has(workerId)
  }

  /** Workers that the operator wants to count as not read, whenever their last turn has ended. */
  flagged(): string[] {
    return [...this.#reads].filter(([, mark]) => mark.unread).map(([workerId]) => workerId)
  }

  #take(key: string, value: string | null): void {
    const [kind = ''] = key.split('.', 1)
    const workerId = key.slice(kind.length + 1)
    if (kind === 'read') put(this.#reads, workerId, parsed(value, ReadMark))
    else if (kind === 'snooze') put(this.#snoozes, workerId, parsed(value, Snoozes))
    else if (kind === 'mute') {
      if (parsed(value, z.boolean())) this.#muted.add(workerId)
      else this.#muted.delete(workerId)
    } else if (key === SEEN_BEFORE) this.#seenBefore = parsed(value, z.number()) ?? 0
  }
}

function put<T>(map: Map<string, T>, key: string, value: T | null): void {
  if (value === null) map.delete(key)
  else map.set(key, value)
}

function parsed<T>(text: string | null, schema: z.ZodType<T>): T | null {
  if (text === null) return null
  try {
    const read = schema.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
