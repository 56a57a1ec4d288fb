import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive, living, until } from '../../process/testing/world'
import { begin, FactList, input, rememberedInputs, run, startBench, type Bench } from './testing'

let bench: Bench

beforeAll(async () => {
  bench = await startBench({ environment: { CREWDECK_HOST: 'steering.test' } })
})
afterAll(() => bench.close())

describe('a steer', () => {
  it('lands in the running turn, after the tool has ended normally', async () => {
    const world = await bench.open()
    const { facts, ended } = begin(world, '[[bash {"command":"sleep 1; echo finished"}]] first')
    await facts.first('call')
    const steer = input('and mind the gap')
    await world.session.offerSteers([steer])
    expect(await ended).toEqual({ kind: 'completed' })
    expect(facts.of('result')).toMatchObject([{ text: 'finished\n', isError: false }])
    expect(facts.of('steered')).toEqual([{ fact: 'steered', messageIds: [steer.messageId], step: 2 }])
    const order = facts.facts.map((fact) => fact.fact).filter((kind) => kind !== 'now' && kind !== 'heard' && kind !== 'assistant')
    expect(order).toEqual(['step', 'call', 'result', 'step', 'steered'])
    expect(facts.reply).toContain('> and mind the gap')
  })

  it('is told from another one with the same text', async () => {
    const world = await bench.open()
    const { facts, ended } = begin(world, '[[bash {"command":"sleep 0.5"}]]')
    await facts.first('call')
    const steers = [input('again'), input('again')]
    await world.session.offerSteers(steers)
    await ended
    expect(facts.of('steered').flatMap((fact) => fact.messageIds)).toEqual(steers.map((steer) => steer.messageId))
    expect(facts.of('steered').map((fact) => fact.step)).toEqual([2, 2])
    expect((await rememberedInputs(world)).filter((text) => text === 'again')).toHaveLength(2)
  })

  it('that was withdrawn is never taken, and the others keep their order', async () => {
    const world = await bench.open()
    const { facts, ended } = begin(world, '[[bash {"command":"sleep 0.7"}]]')
    await facts.first('call')
    const [one, two, three] = [input('one'), input('two'), input('three')]
    await world.session.offerSteers([one, two])
    await world.session.offerSteers([three, one])
    await ended
    expect(facts.of('steered').flatMap((fact) => fact.messageIds)).toEqual([three.messageId, one.messageId])
    expect((await rememberedInputs(world)).slice(1)).toEqual(['three', 'one'])
  })

  it('that was taken is not said again to a process which goes on from the record', async () => {
    const world = await bench.open()
    const { facts, ended } = begin(world, '[[bash {"command":"sleep 0.3"}]] [[bash {"command":"sleep 20"}]]')
    await facts.first('call')
    const [heard, late] = [input('and mind the gap'), input('and the step')]
    await world.session.offerSteers([heard])
    await facts.first('steered')
    // The host dies here, before it has written down that the steer was taken.
    await facts.first('call', (call) => call.arguments.includes('20'))
    bench.children.at(-1)?.disconnect()
    await ended
    const resumed = await bench.open({ as: world })
    const again = new FactList()
    expect(await resumed.session.run([heard, late], again)).toEqual({ outcome: { kind: 'completed' } })
    const inputs = await rememberedInputs(world)
    expect(inputs.filter((text) => text.includes('mind the gap'))).toHaveLength(1)
    expect(inputs.at(-1)).toMatch(/^Crewdeck was interrupted\..*\n\nand the step$/s)
    expect(await resumed.session.run([heard], new FactList())).toEqual({ outcome: { kind: 'completed' } })
    // Edited while it still waited, it is another text.
    expect(await resumed.session.run([{ ...heard, text: 'and mind the platform' }], new FactList())).toEqual({ outcome: { kind: 'completed' } })
    expect((await rememberedInputs(world)).at(-1)).toBe('and mind the platform')
  })

  it('that was taken back and edited lands with its new text', async () => {
    const world = await bench.open()
    const { facts, ended } = begin(world, '[[bash {"command":"sleep 0.7"}]]')
    await facts.first('call')
    const [edited, other] = [input('before'), input('other')]
    await world.session.offerSteers([edited, other])
    await world.session.offerSteers([other])
    await world.session.offerSteers([{ ...edited, text: 'after' }, other])
    await ended
    expect((await rememberedInputs(world)).slice(1)).toEqual(['after', 'other'])
    expect(facts.of('steered').flatMap((fact) => fact.messageIds)).toEqual([edited.messageId, other.messageId])
  })

  it('stays outside while nothing runs', async () => {
    const world = await bench.open()
    await world.session.offerSteers([input('nobody hears this')])
    await run(world, 'hello')
    await world.session.offerSteers([input('nor this')])
    const { facts } = await run(world, 'again')
    expect(facts.of('steered')).toEqual([])
    expect(await rememberedInputs(world)).toEqual(['hello', 'again'])
  })

  it('that comes as the turn ends is either taken and told, or left: never both, never lost', async () => {
    const world = await bench.open()
    for (let round = 0; round < 40; round += 1) {
      const { facts, ended } = begin(world, `round ${round} [[slow {"ms":${round === 0 ? 400 : 24}}]]`)
      await facts.first('now', (fact) => fact.now?.detail === 'answering')
      await sleep(round)
      const steer = input(`steer ${round}`)
      await world.session.offerSteers([steer])
      expect((await ended).kind).toBe('completed')
      const told = facts.of('steered').flatMap((fact) => fact.messageIds)
      const remembered = (await rememberedInputs(world)).filter((text) => text === steer.text)
      expect(remembered).toHaveLength(told.length)
      if (round === 0) expect(told).toEqual([steer.messageId])
    }
  })

  it('is never taken once its withdrawal has been confirmed', async () => {
    const world = await bench.open()
    for (let round = 0; round < 25; round += 1) {
      const { facts, ended } = begin(world, '[[bash {"command":"sleep 0.02"}]]')
      await facts.first('call')
      const steer = input(`withdrawn ${round}`)
      await world.session.offerSteers([steer])
      await sleep(round)
      await world.session.offerSteers([])
      const toldBefore = facts.of('steered').length
      await ended
      expect(facts.of('steered')).toHaveLength(toldBefore)
      expect((await rememberedInputs(world)).filter((text) => text === steer.text)).toHaveLength(toldBefore)
    }
  })

  it('is left for the next turn when the model fails for good', async () => {
    const world = await bench.open()
    const { facts, ended } = begin(world, '[[bash {"command":"sleep 0.4"}]] [[fault {"kind":"down-401","times":1,"id":"left"}]]')
    await facts.first('call')
    await world.session.offerSteers([input('early enough')])
    expect(await ended).toMatchObject({ kind: 'error', error: { code: 'MODEL_AUTH' } })
    expect(facts.of('steered')).toHaveLength(1)
    expect(await rememberedInputs(world)).toHaveLength(2)
    expect((await run(world, 'next')).outcome.kind).toBe('completed')
  })
})

