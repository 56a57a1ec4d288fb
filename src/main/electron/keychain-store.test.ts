import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeychainStore, type Cipher } from './keychain-store'

/** Stands in for the keychain: reversible, and nothing of the text is left to be seen. */
const cipher: Cipher = {
  problem: async () => null,
  encrypt: async (text) => Buffer.from(Buffer.from(text).map((byte) => byte ^ 0x5a)),
  decrypt: async (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0x5a)).toString()
}
const noKeychain: Cipher = { ...cipher, problem: async () => 'this desktop has no keychain.' }

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keychain-store-'))
  file = join(folder, 'keychain.json')
})
afterEach(() => rm(folder, { recursive: true }))

describe('keychain store', () => {
  it('gives back what was set, also to the next start, and only to the owner', async () => {
    await createKeychainStore(file, cipher).set('openai', 'sk-secret')
    expect(await createKeychainStore(file, cipher).get('openai')).toBe('sk-secret')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).not.toContain('sk-secret')
    expect(await readdir(folder)).toEqual(['keychain.json'])
  })

  it('replaces and removes one key and keeps the others, also when called at once', async () => {
    const store = createKeychainStore(file, cipher)
    await Promise.all([store.set('a', '1'), store.set('b', '2'), store.set('a', '3'), store.set('c', '4'), store.set('b', null)])
    expect(await Promise.all(['a', 'b', 'c', 'never'].map((name) => store.get(name)))).toEqual(['3', null, '4', null])
  })

  it('refuses without a keychain, and keeps nothing', async () => {
    const store = createKeychainStore(file, noKeychain)
    await expect(store.set('openai', 'sk-secret')).rejects.toMatchObject({ name: 'Refusal', code: 'UNAVAILABLE' })
    expect(await store.get('openai')).toBeNull()
    expect(await readdir(folder)).toEqual([])
  })

  it('still removes a key without a keychain', async () => {
    await createKeychainStore(file, cipher).set('openai', 'sk-secret')
    await createKeychainStore(file, noKeychain).set('openai', null)
    expect(await createKeychainStore(file, cipher).get('openai')).toBeNull()
  })

  it('answers null for a value that the keychain no longer opens', async () => {
    await createKeychainStore(file, cipher).set('openai', 'sk-secret')
    const changed: Cipher = { ...cipher, decrypt: async () => Promise.reject(new Error('wrong key')) }
    expect(await createKeychainStore(file, changed).get('openai')).toBeNull()
  })

  it.each(['{"version":1,"keys":', '{"version":2,"keys":{}}', '[]'])('sets a damaged file aside: %s', async (text) => {
    await writeFile(file, text)
    const store = createKeychainStore(file, cipher)
    expect(await store.get('openai')).toBeNull()
    await store.set('openai', 'new')
    expect(await store.get('openai')).toBe('new')
    const aside = (await readdir(folder)).find((name) => name.startsWith('keychain.json.damaged-'))
    expect(await readFile(join(folder, String(aside)), 'utf8')).toBe(text)
  })
})
