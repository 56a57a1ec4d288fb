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
  const time = typeof value === 'string' ? isoTime(value) : typeof value === 'number' ? Math.floor(value) : Number.NaN
  return time >= 0 && time <= LAST_TIME ? time : null
}

/** The form that nearly all logs write, read by its digits: every row has one. */
const USUAL = 'dddd-dd-ddTdd:dd:dd.dddZ'

function isoTime(text: string): number {
  if (text.length !== USUAL.length || text[23] !== 'Z' || text[10] !== 'T' || text[19] !== '.') return Date.parse(text)
  const month = pair(text, 5)
  const day = pair(text, 8)
  const hour = pair(text, 11)
  const minute = pair(text, 14)
  const second = pair(text, 17)
  // What may be no date on the calendar is left to the parser.
  const isUsual = month >= 1 && month <= 12 && day >= 1 && day <= 28 && hour < 24 && minute < 60 && second < 60
  if (!isUsual) return Date.parse(text)
  return Date.UTC(pair(text, 0) * 100 + pair(text, 2), month - 1, day, hour, minute, second, pair(text, 20) * 10 + digit(text, 22))
}

function pair(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1)
}

/** NaN for what is none. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48
  return value >= 0 && value <= 9 ? value : Number.NaN
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
