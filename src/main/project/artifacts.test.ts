import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Versions, versionsFolderOf } from '../engine/versions'
import type { FileChange } from '../engine/engine'
import { ArtifactRows } from '../session/artifact-rows'
import { MIGRATIONS } from '../store/schema'
import { Crew } from '../testing/crew'
import type { FakeTurn } from '../testing/fake-engine'
import { ArtifactList } from './artifact-list'
import { Artifacts } from './artifacts'

let crew: Crew
let artifacts: Artifacts
let list: ArtifactList
let versions: Versions

beforeEach(() => {
  crew = new Crew()
  const parts = { rows: new ArtifactRows(crew.db), workers: crew.workers, projects: crew.projects, desktop: null, stateFolderOf: () => crew.folder }
  artifacts = new Artifacts(parts)
  list = new ArtifactList(artifacts, { ...parts, log: crew.log })
  versions = new Versions(versionsFolderOf(crew.folder))
})
afterEach(() => crew.close())

const at = (path: string) => join(crew.folder, path)

/** Writes a file as an engine does that sees what it held. */
function write(turn: FakeTurn, path: string, text: string, before: string | null): FileChange {
  writeFileSync(at(path), text)
  const change: FileChange = {
    path, how: before === null ? 'created' : 'changed', added: 1, removed: before === null ? 0 : 1,
    before: before === null ? null : versions.keep(before), after: versions.keep(text)
  }
  turn.sink.toolResult({ callId: 'c', name: 'write', text: '', isError: false, changes: [change] })
  return change
}

/** Runs one turn of a worker. */
async function run(workerId: string, count: number, work: (turn: FakeTurn) => void, end = true): Promise<void> {
  if (count > 1) crew.send(workerId, `${workerId}-${count}`, 'queue')
  const turn = await crew.steering.turnOf(workerId, count)
  turn.sink.step(1)
  work(turn)
  if (!end) return void (await new Promise((resolve) => setImmediate(resolve)))
  turn.reply('done')
  turn.end()
  await crew.idle(workerId)
}

const page = (workerId: string, below: number | null = null) => list.page(crew.sessionId, workerId, below)
const files = async (workerId: string) => (await page(workerId)).turns.flatMap((turn) => turn.files)
const ref = (workerId: string, artifactId: string) => ({ sessionId: crew.sessionId, workerId, artifactId })

