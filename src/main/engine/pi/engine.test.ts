import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TOOL_TEXT_MAX, type FileChange } from '../engine'
import { digestOf, readVersion, versionsFolderOf } from '../versions'
import { begin, BENCH_KEY, run, startBench, type Bench } from './testing'

let bench: Bench

beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

const there = (path: string) => access(path).then(() => true, () => false)

describe('a turn', () => {
  it('tells its steps, calls, results, the reply and what it used, in order', async () => {
    const world = await bench.open()
    const { facts, outcome } = await run(world, 'Please [[write {"path":"docs/a.md","content":"one\\ntwo\\n"}]] now')
    expect(outcome).toEqual({ kind: 'completed' })
    expect(await readFile(join(world.folder, 'docs/a.md'), 'utf8')).toBe('one\ntwo\n')
    const durable = facts.facts.filter((fact) => fact.fact !== 'now' && fact.fact !== 'heard')
    expect(durable.map((fact) => fact.fact)).toEqual(['step', 'assistant', 'call', 'result', 'step', 'assistant'])
    expect(facts.of('call')).toMatchObject([{ name: 'write', arguments: '{"path":"docs/a.md","content":"one\\ntwo\\n"}' }])
    expect(facts.of('result')).toMatchObject([
      { name: 'write', isError: false, changes: [{ path: 'docs/a.md', how: 'created', added: 2, removed: 0 }] }
    ])
    expect(facts.reply).toContain('> Please now')
    expect(facts.of('assistant').at(-1)).toMatchObject({ model: 'chat/normal', usage: { outputTokens: 5, cost: null } })
    expect(bench.model.requests.at(-1)?.key).toBe(BENCH_KEY)
  })

  it('runs by each of the three APIs', async () => {
    for (const model of ['chat/normal', 'responses/normal', 'messages/normal']) {
      const world = await bench.open({ model })
      const { facts, outcome } = await run(world, `[[bash {"command":"echo from-${model}"}]] then say so`)
      expect(outcome, model).toEqual({ kind: 'completed' })
      expect(facts.of('result')[0]?.text, model).toBe(`from-${model}\n`)
      expect(facts.reply, model).toContain('then say so')
      expect(bench.model.requests.at(-1)).toMatchObject({ key: BENCH_KEY, toolResults: [`from-${model}\n`] })
    }
  })

  it('lives while a tool is silent, and says what the tool said last', async () => {
    const world = await bench.open()
    const startedAt = Date.now()
    const { facts, outcome } = await run(world, '[[bash {"command":"echo begun; sleep 3.4"}]]')
    expect(outcome.kind).toBe('completed')
    const heard = [startedAt, ...facts.of('heard').map((fact) => fact.at)]
    expect(heard.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...heard.slice(1).map((at, index) => at - (heard[index] ?? 0)))).toBeLessThan(2_000)
    expect(facts.of('now').map((fact) => [fact.now?.what, fact.now?.detail])).toContainEqual(['bash', 'begun'])
  })

  it('takes nothing from the folder that it was not asked to read', async () => {
    const world = await bench.open()
    await mkdir(join(world.folder, '.pi/extensions'), { recursive: true })
    await mkdir(join(world.folder, '.pi/prompts'), { recursive: true })
    for (const name of ['AGENTS.md', 'CLAUDE.md', '.pi/SYSTEM.md', '.pi/APPEND_SYSTEM.md', '.pi/prompts/hello.md']) {
      await writeFile(join(world.folder, name), 'HEY-FROM-THE-FOLDER')
    }
    await writeFile(join(world.folder, '.pi/extensions/x.ts'), `import fs from 'node:fs'; fs.writeFileSync(${JSON.stringify(join(world.folder, 'ran'))}, ''); export default () => {}`)
    const again = await bench.open({ as: world })
    expect((await run(again, '/hello world')).facts.reply).toContain('> /hello world')
    const seen = bench.model.requests.at(-1)
    const system = seen?.messages.find((message) => message.role === 'system')?.text ?? ''
    expect(system).toContain('You are "Ada" in Crewdeck')
    expect(JSON.stringify(seen)).not.toContain('HEY-FROM-THE-FOLDER')
    expect(await there(join(world.folder, 'ran'))).toBe(false)
    expect(seen?.outputLimit).toBeNull()
    expect(seen?.tools.toSorted()).toEqual(['bash', 'edit', 'find', 'grep', 'ls', 'present', 'read', 'write'])
  })

  it('keeps results that are too long in a file that it names', async () => {
    const world = await bench.open()
    const { facts } = await run(world, '[[bash {"command":"seq -f %0100g 1 400"}]]')
    const [result] = facts.of('result')
    expect(result?.text.length).toBe(TOOL_TEXT_MAX)
    const path = /kept in (\S+)\]/.exec(result?.text ?? '')?.[1] ?? ''
    expect(path.startsWith(world.stateFolder)).toBe(true)
    expect((await readFile(path, 'utf8')).length).toBeGreaterThan(TOOL_TEXT_MAX)
  })
})

