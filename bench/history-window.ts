/**
 * How long the Coordinator waits for a window into a worker's history (offset 10, limit 20) where the worker has 1,000
 * and 1,000,000 messages, and for the list of 500 workers. No engine may be woken by either.
 *
 * The windows are read warm, turn and turn about. The list is the first call of a host that has just started and done
 * what a host does as it starts, each time in a process of its own.
 */
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { HistoryWindow } from '../src/shared/model'
import { Crew } from '../src/main/testing/crew'
import { median, rounded, type Measured, type Stage } from './measured'
import { seedTalk } from './talks'

/** What `history-window.list.ts` prints. */
const ListTimes = z.object({ aheadMs: z.number(), firstMs: z.number(), laterMs: z.number() })

const OFFSET = 10
const LIMIT = 20
const SAMPLES = 301
const WARM_UPS = 100
const SHORT = 1_000
const LONG = 1_000_000
const WORKERS = 500
const STARTS = 9
const RATIO_MAX = 2
const LIST_MAX_MS = 20

export async function bench({ folder: scripts, note }: Stage): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'crewdeck-bench-'))
  try {
    const windows = await measureWindows(join(folder, 'windows'), note)
    const list500Ms = await measureList(join(folder, 'list'), join(scripts, 'history-window.list.mjs'), note)
    const ratio = windows.long / windows.short
    return {
      result: {
        messages1000Ms: rounded(windows.short, 3),
        messages1000000Ms: rounded(windows.long, 3),
        ratio: rounded(ratio, 2),
        list500Ms: rounded(list500Ms, 1)
      },
      missed: [
        ...(ratio > RATIO_MAX ? [`A window into ${LONG} messages takes ${rounded(ratio, 2)} times as long as one into ${SHORT}, not ${RATIO_MAX}.`] : []),
        ...(list500Ms > LIST_MAX_MS ? [`The list of ${WORKERS} workers takes ${rounded(list500Ms)} ms, not ${LIST_MAX_MS}.`] : [])
      ]
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureWindows(folder: string, note: Stage['note']): Promise<{ short: number; long: number }> {
  const crew = makeCrew(folder)
  try {
    const began = performance.now()
    crew.log.transaction(() => {
      seedTalk(crew, 'short', SHORT)
      seedTalk(crew, 'long', LONG)
    })
    note(`${SHORT + LONG} messages written in ${rounded((performance.now() - began) / 1000)} s.`)
    const times = { short: [] as number[], long: [] as number[] }
    for (let sample = -WARM_UPS; sample < SAMPLES; sample++) {
      for (const [id, messages] of [['short', SHORT], ['long', LONG]] as const) {
        const start = performance.now()
        const answer = await crew.toolbox.call({ sessionId: crew.sessionId }, 'control_workers', { action: 'history', worker_id: id, offset: OFFSET, limit: LIMIT })
        const took = performance.now() - start
        checkWindow(HistoryWindow.parse(answer.value), messages)
        if (sample >= 0) times[id].push(took)
      }
    }
    if (crew.steering.opened.length > 0) throw new Error('Reading history has woken an engine.')
    return { short: median(times.short), long: median(times.long) }
  } finally {
    await crew.close()
  }
}

function makeCrew(folder: string): Crew {
  mkdirSync(folder)
  return new Crew(folder)
}

/** The window is the right one, or its time means nothing. */
function checkWindow({ total, messages }: HistoryWindow, expected: number): void {
  const [first] = messages
  const newest = `message ${expected - 1 - OFFSET} of the talk`
  if (total !== expected || messages.length !== LIMIT || !first?.text.startsWith(newest)) throw new Error('The window is not the one that was asked for.')
}

async function measureList(folder: string, script: string, note: Stage['note']): Promise<number> {
  const crew = makeCrew(folder)
  crew.log.transaction(() => {
    for (let worker = 1; worker <= WORKERS; worker++) seedTalk(crew, `worker-${worker}`, 20, worker % 10 === 0 ? 4 : 0)
  })
  crew.die()
  const starts: z.infer<typeof ListTimes>[] = []
  for (let start = 0; start < STARTS; start++) {
    const { stdout } = await promisify(execFile)(process.execPath, [script, folder, String(WORKERS)])
    starts.push(ListTimes.parse(JSON.parse(stdout)))
  }
  const of = (time: keyof z.infer<typeof ListTimes>) => median(starts.map((start) => start[time]))
  note(`The list of ${WORKERS}: read in ${rounded(of('aheadMs'))} ms as the host starts, then given in ${rounded(of('firstMs'))} ms, later in ${rounded(of('laterMs'))} ms.`)
  return of('firstMs')
}
