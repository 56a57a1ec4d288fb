import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { until } from '../../process/testing/world'
import type { AskRequest } from '../engine'
import { digestOf } from '../versions'
import { begin, run, startBench, type Bench } from './testing'

let bench: Bench
afterEach(() => bench.close())

const tool = (name: string, detail: object = {}) => `[[tool ${name} ${JSON.stringify(detail)}]]`

describe('a turn of the harness', () => {
  it('is told step by step, with its reply and what it used', async () => {
    bench = await startBench()
    const world = await bench.open()
    const { facts, outcome } = await run(world, `Hello ${tool('bash', { args: { command: 'ls' }, text: 'a.txt' })}`)
    expect(outcome).toEqual({ kind: 'completed' })
    expect(facts.of('step').map(({ number }) => number)).toEqual([1, 2])
    expect(facts.of('call')).toMatchObject([{ name: 'bash', arguments: '{"command":"ls"}' }])
    expect(facts.of('result')).toMatchObject([{ name: 'bash', text: 'a.txt', isError: false, changes: [] }])
    expect(facts.reply).toBe('**Done.** You said: Hello')
    expect(facts.of('assistant').at(-1)).toMatchObject({ model: 'scripted', usage: { inputTokens: 10, outputTokens: 2, cost: null } })
  })

  it('tells the files that it made, changed and presents', async () => {
    bench = await startBench()
    const world = await bench.open()
    const [made, old] = [join(world.folder, 'new.txt'), join(world.folder, 'old.txt')]
    const begun = begin(
      world,
      [
        tool('write', { ms: 200, args: { file_path: made, content: 'one\ntwo\n' }, diffs: [] }),
        tool('edit', { args: { file_path: old }, diffs: [{ path: old, oldText: 'a\n', newText: 'b\n' }] }),
        tool('read', { args: { file_path: old } }),
        '[[present {"files":[{"path":"new.txt","description":"what came of it"}]}]]'
      ].join(' ')
    )
    await begun.facts.first('call')
    await writeFile(made, 'one\ntwo\n')
    await writeFile(old, 'b\n')
    await begun.ended
    expect(begun.facts.of('result').map(({ changes }) => changes)).toMatchObject([
      [{ path: 'new.txt', how: 'created', added: 2, removed: 0, before: null, after: digestOf('one\ntwo\n') }],
      [{ path: 'old.txt', how: 'changed', added: 1, removed: 1, told: true, after: digestOf('b\n') }],
      [],
      []
    ])
    expect(begun.facts.of('presented')).toMatchObject([{ files: [{ path: 'new.txt', description: 'what came of it' }] }])
  })

  it('keeps a long result whole in a file that the text names', async () => {
    bench = await startBench()
    const world = await bench.open()
    const { facts } = await run(world, tool('bash', { text: 'x'.repeat(200_000) }))
    const [result] = facts.of('result')
    expect(result?.text.length).toBeLessThanOrEqual(16_000)
    const path = /kept in (\S+)\]/.exec(result?.text ?? '')?.[1] ?? ''
    expect((await readFile(path, 'utf8')).length).toBe(200_000)
  })

  it('that fails says why', async () => {
    bench = await startBench()
    const world = await bench.open()
    const { outcome } = await run(world, '[[fail {"message":"Incorrect API key provided"}]]')
    expect(outcome).toEqual({ kind: 'error', error: { code: 'AUTH', message: 'Incorrect API key provided' } })
    expect((await run(world, 'Again?')).outcome).toEqual({ kind: 'completed' })
  })

  it('takes several inputs as one', async () => {
    bench = await startBench()
    const { facts } = await run(await bench.open(), 'First.', 'Second.')
    expect(facts.reply).toBe('**Done.** You said: First.\n\nSecond.')
  })
})

