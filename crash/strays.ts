/** Finds the processes of a host and of all that it has started, by what they carry in their environment. Linux only. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Of the lane: inherited by everything that a host starts, and not a name that the host keeps for itself. */
export const LIFE_VARIABLE = 'CRASH_LANE_LIFE'
/** Of the product, in all that a worker runs: which host has started it. */
const HOST_VARIABLE = 'CREWDECK_HOST'
const POLL_MS = 100

export interface Stray {
  readonly pid: number
  readonly command: string
}

/** Tells the processes of one life of a host: those with our mark, and those with the mark of the host that ours have now. */
export function processesOf(life: string): () => Stray[] {
  const hosts = new Set<string>()
  const isOurs = (environment: ReadonlyMap<string, string>) => {
    const host = environment.get(HOST_VARIABLE)
    if (environment.get(LIFE_VARIABLE) !== life) return host !== undefined && hosts.has(host)
    if (host !== undefined) hosts.add(host)
    return true
  }
  // Once to learn the host's marks; a process may come before the one that tells them.
  processes(isOurs)
  return () => processes(isOurs)
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
