/** Who wants to hear of one kind of thing; `Told` is what they are told. */
export class Listeners<Told extends readonly unknown[] = []> {
  readonly #all = new Set<(...told: Told) => void>()
  #end: (() => void) | null = null

  /** @param begin called when the first one comes, and what it returns when the last one has gone */
  constructor(private readonly begin: () => () => void = () => () => {}) {}

  /** Returns the disposer. */
  add(listener: (...told: Told) => void): () => void {
    this.#all.add(listener)
    this.#end ??= this.begin()
    return () => {
      if (!this.#all.delete(listener) || this.#all.size > 0) return
      this.#end?.()
      this.#end = null
    }
  }

  tell(...told: Told): void {
    for (const listener of this.#all) listener(...told)
  }
}
