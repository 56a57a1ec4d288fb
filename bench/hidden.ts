/**
 * A window that nobody sees, while fifty workers work: what the host sends to it in ten seconds, what its renderer
 * spends, and how long after it is shown again it is right: when the open timeline and the list tell what the host knew
 * when it was shown, painted. Host, database, server and page are the real ones; only the pi process is played, by
 * reporting facts of turns.
 *
 * A headless browser has no hidden windows, so the page is told that it is one. A window that really is hidden gets no
 * frames from the browser either, which spares more than is measured here.
 */
import type { Browser, Page } from '@playwright/test'
import { setTimeout as delay } from 'node:timers/promises'
import { launchBrowser, VIEWPORT } from './browser'
import { connectTo, type ContractClient } from './contract-client'
import { startInsideHost } from './inside-host'
import { median, rounded, type Measured, type Stage } from './measured'
import { playedPiProcess, WINDOW_MODEL } from './played-pi'
import { seedProject, type SeedWorker } from './seed'
import { makeFolders, type Folders } from './served-host'

const WORKERS = 50
/** Of each worker. */
const EVENTS_PER_SECOND = 10
const HIDDEN_MS = 10_000
const ROUNDS = 5
/** How long a window may take to close its streams, in ms; and between two rounds. */
const SETTLE_MS = 500
const LIMITS = { cpuPercent: 1, backMs: 100 }

const CREW: readonly SeedWorker[] = Array.from({ length: WORKERS }, (_, place) => ({ id: `busy${place}`, name: `Busy ${place}`, turns: 12, model: `${WINDOW_MODEL.provider}/${WINDOW_MODEL.name}` }))
const SHOWN = CREW[0] ?? { id: '', name: '', turns: 0 }

export async function bench(stage: Stage): Promise<Measured> {
  const folders = await makeFolders()
  try {
    return await withHost(stage, folders)
  } finally {
    await folders.remove()
  }
}

async function withHost({ root, note }: Stage, folders: Folders): Promise<Measured> {
  const sessionId = seedProject(folders.data, folders.project, CREW)
  const pi = playedPiProcess(EVENTS_PER_SECOND)
  const host = await startInsideHost({ root, data: folders.data, fork: pi.fork, log: note })
  const spoken = await connectTo(host.url)
  const browser = await launchBrowser()
  try {
    await startWork(spoken.client, sessionId)
    return await measure(browser, host.url, spoken.client, sessionId, note)
  } finally {
    await browser.close()
    spoken.close()
    pi.stop()
    await host.close()
  }
}

async function startWork(client: ContractClient['client'], sessionId: string): Promise<void> {
  await client.models.saveProvider({ id: WINDOW_MODEL.provider, name: 'Bench', api: 'openai-completions', baseUrl: 'http://127.0.0.1:9/v1', models: [WINDOW_MODEL.name] })
  await client.settings.set({ maxLive: 100 })
  await client.projects.setConduct({ sessionId, conduct: { maxBusy: 100 } })
  for (const { id: workerId } of CREW) await client.workers.send({ sessionId, workerId, messageId: `${workerId}-go`, text: 'Go on, please.', delivery: 'queue' })
}

async function measure(browser: Browser, url: string, client: ContractClient['client'], sessionId: string, note: Stage['note']): Promise<Measured> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  let messages = 0
  const count = (): void => void (messages += 1)
  page.on('websocket', (socket) => socket.on('framereceived', count).on('framesent', count))
  await page.goto(url)
  await page.locator(`.worker[data-worker="${SHOWN.id}"]`).click()
  await page.locator(`[data-turn="${SHOWN.turns + 1}"] .now`).waitFor()
  await delay(2_000)
  const seen = messages

  await setVisibility(page, 'hidden')
  await delay(SETTLE_MS)
  messages = 0
  const cpuBefore = await rendererSeconds(browser)
  await delay(HIDDEN_MS)
  const rendererCpuPercent = ((await rendererSeconds(browser)) - cpuBefore) / (HIDDEN_MS / 1_000) * 100
  const whileHidden = messages

  const backs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 0) {
      await delay(SETTLE_MS)
      await setVisibility(page, 'hidden')
      await delay(2 * SETTLE_MS)
    }
    const { turn } = await client.workers.get({ sessionId, workerId: SHOWN.id })
    backs.push(await showAndWait(page, turn?.steps ?? 0))
  }
  const backMs = median(backs)
  note(`${seen} messages while it was seen; shown again it was right after ${backs.map((ms) => rounded(ms)).join(', ')} ms`)
  const missed = [
    ...(whileHidden > 0 ? [`${whileHidden} messages went to a window that nobody saw.`] : []),
    ...(rendererCpuPercent >= LIMITS.cpuPercent ? [`Its renderer took ${rounded(rendererCpuPercent, 2)} % of a core; under ${LIMITS.cpuPercent} % is wanted.`] : []),
    ...(backMs > LIMITS.backMs ? [`It was right ${rounded(backMs)} ms after it was shown; at most ${LIMITS.backMs} ms are wanted.`] : [])
  ]
  return { result: { messages: whileHidden, rendererCpuPercent: rounded(rendererCpuPercent, 2), backMs: rounded(backMs) }, missed }
}

async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

/** Processor time of all renderers so far, in s. */
async function rendererSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** Shows the page; resolves with the time in ms until its timeline and its list have been painted with at least that step. */
function showAndWait(page: Page, steps: number): Promise<number> {
  return page.evaluate(
    ({ wanted, turn, worker }) =>
      new Promise<number>((resolve, reject) => {
        const stepIn = (selector: string): number => Number(/step (\d+)/.exec(document.querySelector(selector)?.textContent ?? '')?.[1] ?? 0)
        const painted = new MessageChannel()
        const began = performance.now()
        painted.port1.onmessage = () => {
          const isRight = stepIn(`[data-turn="${turn}"]`) >= wanted && stepIn(`.worker[data-worker="${worker}"]`) >= wanted
          if (isRight) resolve(performance.now() - began)
          else if (performance.now() - began > 20_000) reject(new Error('The page has not become right.'))
          else wait()
        }
        // A message that is posted before a frame is painted arrives after it.
        const wait = (): void => void requestAnimationFrame(() => painted.port2.postMessage(null))
        Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
        Object.defineProperty(document, 'hidden', { value: false, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
        wait()
      }),
    { wanted: steps, turn: SHOWN.turns + 1, worker: SHOWN.id }
  )
}
