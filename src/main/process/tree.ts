/**
 * Ends processes with everything that came from them. What belongs to a root: its group, its session, whatever carries
 * a marker that we look for, and the descendants of all these. Only what has wiped its environment and left its group,
 * its session and its parents is beyond reach. macOS tells no markers, so that group and descendants must do there;
 * Windows ends the tree of each root by `taskkill`. Neither of these two has been tried by our tests.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { processTable, type ProcessRow, type ProcessTable } from './table'

/** A process that leads its own group and session. `startedAt` tells it from a later process with the same pid. */
export interface Root {
  readonly pid: number
  readonly startedAt: number | null
}

export interface Target {
  readonly roots: readonly Root[]
  /** Which markers are looked for. */
  readonly marked: (row: ProcessRow) => boolean
}

/** One try to end them: the signal, and how long to wait for the end, in ms. Null only waits. */
export interface Stage {
  readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' | null
  readonly wait: number
}

export interface EndReport {
  /** How many processes, apart from the roots, were alive when the first signal was sent. */
  readonly ended: number
  /** How many are still there: they belong to another user, or hang in the system. */
  readonly survivors: number
}

/** Ask, then force. */
export const END_PLAN: readonly Stage[] = [
  { signal: 'SIGTERM', wait: 400 },
  { signal: 'SIGKILL', wait: 5_000 }
]

const POLL_MS = 20

/** The living processes of the target. Never this process, its ancestors, or a reaper. */
export function membersOf(table: ProcessTable, target: Target): ProcessRow[] {
  const spared = new Set<number>()
  for (let pid = process.pid; pid > 0 && !spared.has(pid); pid = table.get(pid)?.parent ?? 0) spared.add(pid)
  const roots = new Set<number>()
  for (const root of target.roots) {
    const now = table.get(root.pid)
    // A process that has the root's pid but not its start is a stranger, and so is its group.
    if (now === undefined || root.startedAt === null || now.startedAt === root.startedAt) roots.add(root.pid)
  }
  const children = Map.groupBy(table.values(), (row) => row.parent)
  const found = new Map<number, ProcessRow>()
  const add = (row: ProcessRow): void => {
    if (row.ended || row.reaper || spared.has(row.pid) || found.has(row.pid)) return
    found.set(row.pid, row)
    children.get(row.pid)?.forEach(add)
  }
  for (const row of table.values()) if (roots.has(row.group) || roots.has(row.session) || target.marked(row)) add(row)
  return [...found.values()]
}

/** Resolves when all of the target are gone, or when the last stage's time is over. */
export async function endAll(target: Target, plan: readonly Stage[] = END_PLAN): Promise<EndReport> {
  return process.platform === 'win32' ? taskkill(target) : endBySignals(target, plan)
}

async function endBySignals(target: Target, plan: readonly Stage[]): Promise<EndReport> {
  const isRoot = (row: ProcessRow) => target.roots.some((root) => root.pid === row.pid)
  let ended: number | null = null
  let living: ProcessRow[] = []
  for (const { signal, wait } of plan) {
    const deadline = performance.now() + wait
    const told = new Set<string>()
    for (let first = true, absent = 0; ; first = false) {
      living = membersOf(await processTable(), target)
      // One look can miss a process that was born behind it: only a second empty one counts.
      absent = living.length === 0 ? absent + 1 : 0
      if (absent === 2) return { ended: ended ?? 0, survivors: 0 }
      if (signal !== null && living.length > 0) {
        ended ??= living.filter((row) => !isRoot(row)).length
        const groups = first || signal === 'SIGKILL' ? groupsOf(living, target) : []
        for (const group of groups) send(-group, signal)
        for (const row of living) {
          const name = `${row.pid}:${row.startedAt}`
          if (told.has(name) && signal !== 'SIGKILL') continue
          told.add(name)
          if (!groups.includes(row.group)) send(row.pid, signal)
        }
      }
      if (performance.now() >= deadline && living.length > 0) break
      await delay(POLL_MS)
    }
  }
  return { ended: ended ?? 0, survivors: living.length }
}

/** The groups of roots that still have somebody in them: these get a signal as a whole, so that no fork slips through. */
function groupsOf(living: readonly ProcessRow[], target: Target): number[] {
  return target.roots.map((root) => root.pid).filter((group) => living.some((row) => row.group === group))
}

/** True where the signal was sent. One that is gone, or belongs to another user, is not an error. */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Whether a process is there and not halted (by SIGSTOP or a debugger), as far as the system tells. */
export function isGoing(pid: number): boolean {
  if (process.platform !== 'linux') return send(pid, 0)
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The letter behind the name, which stands in brackets and may hold brackets itself.
    return !/[TtZX]/.test(stat.charAt(stat.lastIndexOf(')') + 2))
  } catch {
    return false
  }
}

/** Exit code of `taskkill` for a process that is not there. */
const NOT_FOUND = 128

async function taskkill(target: Target): Promise<EndReport> {
  const kill = ({ pid }: Root) =>
    new Promise<boolean>((done) =>
      execFile('taskkill', ['/PID', String(pid), '/T', '/F'], (error) => done(error === null || error.code === NOT_FOUND))
    )
  const gone = await Promise.all(target.roots.map(kill))
  return { ended: 0, survivors: gone.filter((done) => !done).length }
}
