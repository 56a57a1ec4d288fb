import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useLabel } from '../actions'
import { useView, useWorkers } from '../connection'
import { IconButton, openDialog } from '../ui'
import { listTarget } from '../ui/list-keys.logic'
import { levelOf, treeOf, type TreeRow } from './tree.logic'
import { WorkerRow } from './WorkerRow'
import './workers.css'

const ROW_PX = 44
const NONE: readonly TreeRow[] = []

/**
 * The workers of the Project, in the order of their creation with their children under them: rows keep their places. Only
 * rows in sight are drawn. The list is one stop of the Tab key; the arrow keys go on from there.
 */
export function WorkerList({ scroller }: { scroller: RefObject<HTMLDivElement | null> }) {
  const known = useWorkers((state) => state.workers)
  const refusal = useWorkers((state) => state.refusal)
  const workers = known ? treeOf(known) : NONE
  const shownId = useView((view) => (view.screen === 'crew' ? view.workerId : null))
  const shown = workers.findIndex(({ worker }) => worker.workerId === shownId)
  const newLabel = useLabel('New worker', 'worker.new')
  const list = useRef<HTMLUListElement>(null)
  const top = useOffsetTop(list)
  const focus = useRowFocus(list, shown)

  const rows = useVirtualizer({
    count: workers.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => workers[index]?.worker.workerId ?? index,
    scrollMargin: top,
    overscan: 6,
    // The row that Tab leads to is always there.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return focus.index >= range.count || indexes.includes(focus.index) ? indexes : [...indexes, focus.index].sort((a, b) => a - b)
    }
  })

  useEffect(() => {
    if (shown >= 0) rows.scrollToIndex(shown, { align: 'auto' })
  }, [shownId, shown >= 0])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.ctrlKey) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX) - 1)
    const index = listTarget(event.key, focus.index, workers.length, page)
    if (index === null) return
    event.preventDefault()
    rows.scrollToIndex(index, { align: 'auto' })
    focus.move(index)
  }

  return (
    <section aria-labelledby="workers-title">
      <div className="group">
        <h2 id="workers-title">Workers</h2>
        {known && <span className="num">{known.length}</span>}
        <span className="tools">
          <IconButton
            label={newLabel}
            icon="plus"
            small
            onClick={() => openDialog('new-worker')}
          />
        </span>
      </div>
      {refusal && (
        <p className="rail-note">
          {refusal.message} {refusal.remedy}
        </p>
      )}
      <ul className="workers" ref={list} onKeyDown={onKeyDown} style={{ height: workers.length * ROW_PX }}>
        {rows.getVirtualItems().map((item) => {
          const row = workers[item.index]
          return (
            row && (
              <li
                key={item.key}
                className="worker-slot"
                aria-posinset={item.index + 1}
                aria-setsize={workers.length}
                aria-level={row.depth + 1}
                data-index={item.index}
                style={{ transform: `translateY(${item.index * ROW_PX}px)` }}
                onFocus={() => focus.settle(item.index)}
              >
                {row.depth > 0 && <Branch row={row} />}
                <WorkerRow
                  worker={row.worker}
                  depth={row.depth}
                  isShown={item.index === shown}
                  isTabStop={item.index === focus.index}
                />
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

/** How far above its row the line of a child begins, and how far into the row it leads, in px. */
const LINE = { parent: 6, sibling: 30, into: 14 }

/** The line from a child up to its parent, or to the child before it. */
function Branch({ row: { depth, up, first } }: { row: TreeRow }) {
  const above = first ? LINE.parent : LINE.sibling + (up - 1) * ROW_PX
  return <span className={`branch depth-${levelOf(depth)}`} style={{ top: -above, height: above + LINE.into }} />
}

/** Which row the Tab key leads to, and the moving of the focus to rows that are only drawn once they are near. */
function useRowFocus(list: RefObject<HTMLUListElement | null>, shown: number) {
  const [index, setIndex] = useState(Math.max(shown, 0))
  const wanted = useRef(false)
  // What is shown is what one comes back to, unless the focus is in the list already.
  useEffect(() => {
    if (shown >= 0 && !list.current?.contains(document.activeElement)) setIndex(shown)
  }, [shown])
  useLayoutEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    list.current?.querySelector<HTMLElement>(`[data-index="${index}"] > .worker`)?.focus({ preventScroll: true })
  })
  return {
    index,
    settle: setIndex,
    move(next: number) {
      wanted.current = true
      setIndex(next)
    }
  }
}

/** How far the list lies below the top of what scrolls; measured again when what is above it changes. */
function useOffsetTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    setTop(list.current?.offsetTop ?? 0)
  })
  return top
}
