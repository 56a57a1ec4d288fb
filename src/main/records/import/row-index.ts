/** Where the rows of a thread lie in their log, and how many entries each holds: 20 bytes a row, whatever their size. */

export interface RowPlace {
  /** Bytes from the start of the (unpacked) log. */
  readonly offset: number
  readonly length: number
  /** Entries of the thread before this row. */
  readonly before: number
  readonly count: number
}

export class RowIndex {
  #offsets = new Float64Array(64)
  #lengths = new Uint32Array(64)
  #counts = new Uint32Array(64)
  /** Entries up to and with each row; right below `#summed`. */
  #sums = new Uint32Array(64)
  #size = 0
  #summed = 0
  /** The row of each key, for formats whose rows replace each other. */
  readonly #keys = new Map<string, number>()

  get rows(): number {
    return this.#size
  }

  /** Entries of the thread. */
  get total(): number {
    if (this.#size === 0) return 0
    this.#sum()
    return this.#sums[this.#size - 1] ?? 0
  }

  /** Adds a row, or puts it where the row with the same key was. */
  put(offset: number, length: number, count: number, key?: string): void {
    const known = key === undefined ? undefined : this.#keys.get(key)
    const at = known ?? this.#size
    if (known === undefined) {
      this.#grow()
      this.#size += 1
      if (key !== undefined) this.#keys.set(key, at)
    }
    this.#offsets[at] = offset
    this.#lengths[at] = length
    this.#counts[at] = count
    this.#summed = Math.min(this.#summed, at)
  }

  has(key: string): boolean {
    return this.#keys.has(key)
  }

  /** Takes back the row with this key and all after it; all rows when there is none. */
  rewind(key: string): void {
    const from = this.#keys.get(key) ?? 0
    for (const [known, at] of this.#keys) if (at >= from) this.#keys.delete(known)
    this.#size = from
    this.#summed = Math.min(this.#summed, from)
  }

  clear(): void {
    this.#keys.clear()
    this.#size = 0
    this.#summed = 0
  }

  /** The row that holds the entry at this position; the number of rows when there is none. */
  find(entry: number): number {
    this.#sum()
    let [low, high] = [0, this.#size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#sums[middle] ?? 0) <= entry) low = middle + 1
      else high = middle
    }
    return low
  }

  at(row: number): RowPlace {
    this.#sum()
    const count = this.#counts[row] ?? 0
    return { offset: this.#offsets[row] ?? 0, length: this.#lengths[row] ?? 0, before: (this.#sums[row] ?? 0) - count, count }
  }

  #sum(): void {
    for (; this.#summed < this.#size; this.#summed++) {
      this.#sums[this.#summed] = (this.#summed === 0 ? 0 : (this.#sums[this.#summed - 1] ?? 0)) + (this.#counts[this.#summed] ?? 0)
    }
  }

  #grow(): void {
    if (this.#size < this.#offsets.length) return
    const length = this.#offsets.length * 2
    this.#offsets = grown(this.#offsets, new Float64Array(length))
    this.#lengths = grown(this.#lengths, new Uint32Array(length))
    this.#counts = grown(this.#counts, new Uint32Array(length))
    this.#sums = grown(this.#sums, new Uint32Array(length))
  }
}

function grown<T extends Float64Array | Uint32Array>(from: T, into: T): T {
  into.set(from)
  return into
}
