/** Careful looks into values of unknown shape: what is not as expected is null or empty, never an exception. */

export type Json = Readonly<Record<string, unknown>>

/** True for objects with keys; neither null nor a list. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectAt(value: Json, key: string): Json | null {
  const found = value[key]
  return isJson(found) ? found : null
}

export function textAt(value: Json, key: string): string | null {
  const found = value[key]
  return typeof found === 'string' ? found : null
}

export function numberAt(value: Json, key: string): number | null {
  const found = value[key]
  return typeof found === 'number' && Number.isFinite(found) ? found : null
}

const NOTHING: readonly unknown[] = []

export function listAt(value: Json, key: string): readonly unknown[] {
  const found: unknown = value[key]
  return Array.isArray(found) ? found : NOTHING
}

/** The latest time that a Date can hold, in epoch milliseconds. */
const LAST_TIME = 8.64e15

/** Epoch milliseconds from an ISO text or from epoch milliseconds; null for everything else. */
export function timeOf(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? Math.floor(value) : Number.NaN
  return time >= 0 && time <= LAST_TIME ? time : null
}

export function timeAt(value: Json, key: string): number | null {
  return timeOf(value[key])
}

/** The value of a JSON text; null when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
