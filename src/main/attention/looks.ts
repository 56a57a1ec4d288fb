/** What windows show that have the focus and can be seen: nobody has to be told of that. */
import type { Look } from '../../shared/attention'

export class Looks {
  readonly #held = new Set<Look>()

  /** Somebody looks at it until the signal aborts. */
  async *hold(look: Look, signal: AbortSignal | undefined): AsyncGenerator<Record<string, never>, void> {
    this.#held.add(look)
    try {
      // The reader knows by it that it counts.
      yield {}
      await new Promise<void>((resolve) => {
        if (signal?.aborted) resolve()
        else signal?.addEventListener('abort', () => resolve(), { once: true })
      })
    } finally {
      this.#held.delete(look)
    }
  }

  /** Whether what is new with a worker is on the screen of somebody who looks. */
  sees(workerId: string): boolean {
    return [...this.#held].some((look) => look.kind === 'queue' || look.workerId === workerId)
  }
}
