/** What is done with one worker of the list or with several at once. */
import { create } from 'zustand'
import { client, lookAtTurn, refusalOf, wasCutOff } from '../connection'
import { openDialog, showTrouble } from '../ui'
import { requestDeletes } from './deletions'
import { fewAtOnce } from './few-at-once.logic'
import { select } from './list'
import type { WorkerListRow } from './list.logic'
import { setArchived, setPinned } from './marks'
import { NOTHING } from './selection.logic'
import { listWords } from './list-words'

/** Whom an act is for. */
export type Meant = Pick<WorkerListRow, 'sessionId' | 'key' | 'worker'>

/** Those with a turn that nobody has stopped yet. */
export function stoppable(rows: readonly Meant[]): readonly Meant[] {
  return rows.filter(({ worker }) => worker.turn !== null && worker.turn.stoppingSince === null)
}

/** Stops the turns that are on the screen; newer ones run on. */
export async function stopTurns(rows: readonly Meant[]): Promise<void> {
  const failed: unknown[] = []
  await fewAtOnce(stoppable(rows), async ({ sessionId, worker: { workerId, turn } }) => {
    if (turn === null) return
    try {
      await client.workers.interrupt({ sessionId, workerId, turn: turn.number })
    } catch (error) {
      if (wasCutOff(error)) {
        if (await lookAtTurn(sessionId, workerId, turn.number)) failed.push(error)
      }
      // It had ended already.
      else if (refusalOf(error).code !== 'CONFLICT') failed.push(error)
    }
  })
  if (failed.length > 0) showTrouble(listWords().notStopped(failed.length), failed[0])
}

export function archive(rows: readonly Meant[], on: boolean): void {
  setArchived(rows.map(({ key }) => key), on)
  select(NOTHING)
}

export function pin(rows: readonly Meant[], on: boolean): void {
  setPinned(rows.map(({ key }) => key), on)
}

/** Whom the dialog asks about. */
export const useConfirming = create<{ readonly rows: readonly Meant[] }>(() => ({ rows: [] }))

/** One worker at once, which can be undone; several after a question. */
export function askDelete(rows: readonly Meant[]): void {
  if (rows.length <= 1) return deleteRows(rows)
  useConfirming.setState({ rows })
  openDialog('delete-workers')
}

export function deleteRows(rows: readonly Meant[]): void {
  requestDeletes(rows.map(({ sessionId, worker: { workerId, name } }) => ({ sessionId, workerId, name })))
  select(NOTHING)
}
