import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ProviderView } from '../../shared/model'
import { startBench, type Bench } from '../engine/pi/testing'
import type { KeyStore } from '../host-options'
import { createFileKeyStore } from './file-key-store'
import { createModels, type Models } from './models'

let bench: Bench
let dataFolder: string
let keys: KeyStore
let models: Models

beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())
beforeEach(async () => {
  dataFolder = await mkdtemp(join(bench.root, 'data-'))
  keys = createFileKeyStore(join(dataFolder, 'keys.json'))
  models = createModels({ dataFolder, keys, backend: bench.pi.backend, environment: { ANTHROPIC_API_KEY: 'sk-ant-env', GROQ_API_KEY: ' ' } })
})

const endpoint = (name: string, patch = {}) =>
  models.saveProvider({
    id: 'mine', name: 'My endpoint', api: 'openai-completions', baseUrl: `${bench.model.url}/v1/`, models: [name, 'other'], ...patch
  })

describe('providers', () => {
  it('are those that need only a key, in a useful order, with where their key is from', async () => {
    const list = await models.providers()
    for (const provider of list) expect(ProviderView.parse(provider)).toEqual(provider)
    expect(list.slice(0, 4).map((provider) => provider.id)).toEqual(['openai', 'anthropic', 'google', 'deepseek'])
    expect(list.map((provider) => provider.id)).toEqual(expect.arrayContaining(['openrouter', 'mistral', 'groq', 'xai']))
    expect(list.map((provider) => provider.id)).not.toContain('amazon-bedrock')
    expect(list.filter((provider) => provider.keySource !== null).map((provider) => [provider.id, provider.keySource])).toEqual([
      ['anthropic', 'environment']
    ])
    expect(list.find((provider) => provider.id === 'anthropic')?.models.length).toBeGreaterThan(3)
    await models.setKey('anthropic', 'sk-ant-mine')
    expect((await models.providers()).find((provider) => provider.id === 'anthropic')?.keySource).toBe('file')
    expect(JSON.stringify(await models.providers())).not.toContain('sk-ant')
  })

  it('can be endpoints of one’s own, which last', async () => {
    expect(await endpoint('normal')).toEqual({
      id: 'mine', name: 'My endpoint', kind: 'custom', api: 'openai-completions', baseUrl: `${bench.model.url}/v1`, keySource: null,
      models: [{ id: 'normal', name: 'normal' }, { id: 'other', name: 'other' }]
    })
    expect(await endpoint('normal', { api: 'anthropic-messages' })).toMatchObject({ baseUrl: bench.model.url })
    expect(await models.setKey('mine', 'my-key')).toMatchObject({ keySource: 'file' })
    const again = createModels({ dataFolder, keys: createFileKeyStore(join(dataFolder, 'keys.json')), backend: bench.pi.backend })
    expect((await again.providers())[0]).toMatchObject({ id: 'mine', keySource: 'file' })
    expect(await again.resolve('mine/other')).toMatchObject({ kind: 'custom', modelId: 'other', key: 'my-key' })
    await again.removeProvider('mine')
    expect((await again.providers()).some((provider) => provider.id === 'mine')).toBe(false)
    expect(await createFileKeyStore(join(dataFolder, 'keys.json')).get('mine')).toBeNull()
    for (const name of ['models.json', 'keys.json']) expect((await stat(join(dataFolder, name))).mode & 0o777).toBe(0o600)
    expect((await readdir(dataFolder)).toSorted()).toEqual(['keys.json', 'models.json'])
  })

  it('refuse what cannot be right', async () => {
    await expect(endpoint('a', { id: 'openai' })).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const baseUrl of ['ftp://host/v1', 'http://user:secret@host/v1', 'http://host/v1?key=secret', 'nonsense']) {
      await expect(endpoint('a', { baseUrl }), baseUrl).rejects.toMatchObject({ name: 'Refusal', code: 'BAD_INPUT' })
    }
    await expect(models.setKey('nobody', 'k')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(models.setKey('openai', 'two words')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(models.removeProvider('openai')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(models.removeProvider('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(models.resolve('openai')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(models.resolve('nobody/x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(models.resolve('anthropic/no-such-model')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const openai = (await models.providers()).find((provider) => provider.id === 'openai')
    await expect(models.resolve(`openai/${openai?.models[0]?.id}`)).rejects.toMatchObject({
      code: 'UNAVAILABLE', message: 'There is no key for OpenAI.', remedy: 'Set one in Settings, then retry.'
    })
  })

  it('take the key of the store before that of the environment', async () => {
    const anthropic = (await models.providers()).find((provider) => provider.id === 'anthropic')
    const name = `anthropic/${anthropic?.models[0]?.id}`
    expect(await models.resolve(name)).toMatchObject({ kind: 'builtin', key: 'sk-ant-env' })
    await models.setKey('anthropic', 'sk-ant-mine')
    expect(await models.resolve(name)).toMatchObject({ key: 'sk-ant-mine' })
    await models.setKey('anthropic', null)
    expect(await models.resolve(name)).toMatchObject({ key: 'sk-ant-env' })
  })

  it('say that the list cannot be read, and read it once it can', async () => {
    let broken = true
    const flaky = createModels({
      dataFolder, keys,
      backend: { ...bench.pi.backend, catalogue: () => (broken ? Promise.reject(new Error('No process.')) : bench.pi.backend.catalogue()) }
    })
    await expect(flaky.providers()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    broken = false
    expect((await flaky.providers()).length).toBeGreaterThan(10)
  })
})

describe('a check', () => {
  it('says whether the model answers', async () => {
    await endpoint('normal')
    await models.setKey('mine', 'my-key')
    expect(await models.check('mine/normal')).toMatchObject({ ok: true, message: expect.stringMatching(/^normal answered in (\d{1,3} ms|\d+\.\d s)\.$/) })
    expect(bench.model.requests.at(-1)?.key).toBe('my-key')
    await endpoint('normal', { api: 'anthropic-messages' })
    expect(await models.check('mine/normal')).toMatchObject({ ok: true })
    expect(bench.model.requests.at(-1)?.api).toBe('anthropic-messages')
  })

  it('says in words what is wrong', async () => {
    await endpoint('down-401')
    expect(await models.check('mine/down-401')).toMatchObject({ ok: false, message: expect.stringContaining('Set a new key in Settings') })
    expect(await models.check('mine/missing')).toMatchObject({ ok: false, message: 'My endpoint has no model "missing". Choose another model.' })
    await endpoint('normal', { baseUrl: 'http://127.0.0.1:9/v1' })
    expect(await models.check('mine/normal')).toMatchObject({ ok: false, message: expect.stringContaining('could not be reached') })
    await endpoint('empty')
    expect(await models.check('mine/empty')).toMatchObject({ ok: false, message: expect.stringContaining('nothing at all') })
  })

  it('gives up in time', async () => {
    await endpoint('hang')
    const resolved = await models.resolve('mine/hang')
    const startedAt = performance.now()
    expect(await bench.pi.backend.check(resolved, 300)).toMatchObject({ ok: false, message: expect.stringContaining('did not answer for 0.3 s') })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})

describe('files that are damaged', () => {
  it('are put aside and told, never overwritten', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crewdeck-models-'))
    await writeFile(join(folder, 'models.json'), '{"version":1,"endpoints":[{"id":')
    await writeFile(join(folder, 'keys.json'), 'no json')
    const store = createFileKeyStore(join(folder, 'keys.json'))
    const damaged = createModels({ dataFolder: folder, keys: store, backend: bench.pi.backend })
    expect(await damaged.notices()).toHaveLength(1)
    await store.set('a', 'key-a')
    await Promise.all([store.set('b', 'key-b'), store.set('c', 'key-c'), store.set('a', null)])
    expect(await Promise.all(['a', 'b', 'c'].map((name) => createFileKeyStore(join(folder, 'keys.json')).get(name)))).toEqual([null, 'key-b', 'key-c'])
    const kept = (await readdir(folder)).filter((name) => name.includes('damaged'))
    expect(await Promise.all(kept.toSorted().map((name) => readFile(join(folder, name), 'utf8')))).toEqual([
      'no json',
      '{"version":1,"endpoints":[{"id":'
    ])
    await rm(folder, { recursive: true })
  })
})