describe('steering the harness', () => {
  it('lands at the next step of the running turn, once', async () => {
    bench = await startBench()
    const world = await bench.open()
    const { facts, ended } = begin(world, tool('bash', { ms: 400 }))
    await facts.first('call')
    await world.session.offerSteers([{ messageId: 's1', text: 'Mind the gap' }])
    expect(await ended).toEqual({ kind: 'completed' })
    expect(facts.of('steered')).toEqual([{ fact: 'steered', messageIds: ['s1'], step: 2 }])
    expect(facts.reply).toContain('Mind the gap')
  })

  it('takes back what is no longer offered', async () => {
    bench = await startBench()
    const world = await bench.open()
    const { facts, ended } = begin(world, tool('bash', { ms: 500 }))
    await facts.first('call')
    await world.session.offerSteers([{ messageId: 's1', text: 'Not this' }, { messageId: 's2', text: 'But this' }])
    await world.session.offerSteers([{ messageId: 's2', text: 'But this' }])
    await ended
    expect(facts.of('steered')).toEqual([{ fact: 'steered', messageIds: ['s2'], step: 2 }])
    expect(facts.reply).not.toContain('Not this')
  })

  it('that waits at a stop begins no turn behind it', async () => {
    bench = await startBench()
    const world = await bench.open()
    const { facts, ended } = begin(world, tool('bash', { ms: 20_000 }))
    await facts.first('call')
    await world.session.offerSteers([{ messageId: 's1', text: 'Too late' }])
    world.session.interrupt()
    expect(await ended).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
    expect(facts.of('steered')).toEqual([])
    const next = await run(world, 'Are you there?')
    expect(next.facts.reply).toBe('**Done.** You said: Are you there?')
  })
})