describe('changes', () => {
  it('are what write and edit did to files, and nothing else', async () => {
    const world = await bench.open()
    await writeFile(join(world.folder, 'a.txt'), 'one\ntwo\nthree\n')
    await writeFile(join(world.folder, 'b.bin'), Buffer.from([0, 1, 2]))
    const { facts, outcome } = await run(
      world,
      [
        '[[read {"path":"a.txt"}]]',
        '[[edit {"path":"a.txt","edits":[{"oldText":"two\\n","newText":"2\\n2b\\n"}]}]]',
        '[[edit {"path":"a.txt","edits":[{"oldText":"not in it","newText":"x"}]}]]',
        '[[write {"path":"a.txt","content":"one\\n2\\n2b\\nthree\\n"}]]',
        '[[write {"path":"b.bin","content":"text now"}]]',
        '[[bash {"command":"echo from bash > c.txt"}]]',
        `[[write ${JSON.stringify({ path: join(world.folder, 'd.txt'), content: 'x' })}]]`
      ].join(' ')
    )
    expect(outcome.kind).toBe('completed')
    const bare = (changes: readonly FileChange[]) => changes.map(({ path, how, added, removed }) => ({ path, how, added, removed }))
    expect(facts.of('result').map((result) => [result.name, result.isError, bare(result.changes)])).toEqual([
      ['read', false, []],
      ['edit', false, [{ path: 'a.txt', how: 'changed', added: 2, removed: 1 }]],
      ['edit', true, []],
      ['write', false, []],
      ['write', false, [{ path: 'b.bin', how: 'changed', added: null, removed: null }]],
      ['bash', false, []],
      ['write', false, [{ path: 'd.txt', how: 'created', added: 1, removed: 0 }]]
    ])

    // What the files held before and after, as far as it is text.
    const kept = versionsFolderOf(world.stateFolder)
    const read = async (digest: string | null | undefined) => (digest ? readVersion(kept, digest) : digest)
    const changes = facts.of('result').flatMap((result) => result.changes)
    expect(await Promise.all(changes.map(async ({ before, after }) => [await read(before), await read(after)]))).toEqual([
      ['one\ntwo\nthree\n', 'one\n2\n2b\nthree\n'],
      [null, 'text now'],
      [null, 'x']
    ])
    expect(changes.map(({ before }) => before)).toEqual([expect.any(String), digestOf(Buffer.from([0, 1, 2])), null])
  })

  it('stay inside the folder, also where links lead out', async () => {
    const world = await bench.open()
    const outside = join(world.folder, '..', 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'kept.txt'), 'kept')
    await symlink(outside, join(world.folder, 'way-out'))
    await symlink(join(outside, 'kept.txt'), join(world.folder, 'kept-link.txt'))
    await symlink(join(outside, 'not-yet.txt'), join(world.folder, 'dangling.txt'))
    const { facts } = await run(
      world,
      [
        '[[write {"path":"../outside/new.txt","content":"x"}]]',
        '[[write {"path":"way-out/new.txt","content":"x"}]]',
        '[[write {"path":"way-out/deep/new.txt","content":"x"}]]',
        '[[write {"path":"kept-link.txt","content":"x"}]]',
        '[[write {"path":"dangling.txt","content":"x"}]]',
        '[[edit {"path":"kept-link.txt","edits":[{"oldText":"kept","newText":"lost"}]}]]'
      ].join(' ')
    )
    const results = facts.of('result')
    expect(results).toHaveLength(6)
    for (const result of results) {
      expect(result).toMatchObject({ isError: true, changes: [] })
      expect(result.text).toMatch(/^Blocked: /)
    }
    expect(await readFile(join(outside, 'kept.txt'), 'utf8')).toBe('kept')
    for (const name of ['new.txt', 'deep', 'not-yet.txt']) expect(await there(join(outside, name)), name).toBe(false)
  })
})

