import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begin, BENCH_KEY, rememberedInputs, run, startBench, type Bench } from './testing'

let bench: Bench

beforeAll(async () => {
  bench = await startBench({ modelTimeoutMs: 1_200, retryMs: 150 })
})
afterAll(() => bench.close())

describe('an endpoint that fails', () => {
  it.each([
    ['chat/down-401', 'MODEL_AUTH', /answered 401: the key was refused .* Set a new key in Settings, then retry\.$/],
    ['messages/down-401', 'MODEL_AUTH', /answered 401/],
    ['responses/down-401', 'MODEL_AUTH', /answered 401/],
    ['chat/down-403', 'MODEL_AUTH', /answered 403/],
    ['chat/down-404', 'MODEL_UNKNOWN', /answered 404/],
    ['chat/down-429', 'MODEL_RATE_LIMIT', /Wait a minute, then retry\.$/],
    ['chat/down-500', 'MODEL_SERVER', /answered 500.*Retry in a moment\.$/],
    ['messages/down-500', 'MODEL_SERVER', /answered 500/],
    ['responses/down-500', 'MODEL_SERVER', /answered 500/],
    ['chat/garbage', 'MODEL_GARBAGE', /no answer of a model/],
    ['messages/garbage', 'MODEL_GARBAGE', /no answer of a model/],
    ['responses/garbage', 'MODEL_GARBAGE', /no answer of a model/],
    ['chat/cut', 'MODEL_CUT', /broke off in the middle/],
    ['messages/cut', 'MODEL_CUT', /broke off/],
    ['responses/cut', 'MODEL_CUT', /broke off/],
    ['nowhere/normal', 'MODEL_UNREACHABLE', /could not be reached/],
    ['chat/empty', 'MODEL_EMPTY', /nothing at all/],
    ['messages/empty', 'MODEL_EMPTY', /nothing at all/],
    ['responses/empty', 'MODEL_EMPTY', /nothing at all/]
  ])('%s ends the turn with %s in bounded time', async (model, code, message) => {
    const world = await bench.open({ model })
    const startedAt = performance.now()
    const { outcome, facts } = await run(world, 'hello')
    expect(outcome).toMatchObject({ kind: 'error', error: { code, message: expect.stringMatching(message) } })
    expect(performance.now() - startedAt).toBeLessThan(4_000)
    expect(JSON.stringify(outcome)).not.toContain(BENCH_KEY)
    expect(facts.of('step')).toHaveLength(1)
    expect(await rememberedInputs(world)).toEqual(['hello'])
  })

  it('that never answers is given up after the time for the first byte', async () => {
    for (const api of ['chat', 'messages', 'responses']) {
      const world = await bench.open({ model: `${api}/hang` })
      const startedAt = performance.now()
      const { outcome } = await run(world, 'hello')
      expect(outcome).toMatchObject({ kind: 'error', error: { code: 'MODEL_TIMEOUT', message: expect.stringContaining('1.2 s') } })
      expect(performance.now() - startedAt).toBeLessThan(3_000)
    }
  })

  it('once is tried again, which is told, and is one step', async () => {
    const world = await bench.open()
    const { outcome, facts } = await run(world, '[[fault {"kind":"down-500","times":1,"id":"once"}]] [[bash {"command":"echo fine"}]]')
    expect(outcome).toEqual({ kind: 'completed' })
    expect(facts.of('step').map((fact) => fact.number)).toEqual([1, 2])
    expect(facts.of('now').map((fact) => fact.now?.detail)).toContainEqual(
      expect.stringMatching(/^try 2 of 3 in 1 s: The endpoint of Scripted answered 500/)
    )
    expect(facts.of('result')).toMatchObject([{ text: 'fine\n' }])
  })

  it('can be stopped while it waits for the next try', async () => {
    const world = await bench.open({ model: 'chat/down-500' })
    const { facts, ended } = begin(world, 'hello')
    await facts.first('now', (fact) => fact.now?.detail.startsWith('try ') ?? false)
    world.session.interrupt()
    expect(await ended).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
  })
})

describe('limits of a model', () => {
  it('end the turn as max-tokens when its answer is cut by them', async () => {
    for (const api of ['chat', 'messages', 'responses']) {
      const world = await bench.open({ model: `${api}/max-tokens` })
      const { outcome, facts } = await run(world, 'hello')
      expect(outcome, api).toEqual({ kind: 'max-tokens' })
      expect(facts.reply, api).toBe('This answer is not complete')
    }
  })

  it('do not end a long conversation: it is shortened, also where the window is smaller than assumed', async () => {
    const world = await bench.open({ model: 'chat/small-context' })
    const long = 'word '.repeat(3_500)
    for (let turn = 1; turn <= 7; turn += 1) {
      const { outcome, facts } = await run(world, `turn ${turn}: ${long}`)
      expect(outcome, `turn ${turn}`).toEqual({ kind: 'completed' })
      expect(facts.reply).toBe('It fits.')
    }
    expect(await rememberedInputs(world)).toHaveLength(7)
  })
})
