import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begin, run, startBench, until, type Bench } from './testing'

let bench: Bench

beforeAll(async () => {
  bench = await startBench()
}, 60_000)
afterAll(() => bench.close())

describe('an agent that does not start', () => {
  it('says why it died', async () => {
    await expect(bench.open(['--die', 'no licence on this machine'])).rejects.toMatchObject({
      name: 'EngineError', code: 'AGENT_EXIT', message: 'Test Agent ended by itself (code 7). It said last:\nno licence on this machine'
    })
  })

  it('is not there, or speaks otherwise', async () => {
    await expect(bench.open([], { launch: { command: '/nowhere/agent' } })).rejects.toMatchObject({ code: 'AGENT_START' })
    await expect(bench.open(['--protocol', '2'])).rejects.toMatchObject({ code: 'AGENT_PROTOCOL', message: expect.stringContaining('version 2') })
    await expect(bench.open([], { launch: { command: '/bin/echo', args: ['hello'] } })).rejects.toMatchObject({ code: 'AGENT_EXIT' })
  })

  it('is waited for, but not for ever', async () => {
    const patient = await bench.open(['--slow-start', '1200'])
    expect((await run(patient, 'hello')).outcome).toEqual({ kind: 'completed' })
    const hasty = await startBench({ times: { startMs: 1_500 } })
    await expect(hasty.open(['--mute'])).rejects.toMatchObject({ code: 'AGENT_SILENT', message: expect.stringContaining('"initialize"') })
    expect(await hasty.alive()).toBe(0)
    await hasty.close()
  })

  it('wants somebody to sign in', async () => {
    await expect(bench.open(['--auth', 'key'])).rejects.toMatchObject({ code: 'AGENT_AUTH', message: 'Test Agent is not signed in. Give it a test key.' })
    const world = await bench.open(['--auth', 'key'], { launch: { signIn: 'key' } })
    expect((await run(world, 'hello')).outcome).toEqual({ kind: 'completed' })
  })
})

describe('an agent that dies in a turn', () => {
  it('ends the turns of all its sessions with its last words, and is started again', async () => {
    const flags = ['--version', '1.2.4']
    const [one, two, idle] = [await bench.open(flags), await bench.open(flags), await bench.open(flags)]
    const other = begin(two, '[[slow {"ms":60000}]]')
    await other.facts.first('call')
    const { facts, outcome } = await run(one, '[[crash {"stderr":"disk full"}]]')
    const error = { code: 'AGENT_EXIT', message: 'Test Agent ended by itself (code 3). It said last:\ndisk full' }
    expect(outcome).toEqual({ kind: 'error', error })
    expect(await other.ended).toEqual({ kind: 'error', error })
    expect(facts.of('result')[0]).toMatchObject({ isError: true, text: 'The turn ended before this did.' })
    await until('all sessions are told', () => [one, two, idle].every(({ exits }) => exits.length === 1))
    expect((await run(idle, 'hello')).outcome).toEqual({ kind: 'error', error })
    const again = await bench.open(flags, { as: one })
    // It had kept nothing of its first turn, and is told so.
    expect((await run(again, 'and now')).facts.reply).toMatch(/could not be taken up again.*and now \(turn 1\)/s)
  })
})

describe('an agent that does not stop', () => {
  it('is ended, and so is everything that it has started', async () => {
    const lonely = await startBench()
    const world = await lonely.open()
    const { facts, ended } = begin(world, '[[deaf {}]]')
    await facts.first('call')
    const since = performance.now()
    world.session.interrupt()
    expect(await ended).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
    expect(performance.now() - since).toBeLessThan(3_000)
    await until('it is gone', async () => (await lonely.alive()) === 0)
    await until('its session is told', () => world.exits.length === 1)
    await lonely.close()
  })

  it('loses only that session where it can close it', async () => {
    const flags = ['--version', '1.2.5']
    const [deaf, busy] = [await bench.open(flags), await bench.open(flags)]
    const others = begin(busy, '[[slow {"ms":2500}]]')
    await others.facts.first('call')
    const { facts, ended } = begin(deaf, '[[deaf {}]]')
    await facts.first('call')
    deaf.session.interrupt()
    expect(await ended).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
    expect(await others.ended).toEqual({ kind: 'completed' })
    expect(deaf.exits).toEqual([expect.stringContaining('did not stop')])
  })
})

describe('a message that is too long', () => {
  it('ends its turn and says so; the others go on', async () => {
    const flags = ['--version', '1.2.6']
    const [one, two] = [await bench.open(flags), await bench.open(flags)]
    const others = begin(two, '[[slow {"ms":1500}]]')
    await others.facts.first('call')
    const { outcome } = await run(one, '[[huge {"mb":50}]]')
    expect(outcome).toEqual({ kind: 'error', error: { code: 'MESSAGE_TOO_LARGE', message: expect.stringMatching(/a message of 50 MB; Crewdeck takes 16 MB/) } })
    expect(await others.ended).toEqual({ kind: 'completed' })
    expect((await run(one, 'again')).outcome).toEqual({ kind: 'completed' })
    expect(bench.reports.filter((report) => report.includes('was dropped'))).toHaveLength(1)
  })
})
