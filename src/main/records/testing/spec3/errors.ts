/** How the API says no. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Suite } from '../suite'

const UNSAFE = ['..', '.', '%2e%2e', '%2e%2e%2f%2e%2e', 'a%2fb', 'a%5cb', 'a%00b', '%00', '', '%', '%ff', '-a', 'a b', 'a%20b', 'ä', '~', 'a;b', 'a'.repeat(10_000)]

export function errors({ sentence }: Suite): void {
  sentence(54, '400: ids that are no safe ids of a run or a worker', async (world) => {
    for (const id of UNSAFE.map((id) => (id === 'ä' || id === 'a b' ? encodeURI(id) : id))) {
      const list = await world.ask(`/api/runs/${id}/workers`)
      const transcript = await world.ask(`/api/runs/${world.runId}/workers/${id}/transcript`)
      expect([id, list.status, transcript.status]).toEqual([id, 400, 400])
      expect(JSON.parse(list.text)).toMatchObject({ error: { code: 'BAD_INPUT' } })
    }
  })

  sentence(55, '404: what is no plain file in the run’s own folder is no record', async (world) => {
    const folder = join(world.crew.folder, 'data', 'records', world.runId)
    mkdirSync(folder, { recursive: true })
    const outside = join(world.crew.folder, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'secret.jsonl'), '{"kind":"text","seq":0,"at":0,"text":"outside"}\n')
    symlinkSync(join(outside, 'secret.jsonl'), join(folder, 'linked.jsonl'))
    mkdirSync(join(folder, 'folder.jsonl'))
    symlinkSync(outside, join(world.crew.folder, 'data', 'records', 'linked-run'))
    for (const path of [`${world.runId}/workers/linked`, `${world.runId}/workers/folder`, 'linked-run/workers/secret']) {
      const answer = await world.ask(`/api/runs/${path}/transcript`)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.text).not.toContain('outside')
    }
  })

  sentence(56, '500: names no path and no content, only what finds it in the log', async (world) => {
    await world.ended('w1')
    const records = world.records
    const transcript = records.transcript.bind(records)
    records.transcript = () => Promise.reject(new Error(`EIO: i/o error, read '${world.file('w1')}'`))
    const answer = await world.ask(`/api/runs/${world.runId}/workers/w1/transcript`)
    records.transcript = transcript
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain(world.crew.folder)
    const [, id] = /under (\w+)/.exec(answer.text) ?? []
    expect(world.crew.reports.some((report) => id !== undefined && report.includes(id))).toBe(true)
    chmodSync(world.file('w1'), 0o600)
    expect((await world.page('w1')).total).toBe(4)
  })

  sentence(57, '503: while the records are not ready, for what is there and for what is not', async (world) => {
    await world.ended('w1')
    await world.restart({ isReady: false })
    for (const path of [`/api/runs/${world.runId}/workers`, `/api/runs/${world.runId}/workers/w1/transcript`, '/api/runs/none/workers', '/api/runs']) {
      const answer = await world.ask(path)
      expect([path, answer.status, answer.headers['retry-after']]).toEqual([path, 503, '1'])
    }
    expect((await world.ask(`/api/runs/${world.runId}/workers`, { token: null })).status).toBe(401)
    await world.records.start()
    expect(await world.workers()).toHaveLength(1)
    world.records.close()
    expect((await world.ask(`/api/runs/${world.runId}/workers`)).status).toBe(503)
  })

  sentence(58, 'Only GET is answered, and nothing invites another page', async (world) => {
    const path = `/api/runs/${world.runId}/workers`
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const answer = await world.ask(path, { method })
      expect([method, answer.status, answer.headers['allow']]).toEqual([method, 405, 'GET'])
    }
    const answers = [await world.ask(path), await world.ask(path, { method: 'OPTIONS' }), await world.ask(path, { token: null })]
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    }
    for (const headers of [{ origin: 'https://evil.example' }, { host: 'evil.example' }, { origin: 'null' }] as Record<string, string>[]) {
      expect((await world.ask(path, { headers })).status).toBe(403)
    }
  })

  sentence(59, 'Every refusal has the same body: {error: {code, message}}', async (world) => {
    const answers = [
      await world.ask('/api/runs/none/workers'),
      await world.ask('/api/runs/../workers'),
      await world.ask('/api/runs', { token: null }),
      await world.ask('/api/nothing'),
      await world.ask('/api/runs', { method: 'POST' })
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 400, 401, 404, 405])
    for (const { text, headers } of answers) {
      expect(JSON.parse(text)).toEqual({ error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.stringMatching(/.{10,}/) } })
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
    }
  })
}
