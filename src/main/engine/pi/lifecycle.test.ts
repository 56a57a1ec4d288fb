import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive, living, until } from '../../process/testing/world'
import { begin, BENCH_KEY, input, run, startBench, type Bench, type World } from './testing'

const HOST = 'lifecycle.test'
let bench: Bench

beforeAll(async () => {
  process.env.OPENAI_API_KEY = 'sk-from-the-environment'
  process.env.SOME_TOKEN_OF_THE_USER = 'stays'
  bench = await startBench({ environment: { CREWDECK_HOST: HOST } })
})
afterAll(async () => {
  delete process.env.OPENAI_API_KEY
  delete process.env.SOME_TOKEN_OF_THE_USER
  await bench.close()
})

const transcriptOf = async (world: Pick<World, 'stateFolder'>) => {
  const kept = join(world.stateFolder, 'pi')
  const name = (await readdir(kept)).find((file) => file.endsWith('.jsonl'))
  return join(kept, name ?? 'none')
}

describe('a Session that is opened again', () => {
  it('remembers what was said', async () => {
    const first = await bench.open()
    await run(first, 'The word is heliotrope. [[bash {"command":"echo done"}]]')
    await first.session.dispose()
    const again = await bench.open({ as: first })
    const { facts, outcome } = await run(again, 'And now?')
    expect(outcome.kind).toBe('completed')
    expect(facts.reply).toContain('And now?')
    const seen = bench.model.requests.at(-1)?.messages ?? []
    expect(seen.filter((message) => message.role === 'user').map((message) => message.text)).toEqual([
      'The word is heliotrope. [[bash {"command":"echo done"}]]',
      'And now?'
    ])
    expect(seen.some((message) => message.role === 'tool' && message.text === 'done\n')).toBe(true)
  })

  it('says so when what it remembers is gone or damaged, and leaves the file alone', async () => {
    const first = await bench.open()
    await run(first, 'hello')
    await first.session.dispose()
    const path = await transcriptOf(first)
    const whole = await readFile(path, 'utf8')

    const damaged = whole.replace('"role":"user"', '"role":user"')
    await writeFile(path, damaged)
    await expect(bench.open({ as: first })).rejects.toMatchObject({ name: 'EngineError', code: 'SESSION_DAMAGED' })
    expect(await readFile(path, 'utf8')).toBe(damaged)

    await writeFile(path, '')
    await expect(bench.open({ as: first })).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
    expect(await readFile(path, 'utf8')).toBe('')

    await rm(path)
    await expect(bench.open({ as: first })).rejects.toMatchObject({ code: 'SESSION_LOST', message: expect.stringContaining('start a new worker') })

    // A crash while the last line was written is no damage.
    await writeFile(path, `${whole}{"type":"mess`)
    const again = await bench.open({ as: first })
    expect((await run(again, 'back')).outcome.kind).toBe('completed')
  })

  it('cannot be opened without its folder or its model', async () => {
    const world = await bench.open()
    await rm(world.folder, { recursive: true })
    await writeFile(world.folder, 'no folder')
    await expect(
      bench.pi.engine.open({ sessionId: 'x', name: 'X', folder: world.folder, stateFolder: world.stateFolder, model: 'chat/normal', policy: () => 'run' })
    ).rejects.toMatchObject({ code: 'FOLDER_MISSING' })
    await expect(
      bench.pi.engine.open({ sessionId: 'x', name: 'X', folder: bench.root, stateFolder: world.stateFolder, model: null, policy: () => 'run' })
    ).rejects.toMatchObject({ code: 'MODEL_NOT_SET' })
  })
})

