import type { KeyboardEvent, RefObject } from 'react'
import { useView } from '../connection'
import { isComposing, isMod } from '../ui'
import { listTarget } from '../ui/list-keys.logic'
import { askDelete } from './acts'
import { showCoordinator } from './CoordinatorItem'
import { foldGroup } from './GroupRow'
import { chosenWorkers, select, useListView } from './list'
import { ROW_PX, workersIn, type ListRow } from './list.logic'
import { setFolded } from './marks'
import { all, NOTHING, stretch, toggle } from './selection.logic'
import { openWorkerSettings } from './worker-settings'
import { showRow } from './WorkerRow'

interface ListKeys {
  readonly rows: readonly ListRow[]
  /** The row that has the focus. */
  readonly at: number
  move(index: number): void
  readonly scroller: RefObject<HTMLElement | null>
}

/** The keys of the list, as every tree has them: arrows, Space and Shift to select, Enter to show, Delete and F2. */
export function useListKeys({ rows, at, move, scroller }: ListKeys): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    // Buttons in a row have keys of their own.
    if (event.defaultPrevented || isComposing(event.nativeEvent) || !isRow(event.target)) return
    if (run(event)) event.preventDefault()
  }

  function run(event: KeyboardEvent): boolean {
    const row = rows[at]
    if (!row) return false
    if (isMod(event)) return modified(event, row)
    if (event.altKey || event.metaKey || event.ctrlKey) return false
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX.worker) - 2)
    const target = listTarget(event.key, at, rows.length, page)
    if (target !== null) {
      move(target)
      if (event.shiftKey) stretchTo(target)
      return true
    }
    return plain(event, row)
  }

  function modified({ key }: KeyboardEvent, row: ListRow): boolean {
    if (key === ' ' && row.kind === 'worker') return pick(row.key)
    if (key.toLowerCase() !== 'a') return false
    select(all(workersIn(rows).map((known) => known.key), useListView.getState().selection))
    return true
  }

  function plain({ key }: KeyboardEvent, row: ListRow): boolean {
    switch (key) {
      case 'Enter':
        if (row.kind === 'worker') showRow(row)
        else if (row.kind === 'coordinator') showCoordinator(row)
        else foldGroup(row, !row.folded)
        return true
      case ' ':
        if (row.kind === 'worker') return pick(row.key)
        if (row.kind !== 'coordinator') foldGroup(row, !row.folded)
        return true
      case 'ArrowRight':
        return unfold(row)
      case 'ArrowLeft':
        return fold(row)
      case 'Escape':
        if (useListView.getState().selection.ids.size === 0) return false
        select(NOTHING)
        return true
      case 'Delete':
      case 'Backspace': {
        const chosen = chosenWorkers()
        if (chosen.length > 0) askDelete(chosen)
        else if (row.kind === 'worker') askDelete([row])
        return true
      }
      case 'F2':
        if (row.kind === 'worker') openWorkerSettings(row.sessionId, row.key)
        return row.kind === 'worker'
      default:
        return false
    }
  }

  function pick(key: string): boolean {
    select(toggle(useListView.getState().selection, key))
    return true
  }

  function stretchTo(index: number): void {
    const order = workersIn(rows).map(({ key }) => key)
    const target = rows[index]
    if (target?.kind !== 'worker') return
    const from = rows[at]?.kind === 'worker' ? rows[at].key : useView.getState().workerId
    select(stretch(useListView.getState().selection, target.key, order, from))
  }

  /** Shows what is under a row, then goes to its first. */
  function unfold(row: ListRow): boolean {
    if (row.below === null) return true
    if (!row.folded) move(Math.min(at + 1, rows.length - 1))
    else if (row.kind === 'worker') setFolded(row.key, false)
    else foldGroup(row, false)
    return true
  }

  /** Puts away what is under a row, or goes to the row above it in the tree. */
  function fold(row: ListRow): boolean {
    if (row.below !== null && !row.folded) {
      if (row.kind === 'worker') setFolded(row.key, true)
      else foldGroup(row, true)
      return true
    }
    for (let index = at - 1; index >= 0; index--) {
      const above = rows[index]
      if (!above || above.level >= row.level) continue
      move(index)
      break
    }
    return true
  }
}

function isRow(target: EventTarget): boolean {
  return target instanceof Element && target.getAttribute('role') === 'treeitem'
}
