/** Whole numbers in fields. */
import { words } from './words'

export interface WholeBounds {
  readonly min: number
  readonly max: number
  /** Whether the field may be empty, which means null. */
  readonly optional?: boolean
}

export type Whole = { readonly ok: true; readonly value: number | null } | { readonly ok: false; readonly problem: string }

/** What a field holds; else the sentence that says what would be right. Spaces and commas between figures do not count. */
export function parseWhole(text: string, { min, max, optional = false }: WholeBounds): Whole {
  const figures = text.replace(/[\s,\u202f]/g, '')
  if (figures === '' && optional) return { ok: true, value: null }
  const value = /^\d{1,12}$/.test(figures) ? Number(figures) : null
  if (value !== null && value >= min && value <= max) return { ok: true, value }
  return { ok: false, problem: optional ? words().wholeOrNothing(min, max) : words().whole(min, max) }
}

/** As the field shows it. */
export function wholeText(value: number | null): string {
  return value === null ? '' : String(value)
}
