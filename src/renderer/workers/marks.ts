/**
 * What this desk remembers of rows. Archived means: put away from this list. The worker itself goes on as it was, nobody
 * else hears of it, and what works or waits in the archive is counted on its head.
 */
import { z } from 'zod'
import { deskEntry, useDesk } from '../connection'
import type { Marks } from './list.logic'

const flag = (kind: string) => deskEntry(kind, z.boolean(), false)

const KINDS = { pinned: 'pin', archived: 'archived', folded: 'fold', opened: 'archive-open' } as const
type Kind = keyof typeof KINDS
const EACH: readonly Kind[] = ['pinned', 'archived', 'folded', 'opened']
const KIND_OF: ReadonlyMap<string, Kind> = new Map(EACH.map((kind) => [KINDS[kind], kind]))

const entries = { pinned: flag(KINDS.pinned), archived: flag(KINDS.archived), folded: flag(KINDS.folded), opened: flag(KINDS.opened) }

function mark(kind: Kind, ids: readonly string[], on: boolean): void {
  const changed = ids.filter((id) => entries[kind].get(id) !== on)
  if (changed.length > 0) entries[kind].setEach(changed, on ? true : null)
}

/** Pinned workers stand before the others; that takes them out of the archive. */
export function setPinned(workerIds: readonly string[], on: boolean): void {
  mark('pinned', workerIds, on)
  if (on) mark('archived', workerIds, false)
}

export function setArchived(workerIds: readonly string[], on: boolean): void {
  mark('archived', workerIds, on)
  if (on) mark('pinned', workerIds, false)
}

export function useIsPinned(workerId: string): boolean {
  return entries.pinned.use(workerId)
}

export function useIsArchived(workerId: string): boolean {
  return entries.archived.use(workerId)
}

/** Puts away what stands under a worker or a Project. */
export function setFolded(id: string, on: boolean): void {
  mark('folded', [id], on)
}

export function setArchiveOpen(sessionId: string, on: boolean): void {
  mark('opened', [sessionId], on)
}

let last: { entries: unknown; marks: Marks } | null = null

/** All marks of the desk; the same object as long as they are the same, however much else the desk remembers meanwhile. */
export function marksNow(): Marks {
  const { entries: all } = useDesk.getState()
  if (last?.entries === all) return last.marks
  const marks = { pinned: new Set<string>(), archived: new Set<string>(), folded: new Set<string>(), opened: new Set<string>() }
  for (const [key, value] of all ?? []) {
    const dot = key.indexOf('.')
    const kind = value === 'true' ? KIND_OF.get(key.slice(0, dot)) : undefined
    if (kind) marks[kind].add(key.slice(dot + 1))
  }
  last = { entries: all, marks: last && isSame(last.marks, marks) ? last.marks : marks }
  return last.marks
}

function isSame(a: Marks, b: Marks): boolean {
  return EACH.every((kind) => a[kind].size === b[kind].size && [...a[kind]].every((id) => b[kind].has(id)))
}
