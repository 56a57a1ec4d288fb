/** What became of the rows of a log. Nothing is dropped without being counted here. */
import type { CountsView } from '../../../shared/imports'

/** Numbers of corrupt lines that are kept, and kinds of rows that are told apart. */
const LINES_MAX = 100
const KINDS_MAX = 100
const KIND_CHARS = 60

export class Counts {
  rows = 0
  used = 0
  unfinished = 0
  #corrupt = 0
  readonly #corruptLines: number[] = []
  readonly #quiet = new Map<string, number>()
  readonly #skipped = new Map<string, number>()

  get corrupt(): number {
    return this.#corrupt
  }

  corruptAt(line: number): void {
    this.#corrupt += 1
    if (this.#corruptLines.length < LINES_MAX) this.#corruptLines.push(line)
  }

  quiet(kind: string): void {
    tally(this.#quiet, kind)
  }

  skip(kind: string): void {
    tally(this.#skipped, kind)
  }

  view(): CountsView {
    return {
      rows: this.rows,
      used: this.used,
      quiet: Object.fromEntries(this.#quiet),
      skipped: [...this.#skipped.values()].reduce((sum, count) => sum + count, 0),
      skippedKinds: Object.fromEntries(this.#skipped),
      corrupt: this.#corrupt,
      corruptLines: [...this.#corruptLines],
      unfinished: this.unfinished
    }
  }
}

function tally(kinds: Map<string, number>, kind: string): void {
  const name = kind.length > KIND_CHARS ? `${kind.slice(0, KIND_CHARS)}…` : kind
  const known = kinds.get(name)
  if (known !== undefined || kinds.size < KINDS_MAX) kinds.set(name, (known ?? 0) + 1)
  else kinds.set('others', (kinds.get('others') ?? 0) + 1)
}
