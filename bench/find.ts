/**
 * How long the window waits for the first page of what it looks for among 1,000,000 messages: a rare word, a common one,
 * absent ones, two-character Chinese words, and words within one worker, each asked as the window asks, over the real
 * WebSocket of a served host. `ms` is the median of the word that takes longest; how long the first answers and the slowest
 * ones took is noted.
 */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import type { Contract } from '../src/shared/contract'
import { FindIndex } from '../src/main/find/find-index'
import { Crew } from '../src/main/testing/crew'
import { ABSENT, CHINESE, COMMON, RARE, seedWords } from './find.words'
import { median, rounded, type Measured, type Stage } from './measured'
import { makeFolders, startServedHost } from './served-host'

const MESSAGES = 1_000_000
const WORKERS = 100
const TIMES = 25
const PAGE = 50
const MAX_MS = 50

type Client = ContractRouterClient<Contract>

export async function bench({ root, note }: Stage): Promise<Measured> {
  const folders = await makeFolders()
  try {
    write(folders.project, note)
    // The crew keeps its data beside its Project's files.
    const host = await startServedHost(root, { ...folders, data: join(folders.project, 'data') })
    try {
      const ms = await ask(host.url, folders.project, note)
      return {
        result: { messages: MESSAGES, ms: rounded(ms, 1) },
        missed: ms > MAX_MS ? [`The word that takes longest took ${rounded(ms)} ms, not ${MAX_MS}.`] : []
      }
    } finally {
      await host.stop()
    }
  } finally {
    await folders.remove()
  }
}

/** Writes the messages and lets the host's own index take them in. */
function write(folder: string, note: Stage['note']): void {
  const crew = new Crew(folder)
  const began = performance.now()
  seedWords(crew, MESSAGES, WORKERS)
  const size = () => {
    crew.db.sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    return statSync(join(folder, 'data', 'crewdeck.db')).size / 1_000_000
  }
  const written = performance.now()
  const before = size()
  note(`${MESSAGES} messages written in ${rounded((written - began) / 1_000)} s: ${rounded(before, 0)} MB.`)
  const index = new FindIndex({ db: crew.db, log: crew.log, report: note })
  index.catchUp()
  const took = performance.now() - written
  note(`Indexed in ${rounded(took / 1_000)} s, ${rounded((took * 1_000) / MESSAGES, 0)} µs each: ${rounded(size() - before, 0)} MB.`)
  index.close()
  crew.die()
}

async function ask(url: string, folder: string, note: Stage['note']): Promise<number> {
  const { client, close } = await connect(url)
  const { sessionId } = await client.projects.open({ folder })
  const asked: readonly { query: string; hits: number; workerId?: string }[] = [
    { query: RARE.word, hits: RARE.messages },
    { query: COMMON, hits: PAGE },
    { query: `${COMMON} ${RARE.word}`, hits: RARE.messages },
    ...ABSENT.map((query) => ({ query, hits: 0 })),
    { query: CHINESE.common, hits: PAGE },
    { query: CHINESE.rare.word, hits: CHINESE.rare.messages },
    { query: CHINESE.absent, hits: 0 },
    { query: COMMON, hits: PAGE, workerId: 'worker-8' },
    { query: 'to', hits: PAGE }
  ]
  const typical: number[] = []
  for (const { query, hits, workerId } of asked) {
    const times: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const start = performance.now()
      const found = await page(client, { query, ...(workerId === undefined ? {} : { sessionId, workerId }) })
      times.push(performance.now() - start)
      if (found !== hits) throw new Error(`“${query}” was found ${found} times, not ${hits}.`)
    }
    note(`${query}${workerId === undefined ? '' : ` in ${workerId}`}: first ${rounded(times[0] ?? 0)} ms, median ${rounded(median(times))} ms, slowest ${rounded(Math.max(...times))} ms`)
    typical.push(median(times))
  }
  close()
  return Math.max(...typical)
}

/** Asks until the page is full or everything has been looked at, as the window does. Resolves with how many were found. */
async function page(client: Client, question: { query: string; sessionId?: string; workerId?: string }): Promise<number> {
  let found = 0
  let before: number | undefined
  for (;;) {
    const answer = await client.find.messages({ ...question, limit: PAGE - found, ...(before === undefined ? {} : { before }) })
    found += answer.hits.length
    if (answer.next === null || found === PAGE) return found
    before = answer.next
  }
}

async function connect(url: string): Promise<{ client: Client; close(): void }> {
  const { host, hash } = new URL(url)
  const websocket = new WebSocket(`ws://${host}/rpc`, ['crewdeck.v1', `token.${hash.replace('#token=', '')}`])
  await once(websocket, 'open')
  return { client: createORPCClient(new RPCLink({ websocket })), close: () => websocket.close() }
}
