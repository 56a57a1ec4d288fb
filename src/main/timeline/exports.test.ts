import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ExportWhat } from '../../shared/export'
import { Turn } from '../../shared/model'
import { Crew } from '../testing/crew'
import { written } from './export'
import { Exports } from './exports'
import { readTurns } from './turns'

let crew: Crew
let folder: string
beforeEach(() => {
  crew = new Crew()
  folder = mkdtempSync(join(tmpdir(), 'crewdeck-export-'))
})
afterEach(async () => {
  await crew.close()
  rmSync(folder, { recursive: true, force: true })
})

const sources = () => ({ log: crew.log, projects: crew.projects, workers: crew.workers, clock: () => crew.now })
const what = (over: Partial<ExportWhat> = {}): ExportWhat => ({ sessionId: crew.sessionId, workerId: 'w', turn: null, format: 'markdown', language: 'en', ...over })
const text = async (over: Partial<ExportWhat> = {}) => {
  let all = ''
  for await (const chunk of written(what(over), sources()).chunks()) all += chunk
  return all
}
const Exported = z.object({
  crewdeckExport: z.literal(1),
  title: z.string(),
  workers: z.array(z.object({ workerId: z.string(), name: z.string(), turns: z.array(Turn) }))
})

async function play(id: string, turns: number): Promise<void> {
  crew.steering.onTurn = (turn) => {
    turn.sink.step(1)
    turn.sink.toolResult({ callId: 'c', name: 'write', text: 'ok', isError: false, changes: [{ path: 'a `b`.txt', how: 'created', added: 3, removed: 0 }] })
    turn.reply(`**done** with ${turn.inputs.map((input) => input.text).join()}`)
    turn.end()
  }
  crew.worker(id)
  await crew.idle(id)
  for (let turn = 2; turn <= turns; turn++) {
    crew.send(id, `${id}-m${turn}`, 'queue')
    await crew.idle(id)
  }
}

