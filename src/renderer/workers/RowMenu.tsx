import { memo, useEffect } from 'react'
import { create } from 'zustand'
import { MenuAt, MenuGroup, MenuItem, MenuLine, type MenuAnchor } from '../ui'
import { useWords } from '../words'
import { askDelete, pin, stoppable, stopTurns } from './acts'
import { chosenWorkers, useList } from './list'
import { workersIn, type WorkerListRow } from './list.logic'
import { ArchiveItem, WorkerItems } from './WorkerItems'
import { listWords } from './list-words'

interface RowMenuState {
  readonly anchor: MenuAnchor | null
  /** Whom it is for, in the order of the rows. */
  readonly ids: readonly string[]
}

const useRowMenu = create<RowMenuState>(() => ({ anchor: null, ids: [] }))

/** Opens it for a row: for all that are selected, if the row is one of them. */
export function openRowMenu(id: string, anchor: MenuAnchor): void {
  const chosen = chosenWorkers().map((row) => row.key)
  useRowMenu.setState({ anchor, ids: chosen.includes(id) ? chosen : [id] })
}

/** The one menu of all rows. */
export const RowMenu = memo(function RowMenu() {
  const { anchor, ids } = useRowMenu()
  const backTo = (): HTMLElement | null => document.querySelector(`[data-worker="${CSS.escape(ids[0] ?? '')}"]`)
  return (
    <MenuAt anchor={anchor} onClose={close} finalFocus={backTo}>
      <Content ids={ids} />
    </MenuAt>
  )
})

function close(): void {
  useRowMenu.setState({ anchor: null })
}

/** Only there while the menu is open. */
function Content({ ids }: { ids: readonly string[] }) {
  const rows = workersIn(useList().rows).filter((row) => ids.includes(row.key))
  const [only] = rows
  // They may go while one chooses.
  useEffect(() => {
    if (rows.length === 0) close()
  }, [rows.length])
  if (!only) return null
  return rows.length === 1 ? <WorkerItems meant={only} /> : <SeveralRows rows={rows} />
}

function SeveralRows({ rows }: { rows: readonly WorkerListRow[] }) {
  const say = useWords(listWords)
  const open = stoppable(rows).length
  const isAll = (what: 'pinned' | 'archived'): boolean => rows.every((row) => row[what])
  return (
    <MenuGroup label={say.chosenWorkers(rows.length)}>
      {open > 0 && <MenuItem needsHost onSelect={() => void stopTurns(rows)}>{say.stopTurns(open)}</MenuItem>}
      <MenuItem onSelect={() => pin(rows, !isAll('pinned'))}>{isAll('pinned') ? say.unpin : say.pin}</MenuItem>
      <ArchiveItem meant={rows} archived={isAll('archived')} />
      <MenuLine />
      <MenuItem needsHost onSelect={() => askDelete(rows)}>{say.deleteAll}</MenuItem>
    </MenuGroup>
  )
}
