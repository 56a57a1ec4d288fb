/** Small things that this window remembers by itself. Storage may be full, forbidden or damaged: then it forgets. */
import type { z } from 'zod'

export function readStored<T extends z.ZodType>(key: string, schema: T): z.infer<T> | null {
  try {
    const read = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Nothing depends on it.
  }
}
