/** The command line, against the served API and against servers that change under its hands. */
import { expect } from 'vitest'
import { runRecords } from '../../cli'
import { RecordsClient } from '../../client'
import { answers, nasty, textPage, type Handler } from '../nasty'
import type { Suite } from '../suite'
import { INSTANCE, TOKEN, type World } from '../world'

interface Told {
  readonly code: number
  readonly lines: Record<string, unknown>[]
  readonly words: string
}

async function tell(url: string, args: string[], env?: Record<string, string>): Promise<Told> {
  const lines: Record<string, unknown>[] = []
  let words = ''
  const code = await runRecords(args, {
    env: env ?? { CREWDECK_URL: url, CREWDECK_TOKEN: TOKEN },
    out: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
    err: (line) => (words += `${line}\n`)
  })
  return { code, lines, words }
}

async function against(handler: Handler, work: (url: string, asked: { path: string; token: string | undefined }[]) => Promise<void>): Promise<void> {
  const server = await nasty(handler)
  try {
    await work(server.url, server.asked)
  } finally {
    await server.close()
  }
}

const transcript = (world: World, ...more: string[]) => ['transcript', '--run-id', world.runId, '--worker-id', 'w', ...more]
const remote = (...more: string[]) => ['transcript', '--run-id', 'r', '--worker-id', 'w', ...more]
const lines = (count: number) => Array.from({ length: count }, (_, index) => ({ kind: 'text', seq: index, at: 1, text: `entry ${index}` }))

export function example({ sentence }: Suite): void {
  sentence(60, 'The example checks the instance’s identity first, and sends no token for it', async (world) => {
    await world.ended('w')
    const told = await tell(world.url, ['list', '--run-id', world.runId])
    expect(told.words).toContain(INSTANCE.instance_id)
    await against(answers((url) => (url.pathname === '/api/instance' ? INSTANCE : textPage(url, 1))), async (url, asked) => {
      await tell(url, remote())
      expect(asked).toEqual([
        { path: '/api/instance', token: undefined },
        { path: '/api/runs/r/workers/w/transcript?offset=0&limit=500', token: TOKEN }
      ])
    })
  })

  sentence(61, 'list prints the workers of a run as they were answered', async (world) => {
    await world.ended('w')
    const { code, lines: printed } = await tell(world.url, ['list', '--run-id', world.runId])
    expect([code, printed]).toEqual([0, [JSON.parse((await world.ask(`/api/runs/${world.runId}/workers`)).text)]])
  })

  sentence(62, 'The example reads one page by default', async (world) => {
    world.place('w', lines(7))
    const { code, lines: printed, words } = await tell(world.url, transcript(world, '--limit', '3', '--offset', '2'))
    expect(code).toBe(0)
    expect(printed).toMatchObject([{ offset: 2, limit: 3, total: 7 }])
    expect(words).toContain('--offset 5')
  })

  sentence(63, '--all-pages advances entry windows', async (world) => {
    world.place('w', lines(7))
    const { code, lines: printed } = await tell(world.url, transcript(world, '--limit', '3', '--all-pages'))
    expect(code).toBe(0)
    expect(printed.map(({ offset, limit }) => [offset, limit])).toEqual([[0, 3], [3, 3], [6, 3]])
  })

  sentence(64, 'A changed total stops with exit code 2, leaving explicitly partial output', async () => {
    let total = 5
    await against(answers((url) => textPage(url, total++)), async (url) => {
      const { code, lines: printed, words } = await tell(url, remote('--limit', '2', '--all-pages'))
      expect(code).toBe(2)
      expect(printed).toMatchObject([{ offset: 0, total: 6 }, { partial: true, reason: 'total-changed' }])
      expect(words).toContain('Only a part')
    })
  })

  sentence(65, 'A page cap stops with exit code 2, leaving explicitly partial output', async (world) => {
    world.place('w', lines(7))
    const { code, lines: printed } = await tell(world.url, transcript(world, '--limit', '2', '--all-pages', '--max-pages', '3'))
    expect(code).toBe(2)
    expect(printed).toMatchObject([{ offset: 0 }, { offset: 2 }, { offset: 4 }, { partial: true, reason: 'page-cap' }])
    expect((await tell(world.url, transcript(world, '--limit', '2', '--all-pages', '--max-pages', '4'))).code).toBe(0)
  })

  sentence(66, 'It prints page envelopes without folding, following, restoring execution or retrying', async (world) => {
    await world.called('w', { name: 'bash', arguments: '{"command":"ls"}', text: 'a' })
    const { lines: printed } = await tell(world.url, transcript(world))
    const { text } = await world.ask(`/api/runs/${world.runId}/workers/w/transcript`)
    expect(printed).toEqual([JSON.parse(text)])
    await against((_, response) => response.writeHead(503).end('{}'), async (url, asked) => {
      const { code, lines: none } = await tell(url, remote('--all-pages'))
      expect([code, none, asked.length]).toEqual([1, [], 2])
    })
  })

  sentence(67, 'DESIRECORE_URL and DESIRECORE_TOKEN are read too; a token goes only to the address of its own name', async (world) => {
    world.place('w', lines(1))
    const told = await tell('', transcript(world), { DESIRECORE_URL: world.url, DESIRECORE_TOKEN: TOKEN })
    expect([told.code, told.lines.length]).toEqual([0, 1])
    const mixed = await tell('', transcript(world), { CREWDECK_URL: world.url, DESIRECORE_TOKEN: TOKEN })
    expect([mixed.code, mixed.words]).toEqual([1, expect.stringContaining('CREWDECK_TOKEN')])
  })

  sentence(68, 'Unfamiliar statuses are kept as they are, and no work is taken up again for them', async () => {
    const run = { run_id: 'r', workers: [{ workerId: 'w', startedAt: 1, status: 'hibernating' }] }
    await against(answers((url) => (url.pathname.endsWith('/workers') ? run : undefined)), async (url, asked) => {
      const { code, lines: printed } = await tell(url, ['list', '--run-id', 'r'])
      expect([code, printed, asked.length]).toEqual([0, [run], 2])
      const client = new RecordsClient({ url: new URL(url), token: TOKEN, fingerprint: null })
      expect((await client.workers('r')).seen.workers).toEqual(run.workers)
    })
  })

  sentence(69, 'The example takes canonical decimal integers only', async (world) => {
    world.place('w', lines(1))
    for (const number of ['01', '1.0', '1e3', '-1', ' 1', '0x1', '', 'x']) {
      for (const option of ['--limit', '--offset', '--max-pages']) {
        const { code, words } = await tell(world.url, transcript(world, `${option}=${number}`))
        expect([option, number, code]).toEqual([option, number, 1])
        expect(words).toContain(option)
      }
    }
  })
}
