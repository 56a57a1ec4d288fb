import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOOL_TEXT_MAX } from '../engine'
import { begin, run, startBench, type Bench } from './testing'

let bench: Bench

beforeAll(async () => {
  bench = await startBench()
}, 60_000)
afterAll(() => bench.close())

describe('a turn', () => {
  it('tells its steps, thoughts, calls, results, changes, the reply and what it used, in order', async () => {
    const world = await bench.open()
    await writeFile(join(world.folder, 'old.txt'), 'one\ntwo\n')
    const { facts, outcome } = await run(
      world,
      [
        'Please [[think Let me see.]] [[say First the new one.]] [[write {"path":"docs.md","content":"a\\nb\\n"}]]',
        '[[write {"path":"old.txt","content":"one\\n2\\nthree\\n"}]]'
      ].join(' ')
    )
    expect(outcome).toEqual({ kind: 'completed' })
    const durable = facts.facts.filter((fact) => fact.fact !== 'now' && fact.fact !== 'heard')
    expect(durable.map((fact) => (fact.fact === 'step' ? `step ${fact.number}` : fact.fact))).toEqual([
      'ran', 'step 1', 'assistant', 'call', 'result', 'step 2', 'call', 'result', 'step 3', 'assistant'
    ])
    expect(facts.of('assistant')[0]).toMatchObject({ text: 'First the new one.', thinking: 'Let me see.' })
    expect(facts.of('call')[0]).toMatchObject({ name: 'test_edit', arguments: JSON.stringify({ path: join(world.folder, 'docs.md'), content: 'a\nb\n' }) })
    expect(facts.of('result').map(({ isError, text, changes }) => ({ isError, text, changes }))).toMatchObject([
      { isError: false, text: 'Written.', changes: [{ path: 'docs.md', how: 'created', added: 2, removed: 0, before: null }] },
      { isError: false, text: 'Written.', changes: [{ path: 'old.txt', how: 'changed', added: 2, removed: 1, told: true }] }
    ])
    expect(facts.of('assistant').at(-1)).toMatchObject({ usage: { inputTokens: 50, outputTokens: 5, cost: 0.25 } })
    expect(facts.reply).toContain('You said: Please')
    expect(facts.of('now').at(-1)?.now).toBeNull()
  })

  it('counts a change only when it is on the disk', async () => {
    const world = await bench.open()
    const { facts } = await run(world, '[[write {"path":"a.txt","content":"x","ask":true}]]')
    expect(facts.of('result')[0]).toMatchObject({ isError: false, changes: [{ path: 'a.txt', how: 'created' }] })
    world.policy = 'read'
    const second = await run(world, '[[write {"path":"b.txt","content":"x","ask":true}]]')
    expect(second.facts.of('result')[0]).toMatchObject({ isError: true, text: 'The user said no.', changes: [] })
    // What it costs is told turn by turn, though the agent adds it up.
    expect(second.facts.of('assistant').at(-1)?.usage?.cost).toBe(0.25)
  })

  it('keeps results that are too long in a file that it names', async () => {
    const world = await bench.open()
    const { facts, outcome } = await run(world, '[[big {"chars":200000}]]')
    expect(outcome).toEqual({ kind: 'completed' })
    const [result] = facts.of('result')
    expect(result?.text.length).toBe(TOOL_TEXT_MAX)
    const path = /kept in (\S+)\]/.exec(result?.text ?? '')?.[1] ?? ''
    expect(path.startsWith(world.stateFolder)).toBe(true)
    expect((await readFile(path, 'utf8')).length).toBe(200_000)
  })

  it('lives while a tool is silent, and says which runs', async () => {
    const world = await bench.open()
    const startedAt = Date.now()
    const { facts } = await run(world, '[[slow {"ms":3400}]]')
    const heard = [startedAt, ...facts.of('heard').map((fact) => fact.at)]
    expect(heard.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...heard.slice(1).map((at, index) => at - (heard[index] ?? 0)))).toBeLessThan(2_500)
    expect(facts.of('now').map((fact) => [fact.now?.what, fact.now?.detail])).toContainEqual(['test_execute', 'wait 3400 ms'])
  })

  it('takes what agents say beside it for what it is', async () => {
    const world = await bench.open()
    const { facts, outcome } = await run(world, '[[notice New prices!]] [[plan {}]] [[odd {}]] [[stray {}]] [[garbage {}]] [[again {}]]')
    expect(outcome).toEqual({ kind: 'completed' })
    expect(facts.of('assistant').map(({ text }) => text)).toEqual([expect.stringContaining('**Done.**')])
    expect(facts.of('now').map(({ now }) => now?.detail)).toContain('2 of 2: build it')
    // An id that is used again is another call.
    expect(facts.of('call').map(({ callId }) => callId)).toEqual(['the-same', 'the-same.2'])
    expect(facts.of('result').map(({ callId, text }) => [callId, text])).toEqual([['the-same', 'first'], ['the-same.2', 'second']])
    const odd = bench.engine.factsOf(world.sessionId)
    expect(odd?.odd).toEqual({ garbage: 5, stray: 1, oversize: 0, homeless: 2 })
    expect(odd?.ignored).toEqual({ notice: 1, weather: 1, 'no update': 1 })
    expect(bench.reports.filter((report) => report.includes('no messages'))).toHaveLength(1)
  })

  it.each([
    ['max_tokens', { kind: 'max-tokens' }],
    ['refusal', { kind: 'blocked', message: 'Test Agent declined to go on with this.' }],
    ['max_turn_requests', { kind: 'error', error: { code: 'MAX_REQUESTS' } }],
    ['cancelled', { kind: 'aborted', reason: { kind: 'hook' } }],
    ['something_new', { kind: 'error', error: { code: 'AGENT_ERROR' } }]
  ])('that ends with %s has its outcome', async (reason, expected) => {
    const world = await bench.open()
    const { outcome } = await run(world, `[[say Well.]] [[stop {"reason":"${reason}"}]]`)
    expect(outcome).toMatchObject(expected)
  })

  it('in which nothing was said or done is an error', async () => {
    const world = await bench.open()
    expect((await run(world, '[[quiet]]')).outcome).toMatchObject({ kind: 'error', error: { code: 'EMPTY' } })
  })

  it('can be stopped, and the session goes on', async () => {
    const world = await bench.open()
    const { facts, ended } = begin(world, '[[slow {"ms":60000}]]')
    await facts.first('call')
    world.session.interrupt()
    expect(await ended).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
    expect(facts.of('result')[0]).toMatchObject({ isError: true })
    expect((await run(world, 'And now?')).facts.reply).toContain('And now?')
  })
})

