/** Which logs belong together: a run is a log that nobody's worker wrote, with the logs of its workers below it. */
import { createHash } from 'node:crypto'
import { dirname } from 'node:path'
import type { Sighting } from './catalog'

export interface Member {
  readonly sighting: Sighting
  /** The worker's id within its run: its own where that is safe to use, one made from it otherwise. */
  readonly workerId: string
  /** Who started it; null for the run's own log. */
  readonly parent: Member | null
}

export interface Run {
  /** Safe as a part of an address: it tells nothing of the path that it stands for. */
  readonly runId: string
  readonly main: Sighting
  /** The run's own log first, then every worker after the one that started it. */
  readonly members: readonly Member[]
}

/** The worker that stands for the agent that a person spoke with. */
export const MAIN_WORKER = 'main'

export function runsOf(logs: readonly Sighting[]): Run[] {
  const parents = parentsOf(logs)
  const children = new Map<Sighting, Sighting[]>()
  const roots: Sighting[] = []
  for (const log of logs) {
    const parent = parents.get(log)
    if (!parent || isLoop(log, parents)) roots.push(log)
    else children.set(parent, [...(children.get(parent) ?? []), log])
  }
  return roots.map((main) => ({ runId: runIdOf(main), main, members: membersOf(main, children) }))
}

function runIdOf({ format, key }: Sighting): string {
  return `${format}-${shortHash(key)}`
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** The log of the session that started each; of several with that id the one that lies nearest. */
function parentsOf(logs: readonly Sighting[]): ReadonlyMap<Sighting, Sighting> {
  const byId = new Map<string, Sighting[]>()
  for (const log of logs) {
    for (const name of namesOf(log)) byId.set(name, [...(byId.get(name) ?? []), log])
  }
  const parents = new Map<Sighting, Sighting>()
  for (const log of logs) {
    const { parentId } = log.peeked
    if (parentId === null) continue
    const candidates = (byId.get(`${log.format} ${parentId}`) ?? []).filter((other) => other !== log)
    const [nearest] = candidates.toSorted((a, b) => shared(b.key, log.key) - shared(a.key, log.key))
    if (nearest) parents.set(log, nearest)
  }
  return parents
}

/** Gemini names the folder of a session's workers by its id without the characters that a file name may not have. */
function namesOf({ format, peeked: { id } }: Sighting): readonly string[] {
  if (id === null) return []
  const names = format === 'gemini' ? new Set([id, id.replace(/[^a-zA-Z0-9_-]/g, '_'), id.replace(/[^a-zA-Z0-9_-]/g, '')]) : new Set([id])
  return [...names].map((name) => `${format} ${name}`)
}

/** How many characters of the folders two paths have in common. */
function shared(a: string, b: string): number {
  const [one, other] = [dirname(a), dirname(b)]
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length++
  return length
}

/** Logs that name each other as parents would belong to no run. */
function isLoop(log: Sighting, parents: ReadonlyMap<Sighting, Sighting>): boolean {
  const seen = new Set([log])
  for (let above = parents.get(log); above; above = parents.get(above)) {
    if (above === log) return true
    if (seen.has(above)) return false
    seen.add(above)
  }
  return false
}

function membersOf(main: Sighting, children: ReadonlyMap<Sighting, readonly Sighting[]>): Member[] {
  const members: Member[] = [{ sighting: main, workerId: MAIN_WORKER, parent: null }]
  const taken = new Set([MAIN_WORKER])
  for (const parent of members) {
    for (const sighting of children.get(parent.sighting) ?? []) {
      members.push({ sighting, workerId: freeId(sighting.peeked.id ?? sighting.key, sighting.key, taken), parent })
    }
  }
  return members
}

const SAFE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/

/** An id that is safe in an address and not taken yet; takes it. */
export function freeId(wanted: string, key: string, taken: Set<string>): string {
  const id = SAFE.test(wanted) && !taken.has(wanted) ? wanted : `worker-${shortHash(`${key} ${wanted}`)}`
  taken.add(id)
  return id
}