describe('an interrupt', () => {
  it('ends the command with all its children at once, and leaves waiting steers outside', async () => {
    const world = await bench.open()
    const command = 'sleep 301 & setsid sleep 302 & (sleep 303; echo never) & echo ready; sleep 304'
    const { facts, ended } = begin(world, `[[bash ${JSON.stringify({ command })}]]`)
    await facts.first('now', (fact) => fact.now?.detail === 'ready')
    const task = (row: { task: string | null; host: string | null }) => row.host === 'steering.test' && row.task !== null
    await until('all five processes run', async () => (await living(task)).length >= 5)
    await world.session.offerSteers([input('too late')])
    const stoppedAt = performance.now()
    world.session.interrupt()
    expect(await ended).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
    expect(performance.now() - stoppedAt).toBeLessThan(4_000)
    expect(await living(task)).toEqual([])
    expect(facts.of('result')).toMatchObject([{ name: 'bash', isError: true }])
    expect(facts.of('steered')).toEqual([])
    expect(await rememberedInputs(world)).toHaveLength(1)
    const next = await run(world, 'and now?')
    expect(next.outcome.kind).toBe('completed')
    expect(next.facts.reply).toContain('and now?')
  })

  it('ends a model that is answering, and keeps what it has said', async () => {
    const world = await bench.open()
    const { facts, ended } = begin(world, '[[slow {"ms":8000}]]')
    await facts.first('now', (fact) => fact.now?.detail === 'answering')
    await sleep(1_200)
    world.session.interrupt()
    expect(await ended).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
    expect(facts.reply).toMatch(/^This /)
  })

  it('is heard at every moment of a turn, also before pi has begun', async () => {
    const world = await bench.open()
    for (const wait of [null, 0, 1, 3, 8, 20]) {
      const { ended } = begin(world, '[[slow {"ms":20000}]]')
      if (wait !== null) await sleep(wait)
      world.session.interrupt()
      expect(await ended).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
    }
    expect((await run(world, '[[fresh]] still well?')).facts.reply).toContain('still well?')
  })

  it('does nothing while nothing runs', async () => {
    const world = await bench.open()
    world.session.interrupt()
    expect((await run(world, 'hello')).outcome.kind).toBe('completed')
    world.session.interrupt()
    expect((await run(world, 'hello again')).outcome.kind).toBe('completed')
  })
})

describe('disposing', () => {
  it('ends the turn and what commands have left in the background', async () => {
    const world = await bench.open()
    const { facts } = await run(world, '[[bash {"command":"sleep 400 >/dev/null 2>&1 & echo $!"}]]')
    const background = Number(facts.of('result')[0]?.text)
    expect(await isAlive(background)).toBe(true)
    const { ended, facts: second } = begin(world, '[[bash {"command":"echo here; sleep 60"}]]')
    await second.first('now', (fact) => fact.now?.detail === 'here')
    await world.session.dispose()
    await world.session.dispose()
    expect(await ended).toEqual({ kind: 'aborted', reason: { kind: 'disposed' } })
    expect(await isAlive(background)).toBe(false)
    const after = await world.session.run([input('hello?')], new FactList())
    expect(after.outcome).toMatchObject({ kind: 'error' })
  })
})
