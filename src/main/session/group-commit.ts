/**
 * Facts of running turns, committed together: a hundred busy workers are one transaction every few milliseconds instead
 * of a thousand a second. The first fact after a quiet moment is committed at once.
 */

/** At least this long lies between two commits, in ms. */
export const GROUP_MS = 8

export interface GroupMember {
  /** What it has to write now, taken from it; null when it was written meanwhile. */
  take(): (() => void) | null
  /** Its own part could not be written; the others are not touched. */
  failed(error: unknown): void
}

export class GroupCommit {
  readonly #waiting = new Set<GroupMember>()
  #scheduled = false
  #last = Number.NEGATIVE_INFINITY

  /** @param transaction runs the work in one transaction, and throws with nothing of it done */
  constructor(private readonly transaction: (work: () => void) => void) {}

  /** Its part is written with the next commit. */
  add(member: GroupMember): void {
    this.#waiting.add(member)
    if (this.#scheduled) return
    this.#scheduled = true
    const wait = this.#last + GROUP_MS - performance.now()
    if (wait <= 0) setImmediate(() => this.#commit())
    else setTimeout(() => this.#commit(), wait)
  }

  #commit(): void {
    this.#scheduled = false
    this.#last = performance.now()
    const parts = [...this.#waiting].flatMap((member) => {
      const work = member.take()
      return work ? [{ member, work }] : []
    })
    this.#waiting.clear()
    if (parts.length === 0) return
    try {
      this.transaction(() => parts.forEach(({ work }) => work()))
    } catch {
      // Whose fault it was shows when each is written for itself.
      for (const { member, work } of parts) this.#one(member, work)
    }
  }

  #one(member: GroupMember, work: () => void): void {
    try {
      this.transaction(work)
    } catch (error) {
      member.failed(error)
    }
  }
}
