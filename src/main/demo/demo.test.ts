import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openWindow, type TestWindow } from '../rpc/testing'
import { Crew } from '../testing/crew'
import { createDemoModel, DEMO_MODEL, type DemoModel } from './model'
import { TEXTS } from './texts'

describe('the demo', () => {
  let crew: Crew
  let window: TestWindow
  let folder: string
  beforeEach(() => {
    crew = new Crew()
    window = openWindow(crew, () => {})
    folder = join(realpathSync(join(crew.folder, 'data')), 'demo', 'ferry-timetable')
  })
  afterEach(async () => {
    window.hangUp()
    window.close()
    await crew.close()
  })
  const demos = () => crew.projects.list().filter((row) => crew.projects.view(row).demo)

  it('is a Project in the data folder with a worker at work, and says that it is a demo', async () => {
    expect(demos()).toEqual([])
    const { project, workerId } = await window.client.demo.start({ language: 'en' })
    expect(project).toMatchObject({ demo: true, name: 'ferry-timetable', folder, policy: 'write' })
    expect(await readdir(folder)).toEqual(['README.md', 'departures.csv'])
    const all = crew.workers.list(project.sessionId)
    expect(all.find((worker) => worker.workerId === workerId)).toMatchObject({ name: TEXTS.en.worker, engine: 'pi', model: DEMO_MODEL })
    expect(all.map((worker) => worker.engine).toSorted()).toEqual(['pi', 'shell'])
    // No other Project is one.
    expect(demos()).toHaveLength(1)
    expect(crew.projects.list()).toHaveLength(2)
  })

  it('begun twice is one, and keeps what was changed', async () => {
    const first = await window.client.demo.start({ language: 'en' })
    await writeFile(join(folder, 'departures.csv'), 'mine')
    const second = await window.client.demo.start({ language: 'zh' })
    expect(second.project.sessionId).toBe(first.project.sessionId)
    expect(crew.workers.list(first.project.sessionId)).toHaveLength(2)
    expect(await readFile(join(folder, 'departures.csv'), 'utf8')).toBe('mine')
  })

  it('is removed with all that belongs to it, and can be begun anew', async () => {
    await window.client.demo.remove({})
    const first = await window.client.demo.start({ language: 'en' })
    const gone = crew.workers.list(first.project.sessionId)
    await window.client.demo.remove({})
    expect(existsSync(join(folder, '..'))).toBe(false)
    expect(demos()).toEqual([])
    expect(crew.log.get(first.project.sessionId)?.lifecycle).toBe('deleted')
    for (const { workerId } of gone) await expect(window.client.workers.get({ sessionId: first.project.sessionId, workerId })).rejects.toThrow(/worker/i)
    const again = await window.client.demo.start({ language: 'zh' })
    // Nothing of the one before is in it: its Coordinator's conversation neither.
    expect(again.project.sessionId).not.toBe(first.project.sessionId)
    expect(crew.workers.list(again.project.sessionId).map((worker) => worker.name)).toContain(TEXTS.zh.worker)
  })
  /** Of the demo of this id, what is on disk and what is served. */
  const left = (id: string) => {
    const { records } = window.parts
    return {
      files: [join('records', id), ...[id, ...crew.log.children(id).map((session) => session.id)].map((one) => join('sessions', one))].filter((path) =>
        existsSync(join(crew.folder, 'data', path))
      ),
      served: [...(records.workers(id)?.workers ?? []), ...records.deleted().workers, records.worker(id, id)].filter((one) => one !== null)
    }
  }

  /** A demo whose Coordinator and workers have been at work, one of them deleted since, with the id of its Project. */
  const worked = async (): Promise<string> => {
    await window.parts.records.start()
    const { project } = await window.client.demo.start({ language: 'en' })
    const id = project.sessionId
    for (const { workerId } of [...crew.workers.list(id), { workerId: id }]) {
      mkdirSync(join(crew.folder, 'data', 'sessions', workerId), { recursive: true })
    }
    crew.log.setEngine(id, 'pi', DEMO_MODEL)
    crew.workers.send(id, id, { messageId: 'c1', text: 'Go on.', delivery: 'queue', source: { kind: 'user' } })
    await crew.steering.turnOf(id)
    const [first] = crew.workers.list(id)
    await crew.workers.delete(id, first?.workerId ?? '')
    expect(left(id)).toMatchObject({ files: { length: 4 }, served: { length: 4 } })
    return id
  }

  it('leaves neither records nor files of its Sessions, of workers that were deleted before neither', async () => {
    const id = await worked()
    await window.client.demo.remove({})
    expect(left(id)).toEqual({ files: [], served: [] })
    // What ends late writes nothing anew.
    await window.parts.records.start()
    expect(left(id)).toEqual({ files: [], served: [] })
  })

  it('is removed to the end by the next start where a crash came in between', async () => {
    const id = await worked()
    crew.projects.remove(id)
    await window.parts.demo.finish()
    expect(left(id)).toEqual({ files: [], served: [] })
    expect(crew.workers.list(id)).toEqual([])
  })
})

const Chunk = z.object({
  choices: z.tuple([
    z.object({
      delta: z.object({
        content: z.string().optional(),
        tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })).optional()
      }),
      finish_reason: z.string().nullable()
    })
  ])
})

describe('its model', () => {
  let model: DemoModel
  beforeEach(() => {
    model = createDemoModel(0)
  })
  afterEach(() => model.close())

  async function ask(messages: unknown, key?: string): Promise<Response> {
    const resolved = await model.resolve()
    if (resolved.kind !== 'custom') throw new Error('unreachable')
    return fetch(`${resolved.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key ?? resolved.key}` },
      body: JSON.stringify({ model: resolved.modelId, stream: true, tools: [{}], messages })
    })
  }

  it('listens on loopback only, and answers nobody without its key', async () => {
    expect(await model.resolve()).toMatchObject({ baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/), api: 'openai-completions' })
    expect((await ask([], 'wrong')).status).toBe(401)
    expect((await ask('nonsense')).status).toBe(400)
  })

  it('streams its text word by word, then the call', async () => {
    const response = await ask([{ role: 'user', content: [{ type: 'text', text: TEXTS.en.task }] }])
    const lines = (await response.text()).split('\n\n').filter((line) => line !== '')
    expect(lines.at(-1)).toBe('data: [DONE]')
    const [...chunks] = lines.slice(0, -1).map((line) => Chunk.parse(JSON.parse(line.slice('data: '.length))).choices[0])
    expect(chunks.map(({ delta }) => delta.content ?? '').join('')).toBe(TEXTS.en.reading)
    expect(chunks.length).toBeGreaterThan(10)
    expect(chunks.flatMap(({ delta }) => delta.tool_calls ?? []).map((call) => call.function)).toEqual([{ name: 'read', arguments: '{"path":"departures.csv"}' }])
    expect(chunks.at(-1)?.finish_reason).toBe('tool_calls')
  })
})