describe('what is written out', () => {
  it('names what came with a message, and its size', async () => {
    await play('w', 1)
    await crew.attachments.put('w', { id: 'a', name: 'plan `1`.txt', bytes: 4, offset: 0, data: Buffer.from('plan') })
    const message = { messageId: 'm', text: 'look', delivery: 'queue' as const, source: { kind: 'user' as const }, attachments: ['a'] }
    crew.workers.send(crew.sessionId, 'w', message)
    await crew.idle('w')
    expect(await text({ turn: 2 })).toContain('\n\nlook\n\nAttachments:\n\n- `` plan `1`.txt `` (4 B)\n')
    expect(await text({ turn: 2, language: 'zh' })).toContain('附件:\n\n- `` plan `1`.txt `` (4 B)\n')
    const json = Exported.parse(JSON.parse(await text({ turn: 2, format: 'json' })))
    expect(json.workers[0]?.turns[0]?.inputs[0]?.attachments).toEqual([{ id: 'a', name: 'plan `1`.txt', bytes: 4, kind: 'text' }])
  })

  it('is one turn in Markdown: what was asked, answered and made', async () => {
    await play('w', 3)
    const page = await text({ turn: 2 })
    expect(page).toContain('# w\n\n## Turn 2\n')
    expect(page).toMatch(/### You \(queue, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\)\n\nw-m2\n/)
    expect(page).toMatch(/### Reply \([^)]+\)\n\n\*\*done\*\* with w-m2\n/)
    expect(page).toContain('### Files\n\n- created `` a `b`.txt `` (+3 −0)\n')
    expect(page).not.toContain('## Turn 1')
  })

  it('is in the language of the screen', async () => {
    await play('w', 1)
    expect(await text({ language: 'zh' })).toContain('## 轮次 1\n\n- 开始: ')
  })

  it('is every turn of a worker, once and in order, in both forms', async () => {
    await play('w', 47)
    const numbers = Array.from({ length: 47 }, (_, index) => index + 1)
    expect([...(await text()).matchAll(/^## Turn (\d+)$/gm)].map(([, number]) => Number(number))).toEqual(numbers)
    const { workers } = Exported.parse(JSON.parse(await text({ format: 'json' })))
    expect(workers[0]?.turns).toEqual(readTurns(crew.log, 'w', 1, 47).map(({ view }) => view))
  })

  it('is every worker of a Project', async () => {
    await play('w', 2)
    crew.now += 1_000
    await play('v', 1)
    await play('gone', 1)
    await crew.workers.delete(crew.sessionId, 'gone')
    const { workers } = Exported.parse(JSON.parse(await text({ workerId: null, format: 'json' })))
    expect(workers.map(({ workerId, turns }) => [workerId, turns.length])).toEqual([
      ['w', 2],
      ['v', 1]
    ])
    expect([...(await text({ workerId: null })).matchAll(/^# (.+)$/gm)].map(([, name]) => name)).toEqual(['w', 'v'])
  })

  it('is refused where there is nothing of that kind', async () => {
    await play('w', 1)
    expect(() => written(what({ turn: 2 }), sources())).toThrow('no turn 2')
    const notFound = expect.objectContaining({ code: 'NOT_FOUND' })
    expect(() => written(what({ workerId: 'nobody' }), sources())).toThrow(notFound)
    expect(() => written(what({ sessionId: 'nobody' }), sources())).toThrow(notFound)
  })

  it('is nothing of a conversation that was cleared', async () => {
    await play('w', 30)
    crew.log.append('w', [{ type: 'conversation/cleared', data: { turn: 30 } }])
    crew.send('w', 'again', 'queue')
    await crew.idle('w')
    expect([...(await text()).matchAll(/^## Turn (\d+)$/gm)].map(([, number]) => number)).toEqual(['31'])
    expect(() => written(what({ turn: 30 }), sources())).toThrow('no turn 30')
  })

  it('has a name that every file system takes', async () => {
    await play('w', 1)
    crew.workers.rename(crew.sessionId, 'w', ' ../a:b\\c*"<x>|?\u0007'.padEnd(120, '字'))
    expect(written(what(), sources()).name).toMatch(/^a b c x 字{66,74} \d{4}-\d\d-\d\d\.md$/u)
  })
})

describe('a file', () => {
  const exports = (path: string | null) =>
    new Exports(sources(), { saveFile: async () => path, openPath: async () => {}, revealPath: async () => {}, openUrl: async () => {}, chooseFolder: async () => null, notify: () => {}, setBadge: () => {}, languages: () => [] })

  it('is written where the operator says, and replaces what was there', async () => {
    await play('w', 3)
    const path = join(folder, 'mine.md')
    writeFileSync(path, 'old')
    const { name, bytes } = await exports(path).save(what(), undefined)
    expect([name, bytes, readFileSync(path, 'utf8')]).toEqual(['mine.md', Buffer.byteLength(await text()), await text()])
    expect(readdirSync(folder)).toEqual(['mine.md'])
  })

  it('is not written when none was chosen', async () => {
    await play('w', 1)
    expect(await exports(null).save(what(), undefined)).toEqual({ name: null, bytes: 0 })
  })

  it('stays as it was when the new one cannot be written to its end', async () => {
    await play('w', 3)
    const path = join(folder, 'mine.md')
    writeFileSync(path, 'old')
    const stopped = new AbortController()
    const saving = exports(path).save(what(), stopped.signal)
    stopped.abort()
    await expect(saving).rejects.toMatchObject({ name: 'AbortError' })
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['mine.md']])
    await expect(exports(join(folder, 'no', 'such.md')).save(what(), undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})

describe('a ticket', () => {
  it('works once, and not for long', async () => {
    await play('w', 1)
    const exports = new Exports(sources(), null)
    const { ticket, name } = exports.ticket(what())
    expect(exports.take(ticket)?.name).toBe(name)
    expect(exports.take(ticket)).toBeNull()
    const late = exports.ticket(what()).ticket
    crew.now += 61_000
    expect([exports.take(late), exports.take('other')]).toEqual([null, null])
    await expect(exports.save(what(), undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })
})
