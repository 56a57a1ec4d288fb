/**
 * A hundred workers at work at once, twenty of them real pi sessions and eighty on an agent over ACP, each making twenty
 * events a second in its log, while a browser shows the list and one timeline. Host, engines, pi, agent, database, server
 * and page are the real ones; the model answers by a script, at once, with the next tool call.
 *
 * `rssPerWorkerMb` is what twenty further pi workers, each after one turn, add to the host and the pi process.
 */
import type { Page } from '@playwright/test'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { launchBrowser, VIEWPORT } from './browser'
import type { HostOrder, HostReady, LoopReport } from './busy-workers.host'
import { connectTo, type ContractClient } from './contract-client'
import { quantile, rounded, type Measured, type Stage } from './measured'
import { makeFolders, type Folders } from './served-host'

const [PI_WORKERS, ACP_WORKERS, FURTHER] = [20, 80, 20]
const EVENTS_PER_SECOND = 20
const WARM_UP_MS = 6_000
const MEASURE_MS = 15_000
/** A step of pi becomes five events: its end and begin, a message, a call and a result. */
const STEP_MS = (5 * 1_000) / EVENTS_PER_SECOND
const LIMITS = { delayMs: 20, rssMb: 3, driftMs: 50, eventsShare: 0.9 }
const MODEL = { provider: 'busy', name: 'model' } as const

type Client = ContractClient['client']

export async function bench(stage: Stage): Promise<Measured> {
  const folders = await makeFolders()
  const model = await startModel()
  try {
    return await withHost(stage, folders, model)
  } finally {
    model.server.closeAllConnections()
    model.server.close()
    await folders.remove()
  }
}