describe('stopping the harness', () => {
  it('ends the process when the turn does not end', async () => {
    bench = await startBench()
    const world = await bench.open()
    const { facts, ended } = begin(world, '[[deaf]]')
    await facts.first('call')
    world.session.interrupt()
    expect(await ended).toEqual({ kind: 'error', error: { code: 'AGENT_EXIT', message: 'DeepSeek Harness did not stop within 0.6 s and was ended.' } })
    expect(world.exits).toHaveLength(1)
  })

  it('begins no process for a worker whose tools were looked up while the engine closed', async () => {
    bench = await startBench()
    const opening = bench.open({
      mcp: async () => {
        await bench.restart()
        return { url: 'http://127.0.0.1:9/mcp', token: 'secret', needed: true }
      }
    })
    await expect(opening).rejects.toThrow('Crewdeck is closing.')
    expect(await bench.alive()).toBe(0)
  })

  it('leaves the tools of the next process alone when the old one ends late', async () => {
    bench = await startBench()
    const spawn = bench.supervisor.spawn.bind(bench.supervisor)
    const [asked, allowed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    vi.spyOn(bench.supervisor, 'spawn').mockImplementationOnce(async (...given) => {
      const process = await spawn(...given)
      return { ...process, endTree: (plan) => (asked.resolve(), allowed.promise.then(() => process.endTree(plan))) }
    })
    const door = (token: string) => ({ mcp: async () => ({ url: 'http://127.0.0.1:9/mcp', token, needed: true }) })
    const old = await bench.open(door('old'))
    const tools = join(old.spec.stateFolder, 'dsh-tools.yml')
    const { facts } = begin(old, '[[deaf]]')
    await facts.first('call')
    old.session.interrupt()
    await asked.promise
    const next = await bench.open(door('next'), old)
    expect(await bench.alive()).toBe(2)
    allowed.resolve()
    await until('the old one has ended', () => old.exits.length === 1)
    expect(await bench.alive()).toBe(1)
    expect(await readFile(tools, 'utf8')).toContain('Bearer next')
    await next.session.dispose()
    await until('nothing holds the token any more', async () => !existsSync(tools))
    expect(await bench.alive()).toBe(0)
  })

  it('leaves no process behind when the engine closes', async () => {
    bench = await startBench()
    const world = await bench.open()
    await run(world, 'Hello')
    await bench.restart()
    await until('all have ended', async () => (await bench.alive()) === 0)
  })
})

describe('a session of the harness', () => {
  it('goes on in a fresh process', async () => {
    bench = await startBench()
    const world = await bench.open()
    await run(world, 'Hello')
    await bench.restart()
    const again = await bench.open({}, world)
    expect((await run(again, 'And now?')).facts.reply).toBe('**Done.** You said: And now?')
    const memory: unknown = JSON.parse(await readFile(join(world.spec.stateFolder, 'dsh.json'), 'utf8'))
    const { sessionId } = memory as { sessionId: string }
    const events = JSON.parse(await readFile(join(bench.root, 'store', `${sessionId}.json`), 'utf8')) as { type: string }[]
    expect(events.filter(({ type }) => type === 'turn/start')).toHaveLength(2)
  })

  it('uses the model that was chosen, and says where there is none', async () => {
    bench = await startBench()
    const { facts } = await run(await bench.open({ model: 'scripted/larger' }), 'Hello')
    expect(facts.of('assistant').at(-1)?.model).toBe('larger')
    await expect(bench.open({ model: 'nowhere/large' })).rejects.toThrow('no adapter registered for provider "nowhere"')
    await expect(bench.open({ model: 'unheard-of' })).rejects.toThrow('does not offer the model "unheard-of"')
  })

  it('shares its process with others, and has one of its own with tools of the host', async () => {
    bench = await startBench()
    const [one, two] = [await bench.open(), await bench.open()]
    await Promise.all([run(one, 'One'), run(two, 'Two')])
    // Each process of the stand-in is one; the reaper is no child of the supervisor.
    expect(await bench.alive()).toBe(1)
    const three = await bench.open({
      tools: () => [{ name: 'control_workers', description: '', parameters: {} }],
      mcp: async () => ({ url: 'http://127.0.0.1:9/mcp', token: 'secret', needed: true })
    })
    await run(three, 'Three')
    expect(await bench.alive()).toBe(2)
    expect(await readFile(join(three.spec.stateFolder, 'dsh-tools.yml'), 'utf8')).toContain('Bearer secret')
  })

  it('that was begun when agents might write is not run when they may not', async () => {
    bench = await startBench()
    const world = await bench.open()
    await run(world, 'Hello')
    world.policy = 'read'
    expect((await run(world, 'Hello again')).outcome).toMatchObject({ kind: 'error', error: { code: 'POLICY_LOWERED' } })
    world.policy = 'write'
    expect((await run(world, 'Hello again')).outcome).toEqual({ kind: 'completed' })
  })

  it('reads what was said while its stream was lost', async () => {
    bench = await startBench()
    const world = await bench.open()
    const { facts, outcome } = await run(world, `[[cut]] ${tool('bash', { text: 'heard' })} ${tool('bash', { ms: 900, text: 'all' })}`)
    expect(outcome).toEqual({ kind: 'completed' })
    expect(facts.of('result').map(({ text }) => text)).toEqual(['done', 'heard', 'all'])
    expect(facts.of('step').map(({ number }) => number)).toEqual([1, 2, 3, 4])
  })
})

describe('what the harness asks', () => {
  const asking = (answer: (request: AskRequest) => string | null) => {
    const requests: AskRequest[] = []
    return { requests, ask: async (request: AskRequest) => (requests.push(request), answer(request)) }
  }

  it('is allowed or not by whoever answers', async () => {
    bench = await startBench()
    const yes = asking(() => 'allow')
    const world = await bench.open({ ask: yes.ask })
    const { facts } = await run(world, '[[approve write {"args":{"file_path":"a.txt"}}]]')
    expect(facts.of('result')).toMatchObject([{ isError: false }])
    expect(yes.requests).toMatchObject([{ kind: 'permission', tool: 'write', act: 'write', paths: [join(world.folder, 'a.txt')], detail: 'a.txt' }])
    expect(yes.requests[0]?.callId).toBe(facts.of('call')[0]?.callId)
    const no = asking(() => 'reject')
    const { facts: refused } = await run(await bench.open({ ask: no.ask }), '[[approve bash {"args":{"command":"rm -rf /"}}]]')
    expect(refused.of('result')).toMatchObject([{ isError: true }])
    expect(no.requests).toMatchObject([{ act: 'run', detail: 'rm -rf /' }])
  })

  it('goes by the policy where nobody answers', async () => {
    bench = await startBench()
    const world = await bench.open()
    world.policy = 'write'
    const { facts } = await run(world, '[[approve write {"args":{"file_path":"a.txt"}}]] [[approve bash {"args":{"command":"ls"}}]]')
    expect(facts.of('result').map(({ isError }) => isError)).toEqual([false, true])
  })

  it('is withdrawn with its turn', async () => {
    bench = await startBench()
    let withdrawn = false
    const world = await bench.open({
      ask: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => ((withdrawn = true), resolve(null))))
    })
    const { facts, ended } = begin(world, '[[approve bash {"args":{"command":"ls"}}]]')
    await facts.first('call')
    world.session.interrupt()
    expect((await ended).kind).toBe('aborted')
    expect(withdrawn).toBe(true)
  })

  it('as a question is answered with what was chosen, or in words', async () => {
    bench = await startBench()
    const chosen = asking((request) => request.options[1]?.id ?? null)
    const questions = [{ id: 'q1', question: 'Which?', options: [{ label: 'A' }, { label: 'B', description: 'the other' }] }, { id: 'q2', question: 'Why?' }]
    const { facts } = await run(await bench.open({ question: async (request) => (request.title === 'Why?' ? { optionId: null, text: 'Because.' } : { optionId: await chosen.ask(request), text: null }) }), `[[question ${JSON.stringify({ questions })}]]`)
    const answer: unknown = JSON.parse(facts.of('result')[0]?.text ?? '')
    expect(answer).toMatchObject({ answer: { answers: [{ id: 'q1', selected: ['B'] }, { id: 'q2', selected: [], custom: 'Because.' }] } })
    expect(chosen.requests).toMatchObject([{ kind: 'question', title: 'Which?', detail: 'B: the other' }])
  })
})

