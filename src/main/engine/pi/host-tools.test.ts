import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from '../../../shared/model'
import type { AskAnswer, AskRequest, HostTool, SessionSpec } from '../engine'
import { begin, run, startBench, type Bench } from './testing'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
}, 60_000)
afterAll(() => bench.close())

const LOOK: HostTool = {
  name: 'look_up',
  description: 'Looks something up.',
  parameters: { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] }
}

describe('tools of the host', () => {
  it('are offered to the model, called in the host, and answered to the model', async () => {
    const calls: unknown[] = []
    const world = await bench.open({
      spec: {
        tools: () => [LOOK],
        callTool: async (name, args) => {
          calls.push({ name, args })
          return { text: 'found it', isError: false }
        },
        instructions: 'You are tested.'
      }
    })
    const { facts, outcome } = await run(world, '[[look_up {"what":"tides"}]]')
    expect(outcome).toEqual({ kind: 'completed' })
    expect(calls).toEqual([{ name: 'look_up', args: { what: 'tides' } }])
    expect(facts.facts.find((fact) => fact.fact === 'result')).toMatchObject({ name: 'look_up', text: 'found it', isError: false, changes: [] })
    const seen = bench.model.requests.at(-1)
    expect(seen?.tools).toContain('look_up')
    expect(seen?.toolResults.at(-1)).toBe('found it')
    expect(seen?.messages.find((message) => message.role === 'system')?.text).toContain('You are tested.')
  })

  it('get the arguments exactly as the model wrote them, right or wrong', async () => {
    const got: unknown[] = []
    const strict: HostTool = {
      name: 'count',
      description: 'Counts.',
      parameters: {
        type: 'object',
        properties: { way: { type: 'string', enum: ['up', 'down'] }, to: { type: 'integer' } },
        required: ['way'],
        additionalProperties: false
      }
    }
    const callTool = async (_: string, args: unknown) => {
      got.push(args)
      return { text: 'ok', isError: false }
    }
    const world = await bench.open({ spec: { tools: () => [strict], callTool } })
    const wrong = [{ way: 'up', to: '10' }, { way: 'sideways', more: [1, null] }, {}]
    for (const args of wrong) await run(world, `[[fresh]] [[count ${JSON.stringify(args)}]]`)
    expect(got).toEqual(wrong)
  })

  it('that refuse reach the model as an error', async () => {
    const world = await bench.open({ spec: { tools: () => [LOOK], callTool: async () => ({ text: 'not for you', isError: true }) } })
    const { facts } = await run(world, '[[look_up {"what":"x"}]]')
    expect(facts.facts.find((fact) => fact.fact === 'result')).toMatchObject({ text: 'not for you', isError: true })
  })

  it('that come or go make the session outdated', async () => {
    let tools: HostTool[] = []
    const world = await bench.open({ spec: { tools: () => tools } })
    expect(world.session.outdated).toBe(false)
    tools = [LOOK]
    expect(world.session.outdated).toBe(true)
  })
})

describe('what the policy does not allow', () => {
  const asking = async (answer: (request: AskRequest, signal: AbortSignal) => Promise<string | null>) => {
    const asked: AskRequest[] = []
    const world = await bench.open({
      policy: 'read',
      spec: {
        ask: (request, signal) => {
          asked.push(request)
          return answer(request, signal)
        }
      }
    })
    return { world, asked }
  }

  it('is asked, and done when the operator allows it', async () => {
    const { world, asked } = await asking(async () => 'allow')
    await run(world, '[[write {"path":"a.txt","content":"allowed"}]]')
    expect(asked).toMatchObject([{ kind: 'permission', act: 'write', tool: 'write', detail: 'a.txt', paths: ['a.txt'] }])
    expect(await readFile(join(world.folder, 'a.txt'), 'utf8')).toBe('allowed')
  })

  it('is not done when the operator rejects it, and the model is told', async () => {
    const { world } = await asking(async () => 'reject')
    const { facts } = await run(world, '[[bash {"command":"echo no > b.txt"}]]')
    expect(facts.facts.find((fact) => fact.fact === 'result')).toMatchObject({ isError: true, text: expect.stringContaining('did not allow') })
    await expect(readFile(join(world.folder, 'b.txt'))).rejects.toThrow('ENOENT')
  })

  it('is withdrawn when the turn is stopped', async () => {
    const open = Promise.withResolvers<AbortSignal>()
    const { world } = await asking((_, signal) => {
      open.resolve(signal)
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(null)))
    })
    const { ended } = begin(world, '[[bash {"command":"echo no"}]]')
    const signal = await open.promise
    world.session.interrupt()
    expect(await ended).toMatchObject({ kind: 'aborted' })
    await expect.poll(() => signal.aborted).toBe(true)
  })
})

