/**
 * Where an engine keeps what it needs to resume a Session. Each conversation has a place of its own, so that a cleared
 * one is not remembered, whenever its files go.
 */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionRow } from './log'

type Whose = Pick<SessionRow, 'id' | 'clearedTurns'>

/** @param root the folder of all Sessions' states */
export function stateFolderOf(root: string, { id, clearedTurns }: Whose): string {
  return clearedTurns === 0 ? join(root, id) : join(root, id, placeAfter(clearedTurns))
}

/** Removes what engines have kept of conversations that were cleared. Repeating it succeeds. */
export async function dropCleared(root: string, { id, clearedTurns }: Whose): Promise<void> {
  if (clearedTurns === 0) return
  const folder = join(root, id)
  const names = await readdir(folder).catch((error: unknown) => {
    // Its engine was never opened.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const old = names.filter((name) => name !== placeAfter(clearedTurns))
  await Promise.all(old.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}

function placeAfter(turns: number): string {
  return `after-${turns}`
}