describe('the pi process', () => {
  it('is one for all Sessions', async () => {
    const worlds = await Promise.all([bench.open(), bench.open(), bench.open()])
    const turns = await Promise.all(worlds.map((world, index) => run(world, `[[write {"path":"f","content":"${index}"}]]`)))
    expect(turns.map((turn) => turn.outcome.kind)).toEqual(['completed', 'completed', 'completed'])
    for (const [index, world] of worlds.entries()) expect(await readFile(join(world.folder, 'f'), 'utf8')).toBe(String(index))
    expect(bench.children).toHaveLength(1)
  })

  it('has no key in its arguments or environment, and neither have its commands', async () => {
    const world = await bench.open()
    const { facts } = await run(world, '[[bash {"command":"env; cat /proc/self/cmdline"}]]')
    const pid = bench.children.at(-1)?.pid
    const ofProcess = (await readFile(`/proc/${pid}/environ`, 'utf8')) + (await readFile(`/proc/${pid}/cmdline`, 'utf8'))
    const ofCommand = facts.of('result')[0]?.text ?? ''
    for (const text of [ofProcess, ofCommand]) {
      expect(text).not.toContain('sk-from-the-environment')
      expect(text).not.toContain(BENCH_KEY)
      expect(text).toContain('SOME_TOKEN_OF_THE_USER=stays')
    }
    expect(ofCommand).not.toContain('OPENAI_API_KEY')
    for (const name of await readdir(world.stateFolder, { recursive: true, withFileTypes: true })) {
      if (name.isFile()) expect(await readFile(join(name.parentPath, name.name), 'utf8')).not.toContain(BENCH_KEY)
    }
  })

  it('that dies ends every turn with an error and its commands too; the next open starts a new one', async () => {
    const worlds = [await bench.open(), await bench.open()]
    const turns = worlds.map((world) => begin(world, '[[bash {"command":"echo here; sleep 500"}]]'))
    for (const { facts } of turns) await facts.first('now', (fact) => fact.now?.detail === 'here')
    const commands = (row: { host: string | null; task: string | null }) => row.host === HOST && row.task !== null
    // A process that is just being started may be seen a moment later.
    await until('both commands run', async () => (await living(commands)).length >= 2)
    const pid = bench.children.at(-1)?.pid ?? 0
    process.kill(pid, 'SIGKILL')
    for (const { ended } of turns) {
      expect(await ended).toMatchObject({ kind: 'error', error: { code: 'ENGINE_EXIT', message: expect.stringContaining('retry') } })
    }
    for (const world of worlds) expect(world.exits).toHaveLength(1)
    await until('the commands are gone', async () => (await living(commands)).length === 0)
    const closed = await run(worlds[0] as World, 'hello?')
    expect(closed.outcome).toMatchObject({ kind: 'error', error: { code: 'ENGINE_EXIT' } })

    const again = await bench.open({ as: worlds[0] as World })
    expect((await run(again, '[[fresh]] hello')).facts.reply).toContain('hello')
    expect(bench.children.at(-1)?.pid).not.toBe(pid)
  })

  it('ends at once when its host is gone, with its commands', async () => {
    const world = await bench.open()
    const { facts } = begin(world, '[[bash {"command":"echo here; sleep 500"}]]')
    await facts.first('now', (fact) => fact.now?.detail === 'here')
    const child = bench.children.at(-1)
    child?.disconnect()
    await until('the process is gone', async () => !(await isAlive(child?.pid ?? 0)), 2_000)
    await until('its commands are gone', async () => (await living((row) => row.host === HOST && row.task !== null)).length === 0, 2_000)
  })

  it('ends by itself when nobody uses it, and leaves the home folder alone', async () => {
    const home = process.env.HOME
    process.env.HOME = bench.root
    const small = await startBench({ idleMs: 50 })
    try {
      const world = await small.open()
      await run(world, 'hello')
      const pid = small.children[0]?.pid ?? 0
      await world.session.dispose()
      await until('the process is gone', async () => !(await isAlive(pid)))
      expect((await run(await small.open({ as: world }), 'hello again')).outcome.kind).toBe('completed')
      expect(small.children).toHaveLength(2)
      expect((await readdir(bench.root)).filter((name) => name.startsWith('.'))).toEqual([])
    } finally {
      process.env.HOME = home
      await small.close()
    }
  })

  it('takes no steers and no turns once the engine is closed', async () => {
    const small = await startBench()
    const world = await small.open()
    const { facts, ended } = begin(world, '[[bash {"command":"echo here; sleep 500"}]]')
    await facts.first('now', (fact) => fact.now?.detail === 'here')
    await small.pi.engine.close()
    expect(await ended).toMatchObject({ kind: 'error', error: { code: 'ENGINE_EXIT' } })
    await world.session.offerSteers([input('late')])
    await expect(small.open()).rejects.toMatchObject({ code: 'ENGINE_CLOSED' })
    await small.close()
  })
})
