import { X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { KeyStore } from '../host-options'
import { Instances } from './instances'
import { OWN } from './testing/certificates'
import { answers, nasty, type Nasty } from './testing/nasty'
import { INSTANCE, TOKEN, World } from './testing/world'

let world: World
let kept: Map<string, string>
let instances: Instances
let remote: Nasty | null = null

beforeEach(async () => {
  world = await World.open()
  kept = new Map()
  const keys: KeyStore = {
    kind: 'file',
    get: async (name) => kept.get(name) ?? null,
    set: async (name, value) => void (value === null ? kept.delete(name) : kept.set(name, value))
  }
  instances = new Instances(world.crew.db, keys, () => world.crew.now)
})
afterEach(async () => {
  await remote?.close()
  remote = null
  await world.close()
})

const added = (url = world.url, token = TOKEN) => instances.add({ name: 'Lab', url, token })

it('adds an instance, whose token is kept where keys are and told to nobody', async () => {
  const view = await added()
  expect(instances.list()).toEqual([{ id: view.id, name: 'Lab', url: world.url, fingerprint: null, addedAt: world.crew.now }])
  expect([...kept.values()]).toEqual([TOKEN])
  expect(JSON.stringify(world.crew.db.sqlite.prepare('SELECT * FROM instance').all())).not.toContain(TOKEN)
})

it('reads its runs, workers and pages', async () => {
  await world.ended('w1')
  const { id } = await added()
  expect(await instances.check(id)).toEqual({ kind: 'ok', service: 'crewdeck 0.0.0', runs: [expect.objectContaining({ run_id: world.runId })] })
  const client = await instances.client(id)
  expect((await client.workers(world.runId)).seen.workers).toHaveLength(1)
  expect((await client.page(world.runId, 'w1', { offset: 0, limit: 9 })).seen.total).toBe(4)
})

it('sends the token to nobody but the instance that was seen first', async () => {
  let identity = INSTANCE
  remote = await nasty(answers((url) => (url.pathname === '/api/instance' ? identity : { runs: [] })))
  const { id } = await added(remote.url)
  expect(await instances.check(id)).toMatchObject({ kind: 'ok' })
  identity = { ...INSTANCE, instance_id: 'another' }
  const asked = remote.asked.length
  expect(await instances.check(id)).toMatchObject({ kind: 'another', message: expect.stringContaining('Another instance') })
  expect(remote.asked.slice(asked).map(({ token }) => token)).toEqual([undefined])
  instances.acceptIdentity(id)
  expect(await instances.check(id)).toMatchObject({ kind: 'ok' })
})

it('accepts a certificate that nobody vouches for only when its fingerprint was confirmed', async () => {
  remote = await nasty(answers((url) => (url.pathname === '/api/instance' ? INSTANCE : { runs: [] })), OWN)
  const { id } = await added(remote.url)
  const { fingerprint256: fingerprint } = new X509Certificate(OWN.cert)
  expect(await instances.check(id)).toMatchObject({ kind: 'untrusted', fingerprint })
  expect(remote.asked).toEqual([])
  expect(() => instances.confirmCertificate(id, 'yes')).toThrow('fingerprint')
  instances.confirmCertificate(id, fingerprint)
  expect(await instances.check(id)).toMatchObject({ kind: 'ok' })
  instances.confirmCertificate(id, null)
  expect(await instances.check(id)).toMatchObject({ kind: 'untrusted' })
})

it('shows runs that the operator named, where an instance does not tell its own', async () => {
  remote = await nasty(answers(() => undefined))
  const { id } = await added(remote.url)
  instances.addRun(id, ' run-1 ')
  instances.addRun(id, 'run-2')
  instances.addRun(id, 'run-1')
  instances.removeRun(id, 'run-2')
  expect(await instances.check(id)).toEqual({ kind: 'ok', service: null, runs: [{ run_id: 'run-1', name: 'run-1', status: 'unknown', startedAt: 0 }] })
  expect(() => instances.addRun(id, ' ')).toThrow('no id of a run')
})

it('takes a new token at once, and says in words what a wrong one does', async () => {
  const { id } = await added(world.url, 'wrong-token')
  expect(await instances.check(id)).toMatchObject({ kind: 'failed', message: expect.stringContaining('does not take the token') })
  await instances.setToken(id, TOKEN)
  expect(await instances.check(id)).toMatchObject({ kind: 'ok' })
})

it('forgets an instance with its token', async () => {
  const { id } = await added()
  await instances.remove(id)
  await instances.remove(id)
  expect([instances.list(), kept.size]).toEqual([[], 0])
  await expect(instances.check(id)).rejects.toThrow('no such instance')
})

it('refuses in words what is no address, no token, or known already', async () => {
  await added()
  await expect(added()).rejects.toThrow('in the list already')
  await expect(added(`${world.url}/`)).rejects.toThrow('in the list already')
  await expect(added('http://elsewhere.example')).rejects.toThrow('Over http')
  for (const token of ['', ' ', 'a b', 'a\nb', 'ä', 'x'.repeat(5_000)]) await expect(added('https://x.example', token)).rejects.toThrow('no token')
  expect([instances.list().length, kept.size]).toEqual([1, 1])
})

it('tells listeners of every change', async () => {
  let heard = 0
  const stop = instances.onChange(() => heard++)
  const { id } = await added()
  instances.addRun(id, 'r')
  stop()
  await instances.remove(id)
  expect(heard).toBe(2)
})
