import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AskRequest } from '../engine'
import { digestOf } from '../versions'
import { begin, run, startBench, until, type Bench, type World } from './testing'

let bench: Bench

beforeAll(async () => {
  bench = await startBench()
}, 60_000)
afterAll(() => bench.close())

/** A Session whose questions are answered with `answer`. */
async function asked(answer: (request: AskRequest, signal: AbortSignal) => string | null | Promise<string | null>) {
  const requests: AskRequest[] = []
  const world = await bench.open([], {
    spec: {
      ask: async (request, signal) => {
        requests.push(request)
        return answer(request, signal)
      }
    }
  })
  return { world, requests }
}
const results = async (world: World, text: string) => (await run(world, text)).facts.of('result').map((result) => [result.isError, result.text] as const)

it('reads what was attached to a message, which lies outside of the folder, and writes nothing there', async () => {
  const attachmentsFolder = await mkdtemp(join(tmpdir(), 'crewdeck-attached-'))
  try {
    await writeFile(join(attachmentsFolder, 'a.txt'), 'attached')
    await symlink('/etc/hostname', join(attachmentsFolder, 'link.txt'))
    const world = await bench.open([], { spec: { attachmentsFolder } })
    const read = async (path: string) => results(world, `[[read ${JSON.stringify({ path })}]]`)
    expect(await read(join(attachmentsFolder, 'a.txt'))).toEqual([[false, 'attached']])
    expect(await read(join(attachmentsFolder, 'link.txt'))).toEqual([[true, expect.stringContaining('outside')]])
    const write = { path: join(attachmentsFolder, 'a.txt'), content: 'x', via: 'client' }
    expect(await results(world, `[[write ${JSON.stringify(write)}]]`)).toEqual([[true, expect.stringContaining('outside')]])
  } finally {
    await rm(attachmentsFolder, { recursive: true })
  }
})

describe('a question of an agent', () => {
  it('is asked with its own options, and its answer counts', async () => {
    const { world, requests } = await asked(() => 'yes')
    world.policy = 'read'
    const { facts } = await run(world, '[[write {"path":"a.txt","content":"x","ask":true}]]')
    expect(requests).toEqual([
      {
        kind: 'permission', title: 'Write a.txt', detail: join(world.folder, 'a.txt'), tool: 'test_edit', act: 'write', paths: [join(world.folder, 'a.txt')],
        callId: facts.of('call')[0]?.callId,
        options: [
          { id: 'yes', label: 'Yes, once', kind: 'allow-once' },
          { id: 'ever', label: 'Always', kind: 'allow-always' },
          { id: 'no', label: 'No', kind: 'reject-once' }
        ],
        changes: [{ path: 'a.txt', diff: '+x', isCut: false }]
      }
    ])
    // The call is told before it is asked about.
    expect(facts.of('call')).toHaveLength(1)
    expect(await readFile(join(world.folder, 'a.txt'), 'utf8')).toBe('x')
  })

  it('is asked before a file is read for it, where the operator wants to be asked about everything', async () => {
    const answers = ['reject', 'allow']
    const { world, requests } = await asked(() => answers.shift() ?? 'reject')
    world.policy = 'ask'
    await writeFile(join(world.folder, 'a.txt'), 'heliotrope')
    const { facts } = await run(world, '[[read {"path":"a.txt"}]] [[read {"path":"a.txt"}]]')
    expect(requests.map(({ title, act }) => [title, act])).toEqual([['Read a.txt', 'read'], ['Read a.txt', 'read']])
    expect(facts.of('result').map(({ text }) => text)).toEqual(["The operator does not let agents read files in this folder.", 'heliotrope'])
  })

  it('is withdrawn when its turn ends, and an answer that is none counts as none', async () => {
    let withdrawn = false
    const { world, requests } = await asked((_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(((withdrawn = true), 'yes')))))
    const { ended } = begin(world, '[[write {"path":"b.txt","content":"x","ask":true}]]')
    await until('it is asked', () => requests.length === 1)
    world.session.interrupt()
    expect((await ended).kind).toBe('aborted')
    expect(withdrawn).toBe(true)
    await expect(readFile(join(world.folder, 'b.txt'))).rejects.toMatchObject({ code: 'ENOENT' })

    const strange = await asked(() => 'anything')
    expect(await results(strange.world, '[[write {"path":"b.txt","content":"x","ask":true}]]')).toEqual([[true, 'The user said no.']])
  })

  it.each([
    ['read', '[[write {"path":"c.txt","content":"x","ask":true}]]', true],
    ['write', '[[write {"path":"c.txt","content":"x","ask":true}]]', false],
    ['write', '[[write {"path":"/tmp/crewdeck-never.txt","content":"x","ask":true}]]', true],
    ['write', '[[run {"command":"echo hi","ask":true}]]', true],
    ['run', '[[run {"command":"echo hi","ask":true}]]', false],
    ['unconfirmed', '[[run {"command":"echo hi","ask":true}]]', true]
  ] as const)('that nobody listens to is decided by the policy %s: %s', async (policy, text, refused) => {
    const world = await bench.open()
    world.policy = policy
    expect((await results(world, text)).map(([isError]) => isError)).toEqual([refused])
  })
})

