/** Keys as a file of values that only the desktop's keychain can open. Nothing is ever kept in clear. */
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import type { KeyStore } from '../host-options'
import { readIfThere, setAside, writeAtomically } from '../models/atomic-file'

/** What the desktop's keychain does for us. */
export interface Cipher {
  /** In words why it cannot be used now; null when it can. */
  problem(): Promise<string | null>
  encrypt(text: string): Promise<Buffer>
  decrypt(bytes: Buffer): Promise<string>
}

const REMEDY = 'Set up or unlock a keychain, or give the key in the environment.'
const KeyFile = z.object({ version: z.literal(1), keys: z.record(z.string(), z.base64()) })

/**
 * Keeps keys in `file` (mode 0600). `get` answers null where there is no value that the keychain can open now, so that
 * the operator is asked for the key again; `set` refuses with UNAVAILABLE without a keychain. A damaged file is put
 * aside, never overwritten.
 */
export function createKeychainStore(file: string, cipher: Cipher): KeyStore {
  let turn: Promise<unknown> = Promise.resolve()
  /** One after the other: each call sees the file as the one before left it. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  const read = async (): Promise<Map<string, string>> => {
    const text = await readIfThere(file)
    if (text === null) return new Map()
    const parsed = KeyFile.safeParse(parseJson(text))
    if (parsed.success) return new Map(Object.entries(parsed.data.keys))
    await setAside(file)
    return new Map()
  }

  return {
    kind: 'keychain',
    get: (name) =>
      inTurn(async () => {
        const value = (await read()).get(name)
        if (value === undefined || (await cipher.problem()) !== null) return null
        return cipher.decrypt(Buffer.from(value, 'base64')).catch(() => null)
      }),
    set: (name, value) =>
      inTurn(async () => {
        const keys = await read()
        if (value === null) {
          if (!keys.delete(name)) return
        } else {
          const problem = await cipher.problem()
          if (problem !== null) {
            throw new Refusal('UNAVAILABLE', `The key was not stored: ${problem}`, REMEDY)
          }
          keys.set(name, (await cipher.encrypt(value)).toString('base64'))
        }
        await writeAtomically(file, JSON.stringify({ version: 1, keys: Object.fromEntries(keys) }))
      })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
