/**
 * How far a slow reader of a timeline lags behind, and what its stream costs: 500 events a second happen in an open
 * turn, in a window of 100 kB, and a reader in a process of its own takes 8 ms for each message. Host, log, WebSocket
 * server and client are the real ones; only the pi process is played, by reporting the facts of a turn at that rate.
 *
 * The lag of an event is counted from the moment when the engine reports it (which is just before it is committed) to
 * the moment when the reader has taken it into its state and spent its 8 ms on it. `bytesSnapshots` is what a snapshot
 * per event would have cost: the bytes of the snapshots that the same window really sends when each frame is asked to
 * be one, times the number of events.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startInsideHost } from './inside-host'
import { quantile, rounded, type Measured, type Stage } from './measured'
import { playedPiProcess, WINDOW_MODEL, type Reported } from './played-pi'
import { seedProject } from './seed'
import { makeFolders, type Folders } from './served-host'
import type { ReaderOrder, ReaderReport } from './timeline-stream.reader'

const EVENTS_PER_SECOND = 500
const READER_MS = 8
/** Before the measure begins, in ms. */
const WARM_UP_MS = 2_000
const MEASURE_MS = 12_000
/** How long snapshots are asked for, in ms. */
const SNAPSHOTS_MS = 2_000
const LAG_MAX_MS = 50
const BYTE_RATIO_MIN = 300

const WORKER = 'busy'

export async function bench(stage: Stage): Promise<Measured> {
  const folders = await makeFolders()
  try {
    return await measure(stage, folders)
  } finally {
    await folders.remove()
  }
}

async function measure({ root, folder, note }: Stage, folders: Folders): Promise<Measured> {
  // Nine turns with long replies; the tenth is the one that is open.
  const sessionId = seedProject(folders.data, folders.project, [{ id: WORKER, name: 'Busy worker', turns: 9, reports: 5 }])
  const pi = playedPiProcess(EVENTS_PER_SECOND)
  const { port, token, close } = await startInsideHost({ root, data: folders.data, fork: pi.fork, hasWindow: false, log: note })
  const read = (order: Pick<ReaderOrder, 'mode' | 'warmUpMs' | 'measureMs'>): Promise<ReaderReport> =>
    runReader(folder, { ...order, port, token, sessionId, workerId: WORKER, model: WINDOW_MODEL, readerMs: READER_MS })
  try {
    const patches = await read({ mode: 'patches', warmUpMs: WARM_UP_MS, measureMs: MEASURE_MS })
    const snapshots = await read({ mode: 'snapshots', warmUpMs: 0, measureMs: SNAPSHOTS_MS })
    return summary(pi.reported(), patches, snapshots, note)
  } finally {
    pi.stop()
    await close()
  }
}

async function runReader(folder: string, order: ReaderOrder): Promise<ReaderReport> {
  const reader = fork(join(folder, 'timeline-stream.reader.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(reader, 'exit').then(([code]) => {
    throw new Error(`The reader ended with ${String(code)} before it reported.`)
  })
  ended.catch(() => {})
  reader.send(order)
  const [report] = (await Promise.race([once(reader, 'message'), ended])) as [ReaderReport]
  return report
}

function summary(reported: Reported, patches: ReaderReport, snapshots: ReaderReport, note: Stage['note']): Measured {
  const lags: number[] = []
  let at = 0
  for (const [place, time] of reported.entries()) {
    if (time < patches.from || time > patches.to) continue
    let seen = patches.seen[at]
    while (seen && seen.place < place) seen = patches.seen[++at]
    if (!seen) throw new Error(`The reader never saw event ${place}.`)
    lags.push(seen.at - time)
  }
  const events = lags.length
  const perPatch = patches.bytes / patches.frames
  // A patch may slip in before the next snapshot is asked for.
  const perSnapshot = (snapshots.bytes - (snapshots.frames - snapshots.snapshots) * perPatch) / snapshots.snapshots
  const [p99LagMs, bytesPatches, bytesSnapshots] = [quantile(lags, 0.99), patches.bytes, Math.round(perSnapshot * events)]
  const byteRatio = bytesSnapshots / bytesPatches
  const seconds = (patches.to - patches.from) / 1000
  note(`${events} events in ${rounded(seconds)} s, ${rounded(events / seconds)} a second; ${patches.frames} patches of ${rounded(perPatch)} bytes`)
  note(`a snapshot has ${rounded(perSnapshot)} bytes; lag p50 ${rounded(quantile(lags, 0.5))}, p90 ${rounded(quantile(lags, 0.9))}, max ${rounded(quantile(lags, 1))} ms`)
  const missed = [
    ...(p99LagMs > LAG_MAX_MS ? [`The lag's p99 is ${rounded(p99LagMs)} ms; at most ${LAG_MAX_MS} ms are wanted.`] : []),
    ...(byteRatio < BYTE_RATIO_MIN ? [`Patches save a factor of ${rounded(byteRatio)}; at least ${BYTE_RATIO_MIN} is wanted.`] : []),
    ...(events / seconds < EVENTS_PER_SECOND * 0.98 ? [`Only ${rounded(events / seconds)} events a second happened; ${EVENTS_PER_SECOND} are wanted.`] : [])
  ]
  return { result: { p99LagMs: rounded(p99LagMs), bytesPatches, bytesSnapshots, byteRatio: rounded(byteRatio) }, missed }
}