describe('the files of a worker', () => {
  it('are those of all its turns, newest first, each once with all that the turn did to it', async () => {
    crew.worker('w')
    await run('w', 1, (turn) => {
      write(turn, 'a.txt', 'one', null)
      write(turn, 'a.txt', 'two', 'one')
      turn.sink.presented('p', [{ path: 'a.txt', description: 'The first' }])
    })
    await run('w', 2, (turn) => void write(turn, 'b.txt', 'b', null))
    const { turns, next } = await page('w')
    expect(next).toBeNull()
    expect(turns.map(({ number, engine, model, files: made }) => [number, engine, model, made.map(({ how, path, added, description }) => [how, path, added, description])])).toEqual([
      [2, 'pi', 'test/model', [['created', 'b.txt', 1, null]]],
      [1, 'pi', 'test/model', [['created', 'a.txt', 1, null], ['presented', 'a.txt', null, 'The first']]]
    ])
  })

  it('come in pages that leave out nothing and repeat nothing', async () => {
    crew.worker('w')
    await run('w', 1, () => {})
    const wrote = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 }), async (counts) => {
        for (const count of counts) {
          const number = (crew.log.get('w')?.turnCount ?? 0) + 1
          if (count > 0) wrote.set(number, count)
          await run('w', number, (turn) => {
            const changes = Array.from({ length: count }, (_, index): FileChange => ({ path: `f${index}`, how: 'created', added: 1, removed: 0 }))
            turn.sink.toolResult({ callId: 'c', name: 'write', text: '', isError: false, changes })
          })
        }
        const seen: [number, number][] = []
        for (let below: number | null = null; ; ) {
          const { turns, next } = await page('w', below)
          seen.push(...turns.map(({ number, files: made }): [number, number] => [number, made.length]))
          if (next === null) break
          below = next
        }
        expect(seen).toEqual([...wrote].toReversed())
      }),
      { numRuns: 5 }
    )
  })

  it('tell how each stands on disk now', async () => {
    crew.worker('w')
    await run('w', 1, (turn) => {
      for (const name of ['same', 'changed', 'missing', 'back']) write(turn, name, 'left', null)
      writeFileSync(at('old'), 'x')
      turn.sink.toolResult({ callId: 'c', name: 'w', text: '', isError: false, changes: [{ path: 'old', how: 'changed', added: null, removed: null }, { path: '/etc/hostname', how: 'changed', added: null, removed: null }] })
    })
    writeFileSync(at('changed'), 'other')
    rmSync(at('missing'))
    // What holds the same again has not changed, whenever it was written.
    writeFileSync(at('back'), 'left')
    utimesSync(at('back'), Date.now() / 1000 + 100, Date.now() / 1000 + 100)
    utimesSync(at('old'), crew.now / 1000, crew.now / 1000)
    const nows = async () => Object.fromEntries((await files('w')).map(({ path, now }) => [path, now]))
    expect(await nows()).toEqual({ same: 'same', changed: 'changed', missing: 'missing', back: 'same', old: 'unknown', '/etc/hostname': 'outside' })
    utimesSync(at('old'), crew.now / 1000 + 60, crew.now / 1000 + 60)
    expect(await nows()).toMatchObject({ old: 'touched' })
  })

  it('tell which later turn wrote to it, and whose, and whether it still does', async () => {
    crew.worker('a')
    await run('a', 1, (turn) => void write(turn, 'shared.txt', 'of a', null))
    expect((await files('a'))[0]?.since).toBeNull()
    crew.now += 1_000
    crew.worker('b')
    await run('b', 1, (turn) => void write(turn, 'shared.txt', 'of b', 'of a'))
    expect(await files('a')).toMatchObject([{ now: 'changed', since: { workerId: 'b', name: 'b', turn: 1, isOpen: false } }])
    expect(await files('b')).toMatchObject([{ now: 'same', since: null }])
    crew.now += 1_000
    await run('a', 2, (turn) => void write(turn, 'shared.txt', 'of a again', 'of b'), false)
    // What a running turn reports is committed a few milliseconds later.
    await vi.waitFor(async () => expect(await files('b')).toMatchObject([{ now: 'changed', since: { workerId: 'a', turn: 2, isOpen: true } }]))
    expect((await files('a')).map(({ turn, since }) => [turn, since?.turn])).toEqual([[2, undefined], [1, 2]])
  })

  it('are those of a log from before they were listed', async () => {
    crew.worker('w')
    await run('w', 1, (turn) => {
      write(turn, 'a.txt', 'a', null)
      turn.sink.presented('p', [{ path: 'a.txt', description: 'A' }])
    })
    const before = await page('w')
    const migration = MIGRATIONS.find((sql) => sql.includes('CREATE TABLE artifact ')) ?? ''
    crew.db.sqlite.exec(`DROP TABLE artifact; ${migration}`)
    const after = await page('w')
    // Digests were not in the logs of that time.
    const known = ({ turns }: typeof before) => turns.map((turn) => turn.files.map((file) => ({ ...file, now: null, canCompare: null })))
    expect(known(after)).toEqual(known(before))
  })
})

describe('what a turn changed', () => {
  it('is from what was there before its first change to what its last one left', async () => {
    crew.worker('w')
    writeFileSync(at('a.txt'), 'zero')
    await run('w', 1, (turn) => {
      write(turn, 'a.txt', 'one', 'zero')
      write(turn, 'a.txt', 'two', 'one')
      write(turn, 'new.txt', 'new', null)
    })
    writeFileSync(at('a.txt'), 'three')
    const [a, made] = await files('w')
    expect(await list.compare(ref('w', a?.id ?? ''), 'turn')).toEqual({
      path: 'a.txt', before: { kind: 'text', text: 'zero' }, after: { kind: 'text', text: 'two' }, isMixed: false, isTold: false
    })
    expect(await list.compare(ref('w', a?.id ?? ''), 'now')).toMatchObject({ before: { text: 'two' }, after: { text: 'three' } })
    expect(await list.compare(ref('w', made?.id ?? ''), 'turn')).toMatchObject({ before: { kind: 'none' }, after: { text: 'new' } })
    expect(await artifacts.left(ref('w', a?.id ?? ''))).toBe('two')
    rmSync(at('new.txt'))
    expect(await list.compare(ref('w', made?.id ?? ''), 'now')).toMatchObject({ before: { text: 'new' }, after: { kind: 'none' } })
  })

  it('says so where something else wrote in between, where nobody saw it, and where it was not kept', async () => {
    crew.worker('w')
    await run('w', 1, (turn) => {
      write(turn, 'mixed.txt', 'one', null)
      write(turn, 'mixed.txt', 'three', 'two')
      turn.sink.toolResult({ callId: 'c', name: 'w', text: '', isError: false, changes: [{ path: 'unseen.txt', how: 'changed', added: 1, removed: 1 }] })
      const gone = { path: 'gone.txt', how: 'changed', added: 1, removed: 1, before: 'f'.repeat(64), after: 'e'.repeat(64), told: true } as const
      turn.sink.toolResult({ callId: 'c', name: 'w', text: '', isError: false, changes: [gone] })
    })
    const made = await files('w')
    const compare = async (path: string) => list.compare(ref('w', made.find((file) => file.path === path)?.id ?? ''), 'turn')
    expect(await compare('mixed.txt')).toMatchObject({ isMixed: true, before: { kind: 'none' }, after: { text: 'three' } })
    expect(await compare('unseen.txt')).toMatchObject({ before: { kind: 'unknown', why: 'not-seen' }, after: { kind: 'unknown', why: 'not-seen' } })
    expect(await compare('gone.txt')).toMatchObject({ before: { kind: 'unknown', why: 'not-kept' }, isTold: true })
    expect(made.map(({ path, canCompare }) => [path, canCompare])).toEqual([['mixed.txt', true], ['unseen.txt', false], ['gone.txt', true]])
  })
})