describe('what a request tells', () => {
  const answering = async (policy: Policy, answer: AskAnswer, remembered?: SessionSpec['remembered']) => {
    const asked: AskRequest[] = []
    const question: SessionSpec['question'] = async (request) => {
      asked.push(request)
      return answer
    }
    const world = await bench.open({ policy, spec: { question, ...(remembered && { remembered }) } })
    return { world, asked }
  }
  const ALLOWED: AskAnswer = { optionId: 'allow', text: null }

  it('is what would be written: a new file, and a change in one that is there', async () => {
    const { world, asked } = await answering('read', ALLOWED)
    await writeFile(join(world.folder, 'a.txt'), 'one\ntwo\n')
    const { facts } = await run(
      world,
      '[[write {"path":"new.txt","content":"hello"}]] [[edit {"path":"a.txt","edits":[{"oldText":"two","newText":"TWO"}]}]]'
    )
    expect(asked.map(({ callId }) => callId)).toEqual(facts.of('call').map(({ callId }) => callId))
    expect(asked.map(({ changes }) => changes)).toEqual([
      [{ path: 'new.txt', diff: '+hello', isCut: false }],
      [{ path: 'a.txt', diff: ' one\n-two\n+TWO', isCut: false }]
    ])
    expect(await readFile(join(world.folder, 'a.txt'), 'utf8')).toBe('one\nTWO\n')
  })

  it('is also each read, where the operator wants to be asked about everything', async () => {
    const { world, asked } = await answering('ask', ALLOWED)
    await writeFile(join(world.folder, 'a.txt'), 'a needle')
    const { facts } = await run(world, '[[ls {}]] [[find {"pattern":"*.txt"}]] [[grep {"pattern":"need"}]] [[read {"path":"a.txt"}]]')
    expect(asked.map(({ tool, act, paths }) => [tool, act, paths])).toEqual([
      ['ls', 'read', []],
      ['find', 'read', []],
      ['grep', 'read', []],
      ['read', 'read', ['a.txt']]
    ])
    expect(facts.of('result').map((result) => result.isError)).toEqual([false, false, false, false])
  })

  it('is nothing for reads that the policy allows, unless they were rejected once for all', async () => {
    const { world, asked } = await answering('run', { optionId: 'reject', text: null }, (tool) => (tool === 'ls' ? 'reject' : null))
    await writeFile(join(world.folder, 'a.txt'), 'a')
    const { facts } = await run(world, '[[read {"path":"a.txt"}]] [[ls {}]]')
    expect(asked.map(({ tool }) => tool)).toEqual(['ls'])
    expect(facts.of('result').map((result) => result.isError)).toEqual([false, true])
  })

  it('is every command, so that each is on record whoever allows it', async () => {
    const { world, asked } = await answering('run', ALLOWED)
    await run(world, '[[bash {"command":"echo yes > b.txt"}]]')
    expect(asked).toMatchObject([{ tool: 'bash', detail: 'echo yes > b.txt', words: 'reason' }])
    expect(await readFile(join(world.folder, 'b.txt'), 'utf8')).toBe('yes\n')
  })

  it('goes back to the model with the reason of the refusal', async () => {
    const { world } = await answering('read', { optionId: 'reject', text: 'Use a branch of your own.' })
    const { facts } = await run(world, '[[bash {"command":"echo no"}]]')
    expect(facts.of('result')).toMatchObject([{ isError: true, text: expect.stringContaining('says: Use a branch of your own.') }])
  })
})
