import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { draftsOf } from './drafts'
import { World } from './testing/world'

let world: World
beforeEach(async () => {
  world = await World.open()
})
afterEach(() => world.close())

/** Two turns with everything in them: thinking, replies, calls, artifacts, a call without a result. */
async function played(workerId = 'w1'): Promise<void> {
  const turn = await world.called(workerId, { name: 'write', arguments: '{"path":"a.md","content":"x"}', text: 'ok' }, [
    { path: 'a.md', how: 'created', added: 1, removed: 0 },
    { path: 'b.md', how: 'changed', added: 1, removed: 0 }
  ])
  turn.sink.presented('c1', [{ path: 'a.md', description: 'the page' }])
  turn.sink.assistant({ id: 'm1', text: 'written', thinking: 'so be it' })
  turn.sink.toolCall({ callId: 'c2', name: 'bash', arguments: '{"command":"sleep 9"}' })
  await world.end(workerId, turn, { kind: 'aborted', reason: { kind: 'user' } })
  world.crew.send(workerId, `${workerId}-again`, 'queue')
  const second = await world.turn(workerId, 2)
  second.sink.step(1)
  second.reply('done')
  await world.end(workerId, second)
}

const KINDS = [
  'route', 'prompt', 'tool', 'tool_patch', 'artifact', 'artifact', 'artifact', 'thinking', 'text', 'tool', 'tool_patch', 'end',
  'route', 'prompt', 'text', 'end'
]

it('records each fact of two turns once, in order, for its owner alone', async () => {
  await played()
  const entries = await world.entries('w1')
  expect(entries.map(({ kind }) => kind)).toEqual(KINDS)
  expect(entries.map(({ seq }) => seq)).toEqual(KINDS.map((_, index) => index))
  expect(entries.map(({ turn }) => turn)).toEqual(KINDS.map((_, index) => (index < 12 ? 1 : 2)))
  if (process.platform !== 'win32') {
    expect(statSync(world.file('w1')).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(world.file('w1'))).mode & 0o777).toBe(0o700)
  }
})

it('has a file for a worker that has done nothing yet', async () => {
  world.crew.projects.setPaused(world.runId, true)
  world.crew.worker('w1')
  expect(await world.page('w1')).toMatchObject({ total: 0, entries: [], status: 'unknown' })
  expect(await world.listed('w1')).toMatchObject({ status: 'unknown', entryCount: 0 })
})

it('tells listeners that a record has grown or was cleared', async () => {
  const heard: string[] = []
  const stop = world.records.onChange((workerId, change) => heard.push(`${workerId} ${change}`))
  await world.ended('w1')
  expect(world.records.worker(world.runId, 'w1')).toEqual(await world.listed('w1'))
  world.records.clear(world.runId, 'w1')
  stop()
  await world.ended('w2')
  for (const [run, worker] of [['other', 'w1'], [world.runId, 'none']] as const) expect(world.records.worker(run, worker)).toBeNull()
  expect([...new Set(heard)]).toEqual(['w1 grown', 'w1 cleared'])
})

it('names the files that came with a prompt, and their sizes', async () => {
  await world.ended('w1')
  const { crew } = world
  await crew.attachments.put('w1', { id: 'a', name: 'plan.txt', bytes: 4, offset: 0, data: Buffer.from('plan') })
  const message = { messageId: 'm', text: 'look', delivery: 'queue' as const, source: { kind: 'user' as const }, attachments: ['a'] }
  crew.workers.send(world.runId, 'w1', message)
  await world.end('w1', await world.turn('w1', 2))
  const prompts = (await world.entries('w1')).flatMap((entry) => (entry.kind === 'prompt' ? [entry.attachments] : []))
  expect(prompts).toEqual([undefined, [{ name: 'plan.txt', bytes: 4 }]])
})

it('tells the calls that a deleted worker left open, and keeps its record', async () => {
  const turn = await world.called('w1', { name: 'bash', arguments: '{}', text: '' })
  turn.sink.toolCall({ callId: 'c2', name: 'bash', arguments: '{}' })
  await world.settled()
  await world.crew.workers.delete(world.runId, 'w1')
  expect((await world.entries('w1')).slice(-2)).toMatchObject([{ kind: 'tool_patch', toolPhase: 'interrupted' }, { kind: 'end', status: 'aborted' }])
  expect((await world.listed('w1'))?.status).toBe('aborted')
})

