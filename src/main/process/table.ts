/**
 * The processes of this machine, as far as it takes to find those that are ours. Linux tells all from /proc; elsewhere
 * `ps` tells groups and parents but no markers, so that a process which has left both is not found there.
 */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { setImmediate as nextLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { HOST_MARKER, REAPER_MARKER, TASK_MARKER } from './markers'

export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  /** Session id; 0 where the system does not tell it. */
  readonly session: number
  /** Dead, only not yet collected by its parent. */
  readonly ended: boolean
  /** Clock ticks since boot: with the pid it names a process for good. Null where the system does not tell it. */
  readonly startedAt: number | null
  /** Markers of a process of our own user; null without one. */
  readonly host: string | null
  readonly task: string | null
  readonly reaper: boolean
}

export type ProcessTable = ReadonlyMap<number, ProcessRow>

/** How many processes are read before the event loop gets its turn. */
const SLICE = 32

export async function processTable(): Promise<ProcessTable> {
  return process.platform === 'linux' ? fromProc() : fromPs()
}

async function fromProc(): Promise<ProcessTable> {
  const table = new Map<number, ProcessRow>()
  let read = 0
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid)) continue
    if (++read % SLICE === 0) await nextLoop()
    const row = rowOf(pid)
    if (row !== null) table.set(pid, row)
  }
  return table
}

/** When a process started, in the words of `ProcessRow.startedAt`; null where it is gone or not told. */
export function startOf(pid: number): number | null {
  if (process.platform !== 'linux') return null
  try {
    return parseStat(pid, readFileSync(`/proc/${pid}/stat`, 'latin1')).startedAt
  } catch {
    return null
  }
}

function rowOf(pid: number): ProcessRow | null {
  try {
    const stat = parseStat(pid, readFileSync(`/proc/${pid}/stat`, 'latin1'))
    return { ...stat, ...markersOf(pid) }
  } catch {
    return null // It ended while we looked.
  }
}

/** The second field is the name in brackets and may hold anything: what counts begins after the last bracket. */
function parseStat(pid: number, stat: string) {
  const [state, parent, group, session, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    ended: state === 'Z' || state === 'X',
    startedAt: Number(rest[15])
  }
}

const NO_MARKERS = { host: null, task: null, reaper: false }

function markersOf(pid: number): { host: string | null; task: string | null; reaper: boolean } {
  try {
    if (statSync(`/proc/${pid}`).uid !== process.getuid?.()) return NO_MARKERS
    const environ = readFileSync(`/proc/${pid}/environ`)
    if (!environ.includes('CREWDECK_')) return NO_MARKERS
    const value = (name: string) => {
      const found = environ.toString('latin1').split('\0').find((pair) => pair.startsWith(`${name}=`))
      return found === undefined ? null : found.slice(name.length + 1)
    }
    return { host: value(HOST_MARKER), task: value(TASK_MARKER), reaper: value(REAPER_MARKER) !== null }
  } catch {
    return NO_MARKERS
  }
}

/** Used where there is no /proc. Exported for its test. */
export async function fromPs(): Promise<ProcessTable> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { timeout: 5_000 })
  const table = new Map<number, ProcessRow>()
  for (const line of stdout.split('\n')) {
    const [pid, parent, group, state] = line.trim().split(/\s+/)
    if (pid === undefined || pid === '' || state === undefined) continue
    const ended = state.startsWith('Z')
    const row = { pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, ended, startedAt: null, ...NO_MARKERS }
    table.set(row.pid, row)
  }
  return table
}
