/** The keys of the whole window. Those of one view are with that view. */
import { goToNextAsk } from '../approvals/next-ask'
import { useView, useWorkers } from '../connection'
import { openFolder } from '../project/open-folder'
import { switchPause } from '../project/conduct'
import { isAlt, isComposing, isDesktop, isMod, isModShift, openDialog, useDialogs } from '../ui'
import { undoLastDelete } from '../workers/deletions'
import { treeOf } from '../workers/tree.logic'

/** Listens to keys and to the native menu; returns the disposer. */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event) || useDialogs.getState().stack.length > 0 || isInMenu(event.target)) return
    if (run(event)) event.preventDefault()
  }
  // Before anything else hears it: a dialog that is still going away keeps the arrow keys to itself.
  addEventListener('keydown', onKeyDown, true)
  const stopMenu = window.crewdeck?.onCommand((command) => {
    if (command === 'open-folder') void openFolder()
  })
  return () => {
    removeEventListener('keydown', onKeyDown, true)
    stopMenu?.()
  }
}

/** Returns whether the key was one of ours. `code` is used for letters and digits: Alt changes what they write. */
function run(event: KeyboardEvent): boolean {
  if (isAlt(event)) {
    if (event.key === 'ArrowUp') return step(-1)
    if (event.key === 'ArrowDown') return step(1)
    if (!isDesktop && event.code === 'KeyN') return newWorker()
  }
  if (isDesktop ? isMod(event) : isAlt(event)) {
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
    if (digit !== undefined) return jump(Number(digit) - 1)
  }
  if (isDesktop && event.key === 'Tab' && event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey) return goToNextAsk()
  if (isModShift(event) && event.code === 'Period') return switchPause(useView.getState().sessionId)
  if (!isMod(event)) return false
  if (isDesktop && event.code === 'KeyN') return newWorker()
  if (event.code === 'KeyO') {
    void openFolder()
    return true
  }
  if (event.key === ',') {
    openDialog('settings')
    return true
  }
  return event.code === 'KeyZ' && !isTextField(event.target) && undoLastDelete()
}

function newWorker(): boolean {
  if (useView.getState().sessionId === null) return false
  openDialog('new-worker')
  return true
}

/** Goes to the next or previous row, the Coordinator's first; stops at the ends. */
function step(by: 1 | -1): boolean {
  const { sessionId, workerId, select } = useView.getState()
  if (sessionId === null) return false
  const rows = [sessionId, ...shownWorkers()]
  const at = workerId === null ? 0 : rows.indexOf(workerId)
  select(sessionId, rows[Math.min(Math.max(at + by, 0), rows.length - 1)])
  return true
}

function jump(index: number): boolean {
  const { sessionId, select } = useView.getState()
  const workerId = shownWorkers()[index]
  if (workerId === undefined) return false
  select(sessionId, workerId)
  return true
}

/** The ids of the workers, in the order of their rows. */
function shownWorkers(): string[] {
  return treeOf(useWorkers.getState().workers ?? []).map(({ worker }) => worker.workerId)
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

function isInMenu(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="menu"]') !== null
}