async function withHost(stage: Stage, folders: Folders, model: BusyModel): Promise<Measured> {
  const env = { BUSY_EVENTS_PER_SECOND: String(EVENTS_PER_SECOND) }
  const agent = { id: 'busy', label: 'Busy', command: process.execPath, args: [join(stage.folder, 'busy-workers.agent.mjs')], env, shared: true }
  await writeFile(join(folders.data, 'agents.json'), JSON.stringify({ agents: [agent] }))
  const host = fork(join(stage.folder, 'busy-workers.host.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  host.send({ root: stage.root, data: folders.data, project: folders.project } satisfies HostOrder)
  const [ready] = (await once(host, 'message')) as [HostReady]
  const { client, close } = await connectTo(ready.url)
  const browser = await launchBrowser()
  try {
    await setUp(client, ready.sessionId, model.url)
    const rssPerWorkerMb = await memoryPerWorker(client, ready, host, model, stage.note)
    const page = await browser.newPage({ viewport: VIEWPORT })
    return await measure({ client, ready, host, model, page, note: stage.note, rssPerWorkerMb })
  } finally {
    await browser.close()
    close()
    host.send('close')
    await once(host, 'exit')
  }
}

async function setUp(client: Client, sessionId: string, url: string): Promise<void> {
  await client.models.saveProvider({ id: MODEL.provider, name: 'Busy', api: 'openai-completions', baseUrl: `${url}/v1`, models: [MODEL.name] })
  await client.models.setKey({ id: MODEL.provider, key: 'sk-bench' })
  await client.settings.set({ maxLive: 200 })
  await client.projects.setPolicy({ sessionId, policy: 'run' })
  await client.projects.setConduct({ sessionId, conduct: { maxBusy: 100 } })
}

async function memoryPerWorker(client: Client, { sessionId, pid }: HostReady, host: ChildProcess, model: BusyModel, note: Stage['note']): Promise<number> {
  model.stop()
  await spawnWorkers(client, sessionId, 'pi', 0, PI_WORKERS)
  await idle(client, sessionId)
  const before = await restingMemory(pid, host)
  await spawnWorkers(client, sessionId, 'pi', PI_WORKERS, FURTHER)
  await idle(client, sessionId)
  const after = await restingMemory(pid, host)
  note(`host and pi: ${rounded(before / 1e6)} MB with ${PI_WORKERS} pi workers, ${rounded(after / 1e6)} MB with ${PI_WORKERS + FURTHER}`)
  for (let place = PI_WORKERS; place < PI_WORKERS + FURTHER; place++) await client.workers.delete({ sessionId, workerId: `pi-${place}` })
  return (after - before) / FURTHER / 1e6
}

async function spawnWorkers(client: Client, sessionId: string, engine: 'pi' | 'acp', from: number, count: number): Promise<void> {
  const modelOf = engine === 'pi' ? `${MODEL.provider}/${MODEL.name}` : 'busy'
  for (let place = from; place < from + count; place++) {
    await client.workers.create({
      sessionId, workerId: `${engine}-${place}`, messageId: `${engine}-${place}-task`, name: `${engine} worker ${place}`, task: `Look at every part, worker ${place}.`, engine, model: modelOf
    })
  }
}

async function idle(client: Client, sessionId: string): Promise<void> {
  const abort = new AbortController()
  for await (const { projects } of await client.projects.watch({}, { signal: abort.signal })) {
    if ((projects.find((project) => project.sessionId === sessionId)?.busy ?? 1) > 0) continue
    abort.abort()
    return
  }
}

interface Running {
  readonly client: Client
  readonly ready: HostReady
  readonly host: ChildProcess
  readonly model: BusyModel
  readonly page: Page
  readonly note: Stage['note']
  readonly rssPerWorkerMb: number
}

async function measure({ client, ready, host, model, page, note, rssPerWorkerMb }: Running): Promise<Measured> {
  const { sessionId, url } = ready
  model.start()
  for (let place = 0; place < PI_WORKERS; place++) {
    await client.workers.send({ sessionId, workerId: `pi-${place}`, messageId: `pi-${place}-go`, text: 'Go on, until I stop you.', delivery: 'queue' })
  }
  await spawnWorkers(client, sessionId, 'acp', 0, ACP_WORKERS)
  await page.goto(url)
  await page.locator('.worker:has(.name:text-is("pi worker 0"))').click()
  await page.locator('[data-turn="2"]').waitFor()
  await delay(WARM_UP_MS)
  await ask(host)
  await page.evaluate(watchPage)
  const first = await stepsShown(page)
  await delay(MEASURE_MS)
  const seen = await page.evaluate(() => window.busyWatch.stop())
  const report = await ask(host)
  const last = await stepsShown(page)
  const workers = PI_WORKERS + ACP_WORKERS
  const eventsPerSecond = report.events / (report.ms / 1_000)
  const driftP99Ms = quantile(seen.drifts, 0.99)
  note(`${rounded(eventsPerSecond)} events a second; host ${rounded(report.rss / 1e6)} MB; the open timeline went from ${first} to ${last} steps; ${seen.changes} changes of the list`)
  for (let place = 0; place < PI_WORKERS; place++) await stop(client, sessionId, `pi-${place}`)
  for (let place = 0; place < ACP_WORKERS; place++) await stop(client, sessionId, `acp-${place}`)
  const missed = [
    ...(eventsPerSecond < workers * EVENTS_PER_SECOND * LIMITS.eventsShare ? [`Only ${rounded(eventsPerSecond)} events a second happened.`] : []),
    ...(report.delayP99Ms > LIMITS.delayMs ? [`The event loop's delay is ${rounded(report.delayP99Ms)} ms at p99; at most ${LIMITS.delayMs} ms are wanted.`] : []),
    ...(rssPerWorkerMb > LIMITS.rssMb ? [`A further pi worker takes ${rounded(rssPerWorkerMb)} MB; at most ${LIMITS.rssMb} MB are wanted.`] : []),
    ...(seen.longTasks > 0 ? [`${seen.longTasks} tasks of the page took over 50 ms, the longest ${rounded(seen.longest)} ms.`] : []),
    ...(driftP99Ms > LIMITS.driftMs ? [`The page's timers are ${rounded(driftP99Ms)} ms late at p99; under ${LIMITS.driftMs} ms are wanted.`] : []),
    ...(last <= first || seen.changes === 0 ? ['The list or the open timeline stood still.'] : [])
  ]
  const result = {
    workers,
    eventsPerSecond: rounded(eventsPerSecond),
    eventLoopDelayP99Ms: rounded(report.delayP99Ms),
    rssPerWorkerMb: rounded(rssPerWorkerMb, 2),
    rendererLongTasks: seen.longTasks,
    driftP99Ms: rounded(driftP99Ms)
  }
  return { result, missed }
}

async function stop(client: Client, sessionId: string, workerId: string): Promise<void> {
  const { turn } = await client.workers.get({ sessionId, workerId })
  if (turn) await client.workers.interrupt({ sessionId, workerId, turn: turn.number })
}

async function ask(host: ChildProcess): Promise<LoopReport> {
  host.send('report')
  const [report] = (await once(host, 'message')) as [LoopReport]
  return report
}

/** Of the host and its pi process, once it has stopped falling. */
async function restingMemory(hostPid: number, host: ChildProcess): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let look = 0; look < 10; look++) {
    await delay(300)
    const children = childrenOf(hostPid).filter((pid) => commandOf(pid).includes('pi-process'))
    least = Math.min(least, [hostPid, ...children].reduce((sum, pid) => sum + rssOf(pid), 0))
  }
  await ask(host)
  return least
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
const rssOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1_024
const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`)
const childrenOf = (pid: number) =>
  readdirSync('/proc')
    .map(Number)
    .filter((other) => Number.isInteger(other) && new RegExp(`PPid:\\s+${pid}\\b`).test(read(`/proc/${other}/status`)))

async function stepsShown(page: Page): Promise<number> {
  const text = await page.locator('[data-turn="2"]').textContent()
  return Number(/step (\d+)/.exec(text ?? '')?.[1] ?? 0)
}

interface PageWatch {
  readonly longTasks: number
  readonly longest: number
  readonly changes: number
  readonly drifts: number[]
}
declare global {
  interface Window {
    busyWatch: { stop(): PageWatch }
  }
}

/** Runs in the page, so it must stand alone. */
function watchPage(): void {
  const drifts: number[] = []
  const long: number[] = []
  let changes = 0
  const tasks = new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => long.push(duration)))
  tasks.observe({ type: 'longtask' })
  const isOfList = ({ target }: MutationRecord) => (target instanceof Element ? target : target.parentElement)?.closest('.worker') !== null
  const mutations = new MutationObserver((records) => (changes += records.filter(isOfList).length))
  mutations.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  let due = performance.now() + 10
  const timer = setInterval(() => {
    drifts.push(Math.max(0, performance.now() - due))
    due = performance.now() + 10
  }, 10)
  window.busyWatch = {
    stop: () => {
      clearInterval(timer)
      tasks.disconnect()
      mutations.disconnect()
      return { longTasks: long.length, longest: Math.max(0, ...long), changes, drifts }
    }
  }
}

interface BusyModel {
  readonly url: string
  readonly server: Server
  /** From now on each answer is the next tool call, at the rate wanted. */
  start(): void
  /** From now on each answer is a sentence. */
  stop(): void
}

/** Speaks as OpenAI's chat completions do. */
async function startModel(): Promise<BusyModel> {
  let isBusy = false
  let made = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const call = { index: 0, id: `call-${(made += 1)}`, type: 'function', function: { name: 'ls', arguments: '{"path":"."}' } }
      const answer = isBusy ? { role: 'assistant', content: `Part ${made} is next.`, tool_calls: [call] } : { role: 'assistant', content: 'That is all.' }
      const chunk = (choice: object, more: object = {}) => `data: ${JSON.stringify({ id: `c${made}`, object: 'chat.completion.chunk', created: 1, model: MODEL.name, choices: [{ index: 0, ...choice }], ...more })}\n\n`
      const say = () => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(chunk({ delta: answer, finish_reason: null }))
        response.end(`${chunk({ delta: {}, finish_reason: isBusy ? 'tool_calls' : 'stop' }, { usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } })}data: [DONE]\n\n`)
      }
      setTimeout(say, isBusy ? STEP_MS * 0.9 : 0)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The model does not listen.')
  return { url: `http://127.0.0.1:${address.port}`, server, start: () => (isBusy = true), stop: () => (isBusy = false) }
}