it('tells what was found of a call in whose middle the host ended', () => {
  const message = { role: 'tool' as const, toolCallId: 'c1', isError: true, content: [{ type: 'text' as const, text: 'tick 3' }] }
  const open = new Set(['1:c1'])
  const drafts = draftsOf(
    { seq: 7, time: 70, type: 'tool/result', data: { turn: 1, step: 1, name: 'shell', message, cut: true, meta: { diffs: [] } } },
    { direct: true, open }
  )
  expect(drafts).toEqual([{ kind: 'tool_patch', at: 70, turn: 1, toolId: '1:c1', toolPhase: 'interrupted', isError: true, summary: 'tick 3' }])
  expect(open.size).toBe(0)
})

it('tells from when on a call ran that waited for an answer, and that it still was asked for where the answer was no', async () => {
  world.crew.worker('w1')
  const turn = await world.turn('w1')
  turn.sink.step(1)
  for (const [callId, allowed] of [['c1', true], ['c2', false]] as const) {
    turn.sink.toolCall({ callId, name: 'bash', arguments: '{}' })
    world.crew.now += 20_000
    world.crew.sessions.driver('w1').answered({ kind: 'permission', tool: 'bash', callId }, allowed)
    world.crew.now += 15_000
    turn.sink.toolResult({ callId, name: 'bash', text: '', isError: !allowed, changes: [] })
    await world.settled()
  }
  await world.end('w1', turn)
  const calls = (await world.entries('w1')).filter(({ kind }) => kind === 'tool' || kind === 'tool_patch')
  expect(calls).toMatchObject(
    [['requested', 1], ['executing', 1], ['completed', 1], ['requested', 2], ['requested', 2], ['failed', 2]]
      .map(([toolPhase, number]) => ({ toolPhase, toolId: `1:c${number}` }))
  )
  // Facts of a few milliseconds are written together; their order is what counts here.
  expect(calls.map(({ at }) => at)).toEqual(calls.map(({ at }) => at).toSorted((a, b) => a - b))
})

it('tells two calls apart that an engine gave one id, in two turns', async () => {
  for (const [count, name] of [[1, 'bash'], [2, 'read']] as const) {
    if (count === 1) world.crew.worker('w1')
    else world.crew.send('w1', 'again', 'queue')
    const turn = await world.turn('w1', count)
    turn.sink.step(1)
    turn.sink.toolCall({ callId: 'same', name, arguments: '{"path":"a.md"}' })
    turn.sink.toolResult({ callId: 'same', name, text: `result of ${name}`, isError: false, changes: [] })
    await world.end('w1', turn)
  }
  const patches = (await world.entries('w1')).flatMap((entry) => (entry.kind === 'tool_patch' ? [entry] : []))
  expect(patches.map(({ summary }) => summary)).toEqual(['result of bash', 'result of read'])
  expect(new Set(patches.map(({ toolId }) => toolId)).size).toBe(2)
})

