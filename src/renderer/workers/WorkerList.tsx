import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { observeCrews, useView, useWorkers } from '../connection'
import { useWords } from '../words'
import { CoordinatorItem } from './CoordinatorItem'
import { GroupRow } from './GroupRow'
import { holdPlaces, useArrangement, useList } from './list'
import { levelOf, ROW_PX, type ListRow, type WorkerListRow } from './list.logic'
import { ListHead } from './ListHead'
import { RowMenu } from './RowMenu'
import { useListKeys } from './use-list-keys'
import { listWords } from './list-words'
import { WorkerRow } from './WorkerRow'
import './workers.css'

interface WorkerListProps {
  /** What the list scrolls in. */
  scroller: RefObject<HTMLDivElement | null>
  /** Whether anybody can see it: then the workers of other Projects are looked at, where they belong to it. */
  isShown: boolean
}

/**
 * The workers of the Project, or of all Projects. Only rows in sight are drawn. The list is one stop of the Tab key; the
 * arrow keys go on from there.
 */
export function WorkerList({ scroller, isShown }: WorkerListProps) {
  const say = useWords(listWords)
  const refusal = useWorkers((state) => state.refusal)
  const { rows } = useList()
  const { grouped } = useArrangement()
  const shownId = useView((view) => (view.screen === 'crew' ? view.workerId : null))
  const shown = rows.findIndex((row) => row.key === shownId)
  const list = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const top = useOffsetTop(list, scroller, rows.length > 0)
  const places = useMemo(() => placesOf(rows), [rows])
  const height = places.at(-1) ?? 0
  const focus = useRowFocus(list, rows, shown)
  useEffect(() => (grouped && isShown ? observeCrews() : undefined), [grouped, isShown])

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ROW_PX[rows[index]?.kind ?? 'worker'],
    getItemKey: (index) => rows[index]?.key ?? index,
    scrollMargin: top,
    overscan: 6,
    // The row that Tab leads to is always there.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return focus.index >= range.count || indexes.includes(focus.index) ? indexes : [...indexes, focus.index].sort((a, b) => a - b)
    }
  })
  /** Brings a row into sight, if it is not; the head of the list covers what is above it. */
  const scrollTo = (index: number): void => {
    const box = scroller.current
    const [from, to] = [places[index], places[index + 1]]
    if (!box || !list.current || from === undefined || to === undefined) return
    const { offsetTop } = list.current
    const covered = head.current?.offsetHeight ?? 0
    if (offsetTop + from < box.scrollTop + covered) box.scrollTop = index === 0 ? Math.min(box.scrollTop, offsetTop - covered) : offsetTop + from - covered
    else if (offsetTop + to > box.scrollTop + box.clientHeight) box.scrollTop = offsetTop + to - box.clientHeight
  }
  useLayoutEffect(() => {
    if (shown >= 0) scrollTo(shown)
  }, [shownId, shown >= 0])
  const move = (index: number): void => {
    scrollTo(index)
    focus.move(index)
  }
  const onKeyDown = useListKeys({ rows, at: focus.index, move, scroller })

  return (
    <section aria-labelledby="workers-title" onPointerEnter={() => holdPlaces(true)} onPointerLeave={() => holdPlaces(false)}>
      <ListHead ref={head} goTo={(where) => move(where === 'first' ? rows.findIndex((row) => row.kind === 'worker') : focus.index)} />
      {refusal && (
        <p className="rail-note">
          {refusal.message} {refusal.remedy}
        </p>
      )}
      {rows.length > 0 && (
        <div
          role="tree"
          aria-multiselectable="true"
          aria-label={grouped ? say.allWorkers : say.workers}
          className="workers"
          ref={list}
          onKeyDown={onKeyDown}
          style={{ height }}
        >
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (!row) return null
            const isTabStop = item.index === focus.index
            return (
              <div
                key={item.key}
                role="none"
                className={row.kind === 'worker' || row.kind === 'coordinator' ? 'worker-slot' : 'worker-slot is-group'}
                data-index={item.index}
                style={{ transform: `translateY(${places[item.index] ?? 0}px)` }}
                onFocus={() => focus.settle(item.index)}
              >
                {row.kind === 'worker' && row.depth > 0 && <Branch row={row} />}
                {row.kind === 'worker' ? (
                  <WorkerRow row={row} isShown={item.index === shown} isTabStop={isTabStop} />
                ) : row.kind === 'coordinator' ? (
                  <CoordinatorItem row={row} isShown={item.index === shown} isTabStop={isTabStop} />
                ) : (
                  <GroupRow row={row} isTabStop={isTabStop} />
                )}
              </div>
            )
          })}
        </div>
      )}
      <RowMenu />
    </section>
  )
}

/** Where each row begins, in px below the top of the list, and at last where they end. */
function placesOf(rows: readonly ListRow[]): readonly number[] {
  const places = [0]
  for (const { kind } of rows) places.push((places.at(-1) ?? 0) + ROW_PX[kind])
  return places
}

/** How far above its row the line of a child begins, and how far into the row it leads, in px. */
const LINE = { parent: 6, sibling: 30, into: 14 }

/** The line from a child up to its parent, or to the child before it. */
function Branch({ row: { depth, up, first } }: { row: WorkerListRow }) {
  const above = first ? LINE.parent : LINE.sibling + (up - 1) * ROW_PX.worker
  return <span className={`branch depth-${levelOf(depth)}`} style={{ top: -above, height: above + LINE.into }} />
}

/**
 * Which row the Tab key leads to, and the moving of the focus to rows that are only drawn once they are near. The row is
 * known by its key: others may come before it.
 */
function useRowFocus(list: RefObject<HTMLElement | null>, rows: readonly ListRow[], shown: number) {
  const [at, setAt] = useState<{ readonly key: string | null; readonly index: number }>({ key: null, index: Math.max(shown, 0) })
  const wanted = useRef(false)
  const known = at.key === null ? -1 : rows.findIndex((row) => row.key === at.key)
  const index = Math.max(0, Math.min(known >= 0 ? known : at.index, rows.length - 1))
  const settle = (next: number): void => setAt({ key: rows[next]?.key ?? null, index: next })
  // What is shown is what one comes back to, unless the focus is in the list already.
  useEffect(() => {
    if (shown >= 0 && !list.current?.contains(document.activeElement)) settle(shown)
  }, [shown])
  useLayoutEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    list.current?.querySelector<HTMLElement>(`[data-index="${index}"] > [role="treeitem"]`)?.focus({ preventScroll: true })
  })
  return {
    index,
    settle,
    move(next: number) {
      wanted.current = true
      settle(next)
    }
  }
}

/**
 * How far the list lies below the top of what scrolls. Measured again when something above it comes, goes or changes its
 * height, not with every change of the list.
 */
function useOffsetTop(list: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>, isThere: boolean): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const box = scroller.current
    const own = list.current?.parentElement
    if (!box || !own) return
    const measure = (): void => setTop(list.current?.offsetTop ?? 0)
    const sizes = new ResizeObserver(measure)
    const observe = (): void => {
      sizes.disconnect()
      for (const part of [...box.children, ...own.children]) if (part !== own && part !== list.current) sizes.observe(part)
      measure()
    }
    const parts = new MutationObserver(observe)
    for (const parent of [box, own]) parts.observe(parent, { childList: true })
    observe()
    return () => {
      sizes.disconnect()
      parts.disconnect()
    }
  }, [isThere])
  return top
}