describe('files through us', () => {
  it('are read and written inside the folder only, whatever links lie on the way', async () => {
    const world = await bench.open()
    const outside = join(world.folder, '..', `outside-${world.sessionId}`)
    await mkdir(outside)
    await writeFile(join(outside, 'secret.txt'), 'secret')
    await writeFile(join(world.folder, 'in.txt'), 'inside')
    await symlink(outside, join(world.folder, 'way-out'))
    await symlink(join(outside, 'new.txt'), join(world.folder, 'dangling'))
    const read = (path: string) => `[[read ${JSON.stringify({ path })}]]`
    const write = (path: string) => `[[write ${JSON.stringify({ path, content: 'x', via: 'client' })}]]`
    expect(await results(world, [read(join(world.folder, 'in.txt')), read(join(world.folder, 'way-out/secret.txt')), read(join(outside, 'secret.txt')), read('/etc/hostname')].join(' '))).toEqual([
      [false, 'inside'],
      [true, expect.stringContaining('lies outside')],
      [true, expect.stringContaining('lies outside')],
      [true, expect.stringContaining('lies outside')]
    ])
    expect((await results(world, [write('way-out/a.txt'), write('dangling'), write(join(outside, 'b.txt'))].join(' '))).map(([isError]) => isError)).toEqual([true, true, true])
    await expect(readFile(join(outside, 'new.txt'))).rejects.toMatchObject({ code: 'ENOENT' })
    const { facts } = await run(world, write('sub/new.txt'))
    expect(facts.of('result')[0]?.changes).toEqual([{ path: 'sub/new.txt', how: 'created', added: 1, removed: 0, before: null, after: digestOf('x') }])
    expect(await readFile(join(world.folder, 'sub/new.txt'), 'utf8')).toBe('x')
  })

  it('are written under a policy that does not allow it only when a human has', async () => {
    const text = '[[write {"path":"d.txt","content":"x","via":"client"}]]'
    const quiet = await bench.open()
    quiet.policy = 'read'
    expect(await results(quiet, text)).toEqual([[true, expect.stringContaining('does not let agents write files')]])
    const { world, requests } = await asked(() => 'allow')
    world.policy = 'read'
    const { facts } = await run(world, text)
    expect(facts.of('result')).toMatchObject([{ isError: false, text: 'Written.' }])
    // What it waited for is the only call that ran.
    expect(requests.map(({ callId }) => callId)).toEqual(facts.of('call').map(({ callId }) => callId))
    expect(requests.map(({ title, options }) => [title, options.map(({ id }) => id)])).toEqual([['Write d.txt', ['allow', 'reject']]])
    // Having allowed the call, nobody is asked again for its file.
    const once = await asked(() => 'yes')
    once.world.policy = 'read'
    expect(await results(once.world, '[[write {"path":"e.txt","content":"x","via":"client","ask":true}]]')).toEqual([[false, 'Written.']])
    expect(once.requests).toHaveLength(1)
    // But for another file.
    const both = await asked((request) => (request.options[0]?.id === 'yes' ? 'yes' : null))
    both.world.policy = 'read'
    const texts = '[[write {"path":"f.txt","content":"x","via":"client","ask":true}]] [[write {"path":"g.txt","content":"x","via":"client"}]]'
    expect((await results(both.world, texts)).map(([isError]) => isError)).toEqual([false, true])
    expect(both.requests.map(({ title }) => title)).toEqual(['Write f.txt', 'Write g.txt'])
  })
})

describe('commands through us', () => {
  it('run in the folder, with bounded output, and end with their turn', async () => {
    const world = await bench.open()
    expect(await results(world, '[[run {"command":"pwd; echo out; echo err >&2"}]]')).toEqual([[false, `${world.folder}\nout\nerr\n`]])
    const [[, text] = []] = await results(world, '[[run {"command":"yes 0123456789 | head -c 3000000; exit 4"}]]')
    expect(text?.length).toBeLessThanOrEqual(16_000)
    const { facts, ended } = begin(world, '[[run {"command":"echo started; sleep 300"}]]')
    await facts.first('call')
    await until('it runs', async () => (await bench.alive()) > 1)
    world.session.interrupt()
    expect((await ended).kind).toBe('aborted')
    const agents = bench.engine.factsOf(world.sessionId) ? 1 : 0
    await until('the command is gone', async () => (await bench.alive()) === agents)
  })

  it('are refused where the policy does not let them run', async () => {
    const world = await bench.open()
    world.policy = 'write'
    expect(await results(world, '[[run {"command":"echo hi"}]]')).toEqual([[true, expect.stringContaining('does not let agents run commands')]])
  })
})