describe('a file', () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

  /** A presented file of worker `w`. */
  async function presented(path: string): Promise<string> {
    crew.worker('w')
    await run('w', 1, (turn) => turn.sink.presented('p', [{ path, description: null }]))
    return (await files('w'))[0]?.id ?? ''
  }

  it('is a text, cut where it is long; a picture by what it holds; or nothing that can be shown', async () => {
    const id = await presented('x')
    const read = async (content: string | Buffer) => {
      writeFileSync(at('x'), content)
      return (await artifacts.read(ref('w', id))).content
    }
    expect(await read('plain 字')).toEqual({ kind: 'text', text: 'plain 字', isCut: false })
    expect(await read('字'.repeat(100_000))).toMatchObject({ kind: 'text', isCut: true, text: expect.stringMatching(/^字+$/) as string })
    expect(await read(png)).toEqual({ kind: 'image', type: 'image/png', width: 1, height: 1, data: png.toString('base64') })
    expect(await read('<svg xmlns="http://www.w3.org/2000/svg"/>')).toMatchObject({ kind: 'image', type: 'image/svg+xml' })
    expect(await read(Buffer.from([0, 1, 2]))).toEqual({ kind: 'none', why: 'not-text' })
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    expect(await read(bomb)).toEqual({ kind: 'none', why: 'too-large' })
    expect(await read(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))).toEqual({ kind: 'none', why: 'too-large' })
    expect(await read('')).toEqual({ kind: 'text', text: '', isCut: false })
  })

  it('is read only inside the folder, by an id of the log, of a worker of the Project', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'crewdeck-outside-'))
    writeFileSync(join(outside, 'secret'), 'secret')
    symlinkSync(join(outside, 'secret'), at('link'))
    mkdirSync(at('folder'))
    crew.worker('w')
    await run('w', 1, (turn) => {
      const paths = ['link', join(outside, 'secret'), '../secret', 'folder', 'none', '\\\\host\\share', 'a\0b']
      turn.sink.toolResult({ callId: 'c', name: 'w', text: '', isError: false, changes: paths.map((path) => ({ path, how: 'changed' as const, added: null, removed: null })) })
    })
    const made = await files('w')
    const codes = await Promise.all(made.map(({ id }) => artifacts.read(ref('w', id)).then(() => 'read', (error: { code: string }) => error.code)))
    expect(Object.fromEntries(made.map(({ path }, index) => [path.replace(outside, ''), codes[index]]))).toEqual({
      link: 'FORBIDDEN', '/secret': 'FORBIDDEN', '../secret': 'NOT_FOUND', folder: 'NOT_FOUND', none: 'NOT_FOUND', '\\\\host\\share': 'FORBIDDEN', 'a\0b': 'FORBIDDEN'
    })
    for (const id of ['', '0', '0-0', '999-0', '1-1-1x', '-1-0', 'x-y', '1e3-0', '../x']) {
      await expect(artifacts.read(ref('w', id))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(artifacts.read(ref('stranger', made[0]?.id ?? ''))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(page('stranger')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(artifacts.open(ref('w', made[0]?.id ?? ''))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(artifacts.path(ref('w', made[4]?.id ?? ''))).toBe(at('none'))
    rmSync(outside, { recursive: true })
  })

  it('may be one of the Coordinator', async () => {
    const { sessionId } = crew
    crew.projects.setConduct(sessionId, { coordinator: { enabled: true, engine: 'pi', model: 'test/model' } })
    crew.send(sessionId, 'go', 'queue')
    writeFileSync(at('plan.md'), 'the plan')
    const turn = await crew.steering.turn(1)
    turn.sink.step(1)
    turn.sink.presented('c', [{ path: 'plan.md', description: null }])
    turn.end()
    await crew.idle(sessionId)
    const [file] = await files(sessionId)
    expect(await artifacts.read(ref(sessionId, file?.id ?? ''))).toMatchObject({ path: 'plan.md', content: { text: 'the plan' } })
  })
})
