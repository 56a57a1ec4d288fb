/** Where the rows of a timeline are: only those near the view are drawn, the heights of the rest are known or guessed. */

/** Rows from `first` to before `end`. */
export interface Range {
  readonly first: number
  readonly end: number
}

/** The top of each row, and of what follows the last one, in px from the top of the first. */
export function topsOf(count: number, heightAt: (index: number) => number): Float64Array {
  const tops = new Float64Array(count + 1)
  for (let index = 0; index < count; index += 1) tops[index + 1] = (tops[index] ?? 0) + heightAt(index)
  return tops
}

/** The row at a place, in px; the first or last one where the place is beyond them. There must be a row. */
export function rowAt(tops: Float64Array, place: number): number {
  let low = 0
  let high = tops.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((tops[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

/** The rows between two places, in px: never none where there are any. */
export function rowsBetween(tops: Float64Array, from: number, to: number): Range {
  if (tops.length < 2) return { first: 0, end: 0 }
  const last = rowAt(tops, to)
  // A row that begins exactly where the view ends is not in it.
  const end = (tops[last] ?? 0) >= to && last > 0 ? last : last + 1
  return { first: Math.min(rowAt(tops, from), end - 1), end }
}

export function sameRange(a: Range, b: Range): boolean {
  return a.first === b.first && a.end === b.end
}
