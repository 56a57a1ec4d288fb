import { createServer } from 'node:http'
import { request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { KeyStore } from '../host-options'
import { RecordsClient } from './client'
import { RecordsDoor } from './door'
import { recordLimits, DEFAULT_RECORD_LIMITS } from './limits'
import { World } from './testing/world'

let world: World
let kept: Map<string, string>
let keys: KeyStore
const doors: RecordsDoor[] = []

beforeEach(async () => {
  world = await World.open()
  kept = new Map()
  keys = {
    kind: 'file',
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value))
  }
})
afterEach(async () => {
  for (const door of doors.splice(0)) await door.close()
  await world.close()
})

function door(): RecordsDoor {
  const made = new RecordsDoor({ records: world.records, db: world.crew.db, keys, report: (message) => void world.crew.reports.push(message), version: '1.2.3', mode: 'desktop' })
  doors.push(made)
  return made
}

const read = (at: { url: string; token: string }) => new RecordsClient({ url: new URL(at.url), token: at.token, fingerprint: null }).runs()

function ask(url: string, path: string, headers: Record<string, string>): Promise<number> {
  const { port } = new URL(url)
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

describe('the desktop’s own server', () => {
  it('is off until it is turned on, and off again afterwards', async () => {
    const one = door()
    await one.resume()
    expect(one.servedAt()).toBeNull()
    const at = await one.serve(true)
    expect(at && (await read(at))).toMatchObject([{ run_id: world.runId }])
    expect(await one.serve(true)).toEqual(at)
    expect(await one.serve(false)).toBeNull()
    await expect(at && read(at)).rejects.toThrow('Nothing answers')
  })

  it('is on again after a restart, at the same address with the same token', async () => {
    const first = door()
    const at = await first.serve(true)
    await first.close()
    const second = door()
    await second.resume()
    expect(second.servedAt()).toEqual(at)
    await second.serve(false)
    const third = door()
    await third.resume()
    expect(third.servedAt()).toBeNull()
  })

  it('takes another port when its own is in use', async () => {
    const first = door()
    const at = await first.serve(true)
    await first.close()
    const other = createServer(() => undefined)
    await new Promise<void>((resolve) => other.listen(Number(new URL(at?.url ?? '').port), '127.0.0.1', resolve))
    try {
      const second = door()
      await second.resume()
      expect(second.servedAt()?.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      expect(second.servedAt()?.url).not.toBe(at?.url)
    } finally {
      await new Promise((resolve) => other.close(resolve))
    }
  })

  it('answers programs of this machine only, and nothing but the API', async () => {
    const at = await door().serve(true)
    const url = at?.url ?? ''
    const token = { 'X-Agent-Service-Token': at?.token ?? '' }
    expect(await ask(url, '/api/runs', token)).toBe(200)
    expect(await ask(url, '/api/runs', { ...token, Host: 'evil.example' })).toBe(403)
    expect(await ask(url, '/api/runs', { ...token, Origin: url })).toBe(403)
    expect(await ask(url, '/', token)).toBe(404)
    expect(await ask(url, '/api/runs', {})).toBe(401)
  })
})

describe('the token', () => {
  it('is long, kept where keys are, and refused at once when it was renewed', async () => {
    const one = door()
    const { token } = await one.open()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect([...kept.values()]).toEqual([token])
    const at = await one.serve(true)
    const renewed = await one.renewToken()
    expect(renewed).not.toBe(token)
    await expect(at && read(at)).rejects.toThrow('does not take the token')
    expect(at && (await read({ url: at.url, token: renewed }))).toHaveLength(1)
    expect((await door().open()).token).toBe(renewed)
  })

  it('holds for this start where keys cannot be kept', async () => {
    keys = { kind: 'keychain', get: () => Promise.reject(new Error('locked')), set: () => Promise.reject(new Error('locked')) }
    const at = await door().serve(true)
    expect(at && (await read(at))).toHaveLength(1)
    expect(world.crew.reports.join()).toContain('could not be kept')
  })
})

it('names the instance the same at every start', async () => {
  const identities = []
  for (let start = 0; start < 2; start++) {
    const one = door()
    const at = await one.serve(true)
    identities.push(await new RecordsClient({ url: new URL(at?.url ?? ''), token: null, fingerprint: null }).identity())
    await one.close()
  }
  expect(identities[0]).toMatchObject({ service: 'crewdeck', version: '1.2.3' })
  expect(identities[1]).toEqual(identities[0])
})

it('takes caps from the environment, and says which it does not take', () => {
  const problems: string[] = []
  const limits = (env: Record<string, string>) => recordLimits(env, (text) => problems.push(text))
  expect(limits({})).toEqual(DEFAULT_RECORD_LIMITS)
  expect(limits({ CREWDECK_RECORD_MAX_ENTRIES: '10', CREWDECK_RECORD_MAX_BYTES: '5000' })).toEqual({ maxEntries: 10, maxBytes: 5_000 })
  expect(problems).toEqual([])
  expect(limits({ CREWDECK_RECORD_MAX_ENTRIES: '0', CREWDECK_RECORD_MAX_BYTES: 'many' })).toEqual(DEFAULT_RECORD_LIMITS)
  expect(problems).toEqual([expect.stringContaining('MAX_ENTRIES'), expect.stringContaining('MAX_BYTES')])
})