describe('present', () => {
  it('shows files that are there, inside the folder', async () => {
    const world = await bench.open({ policy: 'read' })
    await mkdir(join(world.folder, 'out'))
    await writeFile(join(world.folder, 'out/report.md'), '# Report')
    const { facts } = await run(
      world,
      [
        '[[present {"files":[{"path":"out/report.md","description":"The report"}]}]]',
        '[[present {"files":[{"path":"missing.md"}]}]]',
        '[[present {"files":[{"path":"out"}]}]]',
        '[[present {"files":[{"path":"/etc/hostname"}]}]]',
        `[[present ${JSON.stringify({ files: Array.from({ length: 9 }, () => ({ path: 'out/report.md' })) })}]]`
      ].join(' ')
    )
    expect(facts.of('presented').map((fact) => fact.files)).toEqual([[{ path: 'out/report.md', description: 'The report', after: digestOf('# Report') }]])
    expect(facts.of('result').map((result) => result.isError)).toEqual([false, true, true, true, true])
    expect(facts.of('result').slice(1, 4).map((result) => result.text)).toEqual([
      'missing.md does not exist.',
      'out is no file.',
      "/etc/hostname lies outside of the Project's folder."
    ])
  })
})

describe('policies', () => {
  const script =
    '[[ls {}]] [[find {"pattern":"*.txt"}]] [[grep {"pattern":"need"}]] [[read {"path":"a.txt"}]] ' +
    '[[write {"path":"b.txt","content":"x"}]] [[bash {"command":"echo x > c.txt"}]]'

  it.each([
    ['unconfirmed', ['write', 'bash'], 'the operator has not yet said'],
    ['read', ['write', 'bash'], 'the operator lets agents only read'],
    ['write', ['bash'], 'but not run commands'],
    ['run', [], '']
  ] as const)('%s blocks %j, and says who decides', async (policy, blocked, why) => {
    const world = await bench.open({ policy })
    await writeFile(join(world.folder, 'a.txt'), 'a needle')
    const { facts, outcome } = await run(world, script)
    expect(outcome.kind).toBe('completed')
    const results = facts.of('result')
    expect(results.map((result) => result.name)).toEqual(['ls', 'find', 'grep', 'read', 'write', 'bash'])
    expect(results.filter((result) => result.isError).map((result) => result.name)).toEqual(blocked)
    for (const result of results.filter((one) => one.isError)) expect(result.text).toContain(why)
    expect(results.slice(0, 4).map((result) => result.text)).toEqual(['a.txt', 'a.txt', 'a.txt:1:a needle', 'a needle'])
    expect([await there(join(world.folder, 'b.txt')), await there(join(world.folder, 'c.txt'))]).toEqual(
      ['write', 'bash'].map((tool) => !blocked.some((name) => name === tool))
    )
  })

  it('count from the moment when they change, also within a turn', async () => {
    const world = await bench.open({ policy: 'run' })
    const { facts, ended } = begin(world, '[[bash {"command":"echo begun; sleep 0.5"}]] [[bash {"command":"echo x > c.txt"}]]')
    await facts.first('now', (fact) => fact.now?.detail === 'begun')
    world.policy = 'read'
    await ended
    expect(facts.of('result').map((result) => result.isError)).toEqual([false, true])
    expect(await there(join(world.folder, 'c.txt'))).toBe(false)
  })
})
