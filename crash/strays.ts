/** Finds the processes of a host and of all that it has started, by what they carry in their environment. Linux only. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Of the lane: inherited by everything that a host starts, and not a name that the host keeps for itself. */
export const LIFE_VARIABLE = 'CRASH_LANE_LIFE'
/** Of the product: `<data id>.<random>`, in all that a worker runs. */
const HOST_VARIABLE = 'CREWDECK_HOST'
const POLL_MS = 25

export interface Stray {
  readonly pid: number
  readonly command: string
}

/** Names the data folder in HOST_VARIABLE. */
export function dataIdOf(dataFolder: string): string {
  return createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 24)
}

/** Living processes that belong to one life of the host: by our mark, or by the host's own. */
export function aliveOf(life: string): Stray[] {
  return processes((environment) => environment.get(LIFE_VARIABLE) === life)
}

/** Living processes that any host of this data folder has started. */
export function markedFor(dataId: string): Stray[] {
  return processes((environment) => environment.get(HOST_VARIABLE)?.startsWith(`${dataId}.`) ?? false)
}

/** Waits until `look` finds nothing; resolves with what is left after `withinMs`. */
export async function gone(look: () => Stray[], withinMs: number): Promise<Stray[]> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const left = look()
    if (left.length === 0 || performance.now() > deadline) return left
    await delay(POLL_MS)
  }
}

export function endStray({ pid }: Stray): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

function processes(isWanted: (environment: ReadonlyMap<string, string>) => boolean): Stray[] {
  return readdirSync('/proc').flatMap((name): Stray[] => {
    if (!/^\d+$/.test(name)) return []
    const lines = read(`/proc/${name}/environ`).split('\0')
    const environment = new Map(lines.map((line): [string, string] => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)]))
    if (!isWanted(environment)) return []
    return [{ pid: Number(name), command: read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim() }]
  })
}

/** Empty for a process that has gone meanwhile (also one that is dead and only not yet collected), or is somebody else's. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
