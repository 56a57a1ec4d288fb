/** What can be done with the list and its rows, by name. */
import type { Action } from '../actions'
import { useView } from '../connection'
import { archive, askDelete, pin, stoppable, stopTurns } from './acts'
import { arrange, chosenWorkers, listNow, search, select, showAll, shownWorkers, switchGrouped, switchStatus, useListView } from './list'
import type { WorkerListRow } from './list.logic'
import { marksNow, setArchived, setFolded } from './marks'
import { all } from './selection.logic'
import { SORTS, STATUS_FILTERS } from './wish.logic'
import { openWorkerSettings } from './worker-settings'
import { actionWords } from './list-words'

/** The row of the worker on the screen. */
function shownRow(): WorkerListRow | null {
  const { screen, workerId } = useView.getState()
  return screen === 'crew' ? (shownWorkers().find((row) => row.key === workerId) ?? null) : null
}

/** The worker on the screen, in one row, or those that are selected. */
function meant(): readonly WorkerListRow[] {
  const chosen = chosenWorkers()
  const row = shownRow()
  return chosen.length > 0 ? chosen : row ? [row] : []
}

const hasAny = (): boolean => listNow().total > 0
const hasMeant = (): boolean => meant().length > 0
const hasChosen = (): boolean => chosenWorkers().length > 0

export const LIST_ACTIONS: readonly Action[] = [
  { id: 'list.find', group: 'crew', name: () => actionWords().find, keys: '/', can: hasAny, run: search },
  { id: 'list.all', group: 'crew', name: () => actionWords().showAll, can: () => listNow().away !== null, run: showAll },
  { id: 'list.grouped', group: 'crew', name: () => actionWords().grouped, keys: 'Alt+G', run: switchGrouped },
  ...SORTS.map((sort): Action => ({ id: `list.sort-${sort}`, group: 'crew', name: () => actionWords().sort[sort], run: () => arrange({ sort }) })),
  ...STATUS_FILTERS.map((status): Action => ({
    id: `list.filter-${status}`,
    group: 'crew',
    name: () => actionWords().filter[status],
    can: hasAny,
    run: () => switchStatus(status)
  })),
  { id: 'list.select-all', group: 'crew', name: () => actionWords().all, can: hasAny, run: selectAll },
  { id: 'list.stop', group: 'crew', name: () => actionWords().stopChosen, can: () => stoppable(chosenWorkers()).length > 0, run: () => void stopTurns(chosenWorkers()) },
  { id: 'list.archive', group: 'crew', name: () => actionWords().archiveChosen, can: hasChosen, run: () => archive(chosenWorkers(), true) },
  { id: 'list.delete', group: 'crew', name: () => actionWords().deleteChosen, can: hasChosen, run: () => askDelete(chosenWorkers()) },
  { id: 'worker.pin', group: 'worker', name: () => actionWords().pin, keys: 'Alt+P', can: hasMeant, run: () => pin(meant(), !meant().every((row) => row.pinned)) },
  { id: 'worker.archive', group: 'worker', name: () => actionWords().archive, keys: 'Alt+Shift+A', can: () => hasMeant() || isShownAway(), run: archiveMeant },
  { id: 'worker.fold', group: 'worker', name: () => actionWords().fold, can: () => (shownRow()?.below ?? null) !== null, run: foldShown },
  { id: 'worker.rename', group: 'worker', name: () => actionWords().rename, keys: { desktop: 'F2', browser: 'Alt+Shift+E' }, can: () => shownRow() !== null, run: openSettings }
]

/** Whether the worker on the screen is in an archive that is closed. */
function isShownAway(): boolean {
  const { screen, workerId } = useView.getState()
  return screen === 'crew' && workerId !== null && marksNow().archived.has(workerId)
}

function archiveMeant(): void {
  const rows = meant()
  const { workerId } = useView.getState()
  if (rows.length > 0) archive(rows, !rows.every((row) => row.archived))
  else if (workerId !== null) setArchived([workerId], false)
}

function selectAll(): void {
  select(all(shownWorkers().map(({ key }) => key), useListView.getState().selection))
}

function foldShown(): void {
  const row = shownRow()
  if (row) setFolded(row.key, !row.folded)
}

function openSettings(): void {
  const row = shownRow()
  if (row) openWorkerSettings(row.sessionId, row.key)
}