describe('a harness that fails', () => {
  it('by its end in mid-turn ends the turn, and the next one starts it again', async () => {
    bench = await startBench()
    const world = await bench.open()
    const { outcome } = await run(world, '[[exit]]')
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 'AGENT_EXIT', message: expect.stringContaining('code 3') } })
    expect((await run(await bench.open(), 'Hello')).outcome).toEqual({ kind: 'completed' })
  })

  it('by another API is told apart, with the version that is known', async () => {
    bench = await startBench(['--odd'])
    await expect(bench.open()).rejects.toThrow('answers "host.describe" in another way')
    await expect(bench.open()).rejects.toThrow('0.1.0-rc.8')
  })

  it('by never answering is given up, and leaves nothing', async () => {
    bench = await startBench(['--mute'], { times: { startMs: 700 } })
    await expect(bench.open()).rejects.toThrow('did not answer within 0.7 s')
    await until('it has ended', async () => (await bench.alive()) === 0)
  })

  it('by starting slowly is waited for', async () => {
    bench = await startBench(['--slow', '800'])
    expect((await run(await bench.open(), 'Hello')).outcome).toEqual({ kind: 'completed' })
  })

  it('by a message that is too long ends the turn and says so', async () => {
    bench = await startBench()
    const world = await bench.open()
    const { outcome } = await run(world, `[[flood ${17 * 1024 * 1024}]] ${tool('bash', { ms: 20_000 })}`)
    expect(outcome).toMatchObject({ kind: 'error', error: { code: 'MESSAGE_TOO_LARGE' } })
  })

  it('is found by a check before it is used', async () => {
    bench = await startBench()
    expect(await bench.check()).toMatchObject({ name: 'DeepSeek Harness', version: '0.1.0-rc.8', can: { resume: true, tools: true } })
    await until('it has ended', async () => (await bench.alive()) === 0)
    const odd = await startBench(['--odd'])
    try {
      await expect(odd.check()).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('another way') })
    } finally {
      await odd.close()
    }
  })

  it('by not being there says so', async () => {
    bench = await startBench([], { find: async () => ({ command: '/nowhere/dsh', version: null }) })
    await expect(bench.open()).rejects.toThrow('could not be started')
  })
})
