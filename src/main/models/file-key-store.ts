/** Keeps keys in a private file, where there is no keychain (served mode). */
import { z } from 'zod'
import type { KeyStore } from '../host-options'
import { readIfThere, setAside, writeAtomically } from './atomic-file'

const Keys = z.object({ version: z.literal(1), keys: z.record(z.string(), z.string()) })

/**
 * A key store in the file `path` (mode 0600). Writes are one after the other and atomic. A file that is no key file is
 * put aside, never overwritten.
 */
export function createFileKeyStore(path: string): KeyStore {
  let loading: Promise<Map<string, string>> | null = null
  let writing: Promise<void> = Promise.resolve()

  const load = async (): Promise<Map<string, string>> => {
    const text = await readIfThere(path)
    if (text === null) return new Map()
    const keys = parse(text)
    if (keys) return keys
    await setAside(path)
    return new Map()
  }
  const keys = () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }

  return {
    kind: 'file',
    get: async (name) => (await keys()).get(name) ?? null,
    set(name, value) {
      const write = async () => {
        const next = new Map(await keys())
        if (value === null) next.delete(name)
        else next.set(name, value)
        await writeAtomically(path, `${JSON.stringify({ version: 1, keys: Object.fromEntries(next) }, null, 2)}\n`)
        loading = Promise.resolve(next)
      }
      const done = writing.then(write)
      writing = done.catch(() => {})
      return done
    }
  }
}

function parse(text: string): Map<string, string> | null {
  try {
    return new Map(Object.entries(Keys.parse(JSON.parse(text)).keys))
  } catch {
    return null
  }
}
