/** Damaged input of every kind, seeded. CREWDECK_FUZZ sets how many inputs each test tries (100,000 takes a minute or two). */
import { writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { expect, it } from 'vitest'
import { RecordsError, TranscriptPage } from '../../shared/records'
import { TranscriptFold } from '../../shared/records-fold'
import { seeEntry, seePage, seeRun, seeRuns } from '../../shared/records-seen'
import { mutate, pick, random } from './testing/mutate'
import { TOKEN, World } from './testing/world'

const INPUTS = Number(process.env['CREWDECK_FUZZ'] ?? 2_000)
const TIME = Math.max(20_000, INPUTS * 6)

const ENTRIES = [
  { kind: 'route', seq: 0, at: 1, routeDecision: { engine: 'pi', model: null } },
  { kind: 'prompt', seq: 1, at: 1, turn: 1, text: 'näh 🙂', messageId: 'm', from: 'user' },
  { kind: 'tool', seq: 2, at: 2, toolId: '1:a', toolName: 'bash', toolPhase: 'requested', input: { command: 'TOKEN=x ls', list: [1, { type: 'image', data: 'QUJD' }] } },
  { kind: 'tool_patch', seq: 3, at: 3, toolId: '1:a', toolPhase: 'failed', isError: true, summary: 'password: x' },
  { kind: 'artifact', seq: 4, at: 4, path: 'a.md', how: 'created' },
  { kind: 'thinking', seq: 5, at: 5, text: 'so' },
  { kind: 'truncated', seq: 6, at: 6, cap: 'bytes' },
  { kind: 'end', seq: 7, at: 7, status: 'failed', error: 'no' }
]

it(`records of ${INPUTS} damaged lines: each line is an entry or counted`, { timeout: TIME }, async () => {
  const world = await World.open()
  try {
    const next = random(61)
    const perFile = 500
    for (let done = 0; done < INPUTS; done += perFile) {
      const lines = Array.from({ length: perFile }, (_, index) => mutate(next, Buffer.from(JSON.stringify(ENTRIES[index % ENTRIES.length]))))
      const file = Buffer.concat(lines.map((line) => Buffer.concat([line, Buffer.from('\n')])))
      world.place('f', [])
      writeFileSync(world.file('f'), file)
      const parts = file.toString('latin1').split('\n').slice(0, -1).filter((line) => line !== '' && line !== '\r')
      const { status, text } = await world.ask(`/api/runs/${world.runId}/workers/f/transcript?limit=2000`)
      expect(status).toBe(200)
      const page = TranscriptPage.strict().parse(JSON.parse(text))
      expect(page.total + (page.corruptLines ?? 0)).toBe(parts.length)
      expect(page.entries).toHaveLength(page.total)
    }
    expect(world.crew.reports).toEqual([])
  } finally {
    await world.close()
  }
})

it(`the API with ${INPUTS} damaged requests: each has an answer in words, and none opens anything`, { timeout: TIME }, async () => {
  const world = await World.open()
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  try {
    await world.ended('w1')
    const next = random(62)
    const paths = [`/api/runs/${world.runId}/workers`, `/api/runs/${world.runId}/workers/w1/transcript?offset=1&limit=2`, '/api/runs', '/api/instance', '/api/openapi.json'] as const
    const counts = new Map<number, number>()
    const one = () =>
      new Promise<void>((resolve, reject) => {
        const path = `/${mutate(next, Buffer.from(pick(next, [...paths]).slice(1))).toString('latin1').replaceAll(/[^\x21-\x7e]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
        const token = next() < 0.5 ? TOKEN : mutate(next, Buffer.from(TOKEN)).toString('latin1').replaceAll(/[^\x20-\x7e]/g, '?')
        const sent = request({ host: '127.0.0.1', port: world.server.port, path, agent, headers: { 'X-Agent-Service-Token': token } }, (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (piece: string) => (text += piece))
          response.on('end', () => {
            try {
              const { statusCode = 0 } = response
              counts.set(statusCode, (counts.get(statusCode) ?? 0) + 1)
              if (statusCode === 200) JSON.parse(text)
              else expect([path, RecordsError.safeParse(JSON.parse(text)).success]).toEqual([path, true])
              if (statusCode === 200 && path.startsWith('/api/runs')) expect(token).toBe(TOKEN)
              resolve()
            } catch (error) {
              reject(error)
            }
          })
        })
        sent.on('error', reject)
        sent.end()
      })
    for (let done = 0; done < INPUTS; done += 8) await Promise.all(Array.from({ length: 8 }, one))
    expect([...counts.keys()].filter((status) => ![200, 400, 401, 404].includes(status))).toEqual([])
    expect(counts.size).toBe(4)
    expect((await world.page('w1')).total).toBe(4)
    expect(world.crew.reports).toEqual([])
  } finally {
    agent.destroy()
    await world.close()
  }
})

it(`the client with ${INPUTS} damaged answers: each is understood, counted or refused`, { timeout: TIME }, () => {
  const next = random(63)
  const page = { run_id: 'r', workerId: 'w', status: 'running', entries: ENTRIES, total: 8, offset: 0, limit: 500, truncated: true, corruptLines: 2, worker: { workerId: 'w', startedAt: 1, status: 'running', task: 't', routeDecision: { engine: 'pi' } } }
  const run = { run_id: 'r', workers: [page.worker, { ...page.worker, startedAt: '2026-01-01T00:00:00Z' }] }
  const bodies = [page, run, { runs: [{ run_id: 'r', name: 'n', status: 's', startedAt: 1 }] }].map((body) => Buffer.from(JSON.stringify(body)))
  const seen = { pages: 0, runs: 0, refused: 0 }
  for (let done = 0; done < INPUTS; done++) {
    let json: unknown
    try {
      json = JSON.parse(mutate(next, bodies[done % bodies.length] ?? Buffer.alloc(0)).toString('utf8'))
    } catch {
      seen.refused += 1
      continue
    }
    const understood = seePage(json)
    const fold = new TranscriptFold()
    if (understood) {
      seen.pages += 1
      fold.add(understood.entries)
      const written = (json as { entries: unknown[] }).entries
      expect(understood.entries.length + understood.skipped).toBe(written.length)
    }
    if (seeRun(json) ?? seeRuns(json)) seen.runs += 1
    seeEntry(json)
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(INPUTS / 500)
  expect(({} as Record<string, unknown>)['kind']).toBeUndefined()
})
