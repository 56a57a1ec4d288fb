import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { begin, input, run, startBench, until, type Bench, type World } from './testing'

let bench: Bench

beforeAll(async () => {
  bench = await startBench()
}, 60_000)
afterAll(() => bench.close())

const second = (behaviour: string) => ['--name', 'test-second', '--second', behaviour]
/** How often the agent itself was told a text, over all its transcripts. */
async function told(world: World, text: string): Promise<number> {
  const store = join(dirname(world.folder), 'store')
  const files = await Promise.all((await readdir(store)).map((name) => readFile(join(store, name), 'utf8')))
  const said = files.flatMap((file) => JSON.parse(file) as { role: string; text: string }[])
  return said.filter((one) => one.role === 'user' && one.text === text).length
}

describe('a message to a turn that runs', () => {
  it.each(['fold-first', 'fold', 'queue'])('by a second prompt (%s) is taken once, and the turn ends after both', async (behaviour) => {
    const world = await bench.open(second(behaviour))
    const { facts, ended } = begin(world, 'start [[slow {"ms":900}]]')
    await facts.first('call')
    const steer = input(`mind-${behaviour}`, 's1')
    await world.session.offerSteers([steer])
    await world.session.offerSteers([steer])
    const { messageIds, step } = await facts.first('steered')
    expect([messageIds, step]).toEqual([['s1'], 2])
    expect(await ended).toEqual({ kind: 'completed' })
    expect(facts.of('steered')).toHaveLength(1)
    expect(facts.of('result')[0]).toMatchObject({ isError: false, text: 'slept' })
    expect(facts.of('step').length).toBeGreaterThanOrEqual(2)
    expect(facts.reply).toContain(`mind-${behaviour}`)
    expect(await told(world, `mind-${behaviour}`)).toBe(1)
    expect((await run(world, 'next')).facts.reply).toContain('You said: next')
  })

  it('that aborts the turn is not lost, and is the last that this agent gets while it works', async () => {
    const world = await bench.open([...second('abort'), '--modes', 'only-here'])
    expect(bench.engine.capabilitiesOf(world.spec.model)).toEqual({ steer: true, steerNote: null })
    const { facts, ended } = begin(world, 'start [[slow {"ms":60000}]]')
    await facts.first('call')
    await world.session.offerSteers([input('mind the gap', 's1')])
    expect(await ended).toEqual({ kind: 'completed' })
    expect(facts.of('steered').map(({ messageIds }) => messageIds)).toEqual([['s1']])
    expect(facts.reply).toContain('You said: mind the gap')
    expect(facts.of('result')[0]).toMatchObject({ isError: true })
    expect(bench.engine.capabilitiesOf(world.spec.model)).toMatchObject({ steer: false, steerNote: expect.stringContaining('aborted what it was doing') })
    const next = begin(world, '[[slow {"ms":300}]]')
    await next.facts.first('call')
    await world.session.offerSteers([input('not now', 's2')])
    expect(await next.ended).toEqual({ kind: 'completed' })
    expect(next.facts.of('steered')).toEqual([])
    expect(await told(world, 'not now')).toBe(0)
  })

  it('that is refused stays with its sender', async () => {
    const world = await bench.open([...second('refuse'), '--modes', 'a'])
    const { facts, ended } = begin(world, '[[slow {"ms":700}]]')
    await facts.first('call')
    await world.session.offerSteers([input('mind the gap', 's1')])
    expect(await ended).toEqual({ kind: 'completed' })
    expect(facts.of('steered')).toEqual([])
    expect(bench.engine.capabilitiesOf(world.spec.model).steer).toBe(false)
  })

  it('that is refused after all is sent again when the agent is free', async () => {
    const world = await bench.open([...second('refuse-late'), '--modes', 'b'])
    const { facts, ended } = begin(world, 'start [[slow {"ms":1200}]]')
    await facts.first('call')
    await world.session.offerSteers([input('mind the late gap', 's1')])
    expect(await ended).toEqual({ kind: 'completed' })
    expect(facts.of('steered').map(({ messageIds }) => messageIds)).toEqual([['s1']])
    expect(facts.reply).toContain('You said: mind the late gap')
    expect(await told(world, 'mind the late gap')).toBe(1)
  })

  it('by the extension is taken when the agent says so, and offered again at the next step otherwise', async () => {
    const world = await bench.open(['--name', 'test-extension', '--extension'])
    const { facts, ended } = begin(world, 'start [[slow {"ms":400}]] [[slow {"ms":401}]]')
    await facts.first('call')
    await world.session.offerSteers([input('mind the gap', 's1'), input('and the door', 's2')])
    expect((await facts.first('steered')).messageIds).toEqual(['s1', 's2'])
    expect(await ended).toEqual({ kind: 'completed' })
    expect(facts.reply).toContain('mind the gap\n\nand the door')
    expect(await told(world, 'mind the gap\n\nand the door')).toBe(1)

    const again = begin(world, '[[slow {"ms":300}]]')
    await again.facts.first('call')
    await world.session.offerSteers([input('[[turn-down]]', 's3')])
    expect(await again.ended).toEqual({ kind: 'completed' })
    expect(again.facts.of('steered')).toEqual([])
  })

  it('can be withdrawn only while the agent does not have it', async () => {
    const world = await bench.open(second('fold'))
    const { facts, ended } = begin(world, '[[slow {"ms":1000}]]')
    await facts.first('call')
    await world.session.offerSteers([input('on its way', 's1')])
    expect(facts.of('steered')).toEqual([])
    // The empty list is in force only once it is known who has the message.
    await world.session.offerSteers([])
    expect(facts.of('steered').map(({ messageIds }) => messageIds)).toEqual([['s1']])
    expect(await ended).toEqual({ kind: 'completed' })
  })

  it('is not sent to an agent that nobody has tried, nor to one in another version', async () => {
    for (const flags of [['--name', 'stranger', '--extension'], ['--name', 'test-second', '--version', '1.3.0'], ['--name', 'test-extension']]) {
      const world = await bench.open(flags)
      const { facts, ended } = begin(world, '[[slow {"ms":300}]]')
      await facts.first('call')
      await world.session.offerSteers([input('too early', 's1')])
      expect(await ended).toEqual({ kind: 'completed' })
      expect(facts.of('steered')).toEqual([])
      expect(await told(world, 'too early')).toBe(0)
      const { steer, steerNote } = bench.engine.capabilitiesOf(world.spec.model)
      expect([steer, steerNote]).toEqual([false, expect.stringMatching(/^Test Agent .* waits for the next turn\.$/)])
    }
  })

  it('does nothing while no turn runs, and stops with the turn', async () => {
    const world = await bench.open(second('fold'))
    await world.session.offerSteers([input('early', 's0')])
    const { facts, ended } = begin(world, '[[slow {"ms":60000}]]')
    await facts.first('call')
    await world.session.offerSteers([input('taken with it', 's1')])
    world.session.interrupt()
    expect(await ended).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
    // The agent has it, so nobody may send it again.
    expect(facts.of('steered').map(({ messageIds }) => messageIds)).toEqual([['s1']])
    await until('the agent is free', async () => (await run(world, 'next')).outcome.kind === 'completed')
  })
})
