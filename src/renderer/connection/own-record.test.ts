import { beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'

/** The storage of a browser: the entries are its own keys. */
class Store {
  getItem(key: string): string | null {
    const value: unknown = Reflect.get(this, key)
    return typeof value === 'string' ? value : null
  }
  setItem(key: string, value: string): void {
    Reflect.set(this, key, value)
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

let session = new Store()
/** Names of the locks that are held. A window that ends gives its own back. */
let held = new Set<string>()
const request = async (name: string, options: unknown, act: (lock: object | null) => unknown): Promise<unknown> => {
  if (typeof options === 'function') return void held.add(name)
  return act(held.has(name) ? null : {})
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new Store())
  held = new Set()
  vi.stubGlobal('navigator', { locks: { request } })
})

/** A window as it opens: what it found, and what it keeps. */
async function open() {
  session = new Store()
  vi.stubGlobal('sessionStorage', session)
  vi.resetModules()
  const { ownRecord } = await import('./own-record')
  const entries: Record<string, string> = {}
  const before = new Set(held)
  const record = ownRecord('texts', z.string(), (left) => {
    Object.assign(entries, left)
    record.write(entries)
  })
  await record.taken
  const [lock] = [...held].filter((name) => !before.has(name))
  return { entries, record, end: () => void held.delete(lock ?? '') }
}

it('never writes over what another window keeps, and takes over what a window has left', async () => {
  const a = await open()
  const b = await open()
  a.record.write({ one: 'of a' })
  b.record.write({ two: 'of b' })
  b.record.write({})
  b.record.write({ one: 'of b' })
  expect((await open()).entries).toEqual({})
  a.end()
  expect((await open()).entries).toEqual({ one: 'of a' })
  b.end()
  expect((await open()).entries).toEqual({ one: 'of b' })
})

it('takes what is left once, also what was kept before windows had their own', async () => {
  localStorage.setItem('texts', '{"one":"old"}')
  const first = await open()
  expect(first.entries).toEqual({ one: 'old' })
  expect((await open()).entries).toEqual({})
  first.end()
  expect((await open()).entries).toEqual({ one: 'old' })
})

it('takes everything where nothing says who lives', async () => {
  ;(await open()).record.write({ one: 'of a' })
  vi.stubGlobal('navigator', {})
  expect((await open()).entries).toEqual({ one: 'of a' })
})