describe('settings', () => {
  it('are the mode of the policy and the model that was asked for', async () => {
    const launch = { modes: { unconfirmed: 'ask', read: 'ask', write: 'edit', run: 'all' } }
    const flags = ['--modes', 'all,edit,ask', '--models', 'small,large']
    const world = await bench.open(flags, { model: 'large', launch })
    world.policy = 'read'
    const { facts } = await run(world, 'hello')
    expect(bench.engine.factsOf(world.sessionId)).toMatchObject({ mode: 'ask', model: 'large', models: ['small', 'large'] })
    expect(facts.of('assistant').at(-1)?.model).toBe('large')
    world.policy = 'write'
    await run(world, 'hello')
    expect(bench.engine.factsOf(world.sessionId)?.mode).toBe('edit')
    await expect(bench.open(flags, { model: 'huge', launch })).rejects.toMatchObject({ code: 'MODEL_UNKNOWN', message: expect.stringContaining('small, large') })
    await expect(bench.open([], { model: 'any' })).rejects.toMatchObject({ code: 'MODEL_UNKNOWN' })
    // A mode in which it would not ask is no mode to work in.
    const without = await bench.open(['--modes', 'yolo'], { launch })
    expect((await run(without, 'hello')).outcome).toMatchObject({ kind: 'error', error: { code: 'MODE_UNKNOWN' } })
  })

  it('tell the agent about its part, once', async () => {
    const world = await bench.open([], { spec: { instructions: 'You are the Coordinator.' } })
    expect((await run(world, 'first')).facts.reply).toContain('You are the Coordinator.\n\nfirst')
    expect((await run(world, 'second')).facts.reply).not.toContain('Coordinator')
  })

  it('need an agent that is there', async () => {
    await expect(bench.engine.open({ ...(await bench.open()).spec, sessionId: 'x', model: 'nobody' })).rejects.toMatchObject({
      code: 'AGENT_MISSING', message: 'There is no agent "nobody". Settings lists them.'
    })
    await expect(bench.engine.open({ ...(await bench.open()).spec, sessionId: 'x', model: null })).rejects.toMatchObject({ code: 'MODEL_NOT_SET' })
  })
})