describe('after a crash', () => {
  it('goes on where the file ends, wherever that is', async () => {
    await played()
    const whole = readFileSync(world.file('w1'))
    await world.restart()
    expect(readFileSync(world.file('w1')).equals(whole)).toBe(true)
    // Every end that a write can have been cut at: all ends of lines, and places between them.
    const cuts = [...whole.entries()].flatMap(([at, byte]) => (byte === 0x0a ? [at + 1, at, Math.max(0, at - 20)] : []))
    for (const cut of new Set([0, 1, ...cuts])) {
      truncateSync(world.file('w1'), cut)
      await world.resume()
      expect([cut, readFileSync(world.file('w1'), 'utf8')]).toEqual([cut, whole.toString()])
    }
  })

  it('makes up for turns that nobody recorded, and for a lost folder', async () => {
    await world.ended('w1')
    world.records.close()
    world.crew.send('w1', 'again', 'queue')
    const turn = await world.turn('w1', 2)
    turn.sink.step(1)
    turn.reply('unseen')
    await world.end('w1', turn)
    await world.restart()
    const entries = await world.entries('w1')
    expect(entries.map(({ kind }) => kind)).toEqual(['route', 'prompt', 'text', 'end', 'route', 'prompt', 'text', 'end'])
    rmSync(dirname(world.file('w1')), { recursive: true })
    await world.restart()
    expect(await world.entries('w1')).toEqual(entries)
  })

  it('withholds the result of a call whose tool is only in the log, as before', async () => {
    await world.called('w1', { name: 'get_secret', arguments: '{}', text: 'first' })
    const lines = world.written('w1').split('\n')
    writeFileSync(world.file('w1'), `${lines.slice(0, 3).join('\n')}\n`)
    await world.restart()
    expect((await world.entries('w1'))[3]).toMatchObject({ kind: 'tool_patch', summary: '[withheld]' })
    expect(world.written('w1')).not.toContain('first')
  })

  it.each([1, 2, 3, 4, 5, 6, 7])('keeps to a cap of %i entries that was reached, and doubles and loses no end', async (maxEntries) => {
    const capped = await World.open({ maxEntries })
    try {
      capped.crew.worker('w1')
      const turn = await capped.turn('w1')
      turn.sink.step(1)
      turn.reply('one')
      for (const callId of ['a', 'b']) turn.sink.toolCall({ callId, name: 'bash', arguments: '{}' })
      await capped.end('w1', turn)
      const whole = capped.written('w1')
      const lines = whole.split('\n').slice(0, -1)
      expect((await capped.entries('w1')).map(({ kind }) => kind).slice(maxEntries)).toEqual(maxEntries < 7 ? ['truncated', 'end'] : ['end'])
      for (let kept = 0; kept <= lines.length; kept++) {
        writeFileSync(capped.file('w1'), lines.slice(0, kept).map((line) => `${line}\n`).join(''))
        await capped.resume()
        expect([kept, capped.written('w1')]).toEqual([kept, whole])
      }
    } finally {
      await capped.close()
    }
  })

  it('begins anew beside a file that does not fit its log, and keeps that', async () => {
    await world.ended('w1')
    const whole = world.written('w1')
    for (const text of ['garbage\n', 'garbage\nmore garbage\n', `${JSON.stringify({ kind: 'text', seq: 1, at: 1, text: 'x', src: 9_999 })}\n`]) {
      writeFileSync(world.file('w1'), text)
      await world.restart()
      expect(world.written('w1')).toBe(whole)
    }
    const kept = readdirSync(dirname(world.file('w1'))).filter((name) => name.includes('.damaged-'))
    expect(kept.length).toBeGreaterThan(0)
    expect(world.crew.reports.some((report) => report.includes('did not fit its log'))).toBe(true)
  })

  it('leaves lines as they are that somebody spoiled in between', async () => {
    await world.ended('w1')
    const lines = world.written('w1').split('\n')
    lines[1] = '{"spoiled'
    writeFileSync(world.file('w1'), lines.join('\n'))
    await world.restart()
    expect(world.written('w1')).toBe(lines.join('\n'))
    expect(await world.page('w1')).toMatchObject({ total: 3, corruptLines: 1 })
  })

  it('ends a clear that was half done', async () => {
    await world.ended('w1')
    world.crew.db.run('INSERT INTO record_base (session_id, base_seq) VALUES (?, ?)', 'w1', world.crew.log.get('w1')?.nextSeq ?? 0)
    await world.restart()
    expect(world.written('w1')).toBe('')
  })
})

