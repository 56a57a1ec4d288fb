/** Choosing several rows, as every list of a desktop does it: one after the other, a stretch, or all. */

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Where a stretch begins; null before the first one was chosen. */
  readonly anchor: string | null
}

export const NOTHING: Selection = { ids: new Set(), anchor: null }

/** Adds one, or takes it away. */
export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/** From the anchor to `id`, in the order of the rows. Without an anchor, or with one that is not there, from `fallback`. */
export function stretch({ anchor }: Selection, id: string, order: readonly string[], fallback: string | null): Selection {
  const from = [anchor, fallback, id].find((known) => known !== null && order.includes(known)) ?? id
  const [a, b] = [order.indexOf(from), order.indexOf(id)]
  return { ids: new Set(order.slice(Math.min(a, b), Math.max(a, b) + 1)), anchor: from }
}

export function all(order: readonly string[], { anchor }: Selection): Selection {
  return { ids: new Set(order), anchor }
}
