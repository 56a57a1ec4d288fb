import { memo, type MouseEvent } from 'react'
import { useIsLost, useView } from '../connection'
import { Button, Glyph, Icon, IconButton, isMac } from '../ui'
import { useWords } from '../words'
import { undoDelete, useDeletion } from './deletions'
import { select, shownWorkers, useListView } from './list'
import { levelOf, type WorkerListRow } from './list.logic'
import { setFolded } from './marks'
import { RowBody, rowTitle, useRowClass } from './RowBody'
import { openRowMenu } from './RowMenu'
import { NOTHING, stretch, toggle } from './selection.logic'
import { listWords } from './list-words'
import { words } from './words'

interface WorkerRowProps {
  row: WorkerListRow
  isShown: boolean
  isTabStop: boolean
}

/** One worker of the list. A click shows it; with Mod or Shift it is selected with others. */
export const WorkerRow = memo(function WorkerRow({ row, isShown, isTabStop }: WorkerRowProps) {
  const { worker, depth, below, folded, pinned } = row
  const say = useWords(listWords)
  const common = useWords(words)
  const rowClass = useRowClass(worker)
  const isChosen = useListView(({ selection }) => selection.ids.has(row.key))
  const isHeld = useDeletion(worker.workerId)?.state === 'held'
  const classes = [rowClass, depth > 0 ? `is-child depth-${levelOf(depth)}` : '', isHeld ? 'is-leaving' : '']
  return (
    <div
      role="treeitem"
      className={classes.filter(Boolean).join(' ')}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={below ? !folded : undefined}
      aria-selected={isChosen}
      aria-current={isShown ? 'true' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      title={rowTitle(worker)}
      data-worker={row.key}
      onClick={(event) => choose(event, row)}
      onContextMenu={(event) => openMenu(event, row)}
    >
      <RowBody worker={worker} remark={<Remark row={row} isPinned={pinned} />} />
      {isHeld ? (
        <Button small className="row-undo" tabIndex={isTabStop ? 0 : -1} onClick={() => undoDelete(worker.workerId)}>
          {common.undo}
        </Button>
      ) : (
        <IconButton
          className="row-more"
          icon="more"
          small
          tabIndex={-1}
          label={say.menuOf(worker.name)}
          onClick={(event) => openRowMenu(row.key, event.currentTarget)}
        />
      )}
    </div>
  )
})

/** At the end of the row: that it is pinned, and what stands under it. */
function Remark({ row, isPinned }: { row: WorkerListRow; isPinned: boolean }) {
  const say = useWords(listWords)
  const { worker, below, folded } = row
  const isLost = useIsLost()
  return (
    <>
      {isPinned && (
        <span className="pin-mark" title={say.pinned}>
          <Icon name="pin" />
          <span className="out">{say.pinned}</span>
        </span>
      )}
      {below && (
        // The arrow keys do the same; a screen reader hears it of the row.
        <button
          type="button"
          className={folded ? 'twist' : 'twist is-open'}
          tabIndex={-1}
          aria-hidden="true"
          title={folded ? say.unfold(worker.name) : say.fold(worker.name)}
          onClick={() => setFolded(row.key, !folded)}
        >
          {folded && below.waiting > 0 && <Glyph kind="wait" />}
          {folded && below.waiting === 0 && below.busy > 0 && <Glyph kind={isLost ? 'unknown' : 'busy'} />}
          {folded && below.count}
          <Icon name="fold" />
        </button>
      )}
    </>
  )
}

function choose(event: MouseEvent<HTMLElement>, row: WorkerListRow): void {
  // Its own buttons do something else.
  if (event.target instanceof Element && event.target.closest('button')) return
  const { selection } = useListView.getState()
  if (event.shiftKey) {
    const order = shownWorkers().map(({ key }) => key)
    return select(stretch(selection, row.key, order, useView.getState().workerId))
  }
  if (isMac ? event.metaKey : event.ctrlKey) return select(toggle(selection, row.key))
  showRow(row)
}

/** Shows the worker; nothing is selected any more. */
export function showRow({ sessionId, key }: WorkerListRow): void {
  select({ ...NOTHING, anchor: key })
  useView.getState().select(sessionId, key)
}

function openMenu(event: MouseEvent<HTMLElement>, row: WorkerListRow): void {
  event.preventDefault()
  // By the keyboard there is no place of the pointer.
  const isAtPointer = event.clientX > 0 || event.clientY > 0
  openRowMenu(row.key, isAtPointer && event.button === 2 ? { x: event.clientX, y: event.clientY } : event.currentTarget)
}
