/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `low` to `high`, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.int(0, list.length - 1)]
    if (item === undefined) throw new Error('There is nothing to pick from.')
    return item
  }

  /** Picks by weight. */
  weighted<T>(choices: readonly (readonly [weight: number, item: T])[]): T {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, item] of choices) {
      left -= weight
      if (left < 0) return item
    }
    throw new Error('There is nothing to pick from.')
  }

  /** A source of its own that depends on this one and on the name. */
  fork(name: string): Random {
    let hash = this.int(0, 2 ** 31)
    for (const char of name) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0
    return new Random(hash)
  }
}