describe('where it cannot write', () => {
  it('says so once, ends nothing, and makes up for it later', async () => {
    await world.ended('w1')
    const whole = world.written('w1')
    rmSync(world.file('w1'))
    mkdirSync(world.file('w1'))
    world.crew.send('w1', 'again', 'queue')
    const turn = await world.turn('w1', 2)
    turn.sink.step(1)
    turn.reply('unseen')
    await world.end('w1', turn)
    expect(world.crew.outcomes('w1')).toEqual(['completed', 'completed'])
    expect(world.crew.reports.filter((report) => report.includes('record'))).toEqual(['the record of a worker could not be written'])
    rmSync(world.file('w1'), { recursive: true })
    world.crew.send('w1', 'third', 'queue')
    await world.end('w1', await world.turn('w1', 3))
    expect(world.written('w1').startsWith(whole)).toBe(true)
    expect((await world.entries('w1')).filter(({ kind }) => kind === 'end')).toHaveLength(3)
  })

  it('follows no link, neither of the file nor of its folder', async () => {
    await world.ended('w1')
    const outside = `${world.crew.folder}/outside.txt`
    writeFileSync(outside, 'mine\n')
    rmSync(world.file('w1'))
    symlinkSync(outside, world.file('w1'))
    world.crew.send('w1', 'again', 'queue')
    await world.end('w1', await world.turn('w1', 2))
    expect(readFileSync(outside, 'utf8')).toBe('mine\n')
    const folder = dirname(world.file('w1'))
    rmSync(folder, { recursive: true })
    mkdirSync(`${world.crew.folder}/elsewhere`)
    symlinkSync(`${world.crew.folder}/elsewhere`, folder)
    world.crew.send('w1', 'third', 'queue')
    await world.end('w1', await world.turn('w1', 3))
    expect(readdirSync(`${world.crew.folder}/elsewhere`)).toEqual([])
    expect(existsSync(outside)).toBe(true)
  })

  it('refuses to clear in words, and clears nevertheless once it can', async () => {
    await world.ended('w1')
    rmSync(world.file('w1'))
    mkdirSync(world.file('w1'))
    expect(() => world.records.clear(world.runId, 'w1')).toThrow('could not be cleared')
    rmSync(world.file('w1'), { recursive: true })
    await world.restart()
    expect(world.written('w1')).toBe('')
    expect(() => world.records.clear(world.runId, 'nobody')).toThrow('no such worker')
    expect(() => world.records.clear('other', 'w1')).toThrow('no such worker')
    expect(() => world.records.clear(world.runId, world.runId)).toThrow('no such worker')
  })
})

it('clears while a turn runs: what comes later is recorded, and a result without its call is withheld', async () => {
  world.crew.worker('w1')
  const turn = await world.turn('w1')
  turn.sink.step(1)
  turn.sink.toolCall({ callId: 'c', name: 'bash', arguments: '{}' })
  await world.settled()
  world.records.clear(world.runId, 'w1')
  turn.sink.toolResult({ callId: 'c', name: 'bash', text: 'told to nobody', isError: false, changes: [] })
  turn.reply('done')
  await world.end('w1', turn)
  const entries = await world.entries('w1')
  expect(entries).toMatchObject([{ kind: 'tool_patch', summary: '[withheld]' }, { kind: 'text', text: 'done' }, { kind: 'end' }])
  await world.restart()
  expect(await world.entries('w1')).toEqual(entries)
})

it('tells deep JSON so far as it can be told', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  world.place('w', [`{"kind":"tool","seq":1,"at":1,"toolId":"t","toolName":"bash","input":${deep}}`])
  const [entry] = await world.entries('w')
  expect(JSON.stringify(entry)).toMatch(/\[{40}"\[withheld\]"\]{40}/)
})

it('reads the same whatever mixture of lines, cuts and appends a file has seen', async () => {
  const line = fc.oneof(
    fc.record({ kind: fc.constant('text'), seq: fc.integer(), at: fc.integer(), text: fc.string({ unit: 'binary' }) }).map((entry) => JSON.stringify(entry)),
    fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replaceAll(/[\r\n]/g, ' '))
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), async (lines, step) => {
      const expected = lines.filter((text) => text.startsWith('{"kind":"text"'))
      world.place('p', [])
      for (const text of lines) {
        const bytes = Buffer.from(`${text}\n`)
        for (let at = 0; at < bytes.length; at += step * 9) {
          appendFileSync(world.file('p'), bytes.subarray(at, at + step * 9))
          if (at % 2 === 0) await world.records.transcript(world.runId, 'p', { offset: 0, limit: 1 })
        }
      }
      const page = await world.page('p', '?limit=2000')
      expect(page.entries.map((entry) => JSON.stringify(entry))).toEqual(expected)
      expect(page.corruptLines ?? 0).toBe(lines.filter((text) => text !== '' && !expected.includes(text)).length)
    }),
    { numRuns: 60, seed: 6 }
  )
})
