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

/** Read once, when somebody asks for the first time, then kept with every change of the desk. */
export class DeskMarks implements Marks {
  #isLoaded = false
  readonly #reads = new Map<string, ReadMark>()
  readonly #snoozes = new Map<string, Snoozes>()
  readonly #muted = new Set<string>()
  #seenBefore = 0

  /** `now`: a desk that is new, or from before there were marks, has seen everything until then. */
  constructor(
    private readonly desk: Desk,
    now: number
  ) {
    if (desk.get(SEEN_BEFORE).value === null) desk.set(SEEN_BEFORE, JSON.stringify(now))
    desk.onChange((key) => {
      if (this.#isLoaded) this.#take(key, desk.get(key).value)
    })
  }

  get seenBefore(): number {
    this.#load()
    return this.#seenBefore
  }

  read(workerId: string): ReadMark {
    this.#load()
    return this.#reads.get(workerId) ?? NOT_READ
  }

  snoozes(workerId: string): Snoozes {
    this.#load()
    return this.#snoozes.get(workerId) ?? NO_SNOOZES
  }

  isMuted(workerId: string): boolean {
    this.#load()
    return this.#muted.has(workerId)
  }

  /** Workers that the operator wants to count as not read, whenever their last turn has ended. */
  flagged(): string[] {
    this.#load()
    return [...this.#reads].filter(([, mark]) => mark.unread).map(([workerId]) => workerId)
  }

  #load(): void {
    if (this.#isLoaded) return
    this.#isLoaded = true
    for (const { key, value } of this.desk.all()) this.#take(key, value)
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
