import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button, locale } from '../ui'
import { useWords } from '../words'
import { Entry } from './Entry'
import { holdsBeginning, holdsEnd } from './held.logic'
import { estimatedHeight, type Folded, type Row } from './rows.logic'
import { END, type TranscriptReader } from './transcript-reader'
import { words } from './words'

/** Rows drawn beyond each edge of the view. */
const OVERSCAN = 6
/** How near an edge of what is held the reader may come before more is read, in rows. */
const NEAR = 12
/** How near the end counts as at the end, in px. */
const END_THRESHOLD = 40
/** The line above the first entry, in px. */
const TOP = 40
/** How long the view must rest before it counts as a place, in ms. */
const REST_MS = 80

interface RowsProps {
  /** The element that scrolls; rows are its only content. */
  scroller: HTMLDivElement
  reader: TranscriptReader
  folded: Folded
  rows: readonly Row[]
  user: 'you' | 'parent'
  isShell: boolean
  onShowTurn: ((turn: number) => void) | null
}

/** The entries as virtual rows: what is read never moves when entries come before or after it. */
export function Rows({ scroller, reader, folded, rows, user, isShell, onShowTurn }: RowsProps) {
  const say = useWords(words)
  const { held, followsEnd, target, find, reading } = useStore(reader.store)
  const [current, setCurrent] = useState<string | null>(null)
  const keys = useRef(rows)
  keys.current = rows
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => heightOf(rows, index),
    getItemKey: useMemo(() => (index: number) => rows[index]?.key ?? index, [rows]),
    overscan: OVERSCAN,
    anchorTo: 'end',
    followOnAppend: followsEnd,
    scrollEndThreshold: END_THRESHOLD,
    paddingStart: TOP,
    paddingEnd: 24,
    initialRect: { width: scroller.clientWidth, height: scroller.clientHeight },
    initialOffset: useState(() => (reader.place === null ? rows.reduce((sum, _, index) => sum + heightOf(rows, index), 0) : 0))[0],
    directDomUpdates: true,
    directDomUpdatesMode: 'position'
  })

  // Near an edge of what is held, more is read.
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => {
    if (!held || reading !== null) return
    if (first < NEAR && !holdsBeginning(held)) void reader.earlier()
    else if (last >= rows.length - NEAR && !holdsEnd(held)) void reader.later()
  }, [first, last, held, reading, rows.length])

  // Where the reader is, once the view rests.
  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined
    const settle = (): void => {
      const { scrollTop, clientHeight, scrollHeight } = scroller
      const isAtEnd = scrollHeight - clientHeight - scrollTop <= END_THRESHOLD
      const now = reader.store.getState().held
      const top = virtualizer.getVirtualItemForOffset(scrollTop)
      reader.place = isAtEnd && now && holdsEnd(now) ? null : (keys.current[top?.index ?? 0]?.offset ?? null)
    }
    const onScroll = (): void => {
      clearTimeout(rest)
      rest = setTimeout(settle, REST_MS)
    }
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(rest)
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [scroller, reader, virtualizer])

  useLayoutEffect(() => {
    if (!target || !held) return
    if (target.offset === END) {
      setCurrent(null)
      return virtualizer.scrollToEnd()
    }
    const index = rowAt(folded, rows, target.offset - (held.from ?? 0))
    if (index === null) return
    setCurrent(rows[index]?.key ?? null)
    virtualizer.scrollToIndex(index, { align: 'start' })
  }, [target])

  const total = held?.total ?? 0
  return (
    <div className="transcript-sizer" ref={virtualizer.containerRef}>
      <p className="transcript-top">
        {held && holdsBeginning(held) ? (
          say.view.beginning
        ) : reading === 'earlier' ? (
          say.view.readingEarlier
        ) : held?.from === null ? null : (
          <Button small kind="plain" icon="older" onClick={() => void reader.earlier()}>
            {say.view.earlier}
          </Button>
        )}
      </p>
      <ol>
        {items.map(({ index, key }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-offset={row.offset ?? undefined}
              className="transcript-row"
              aria-setsize={total}
              aria-posinset={row.offset === null ? undefined : row.offset + 1}
              aria-current={row.key === current && (find !== null || target !== null) ? 'true' : undefined}
            >
              <Day row={row} before={rows[index - 1]} />
              <Entry row={row} user={user} isShell={isShell} onShowTurn={onShowTurn} />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** The date, where it is another one than that of the entry before. */
function Day({ row, before }: { row: Row; before: Row | undefined }) {
  const { at } = row.item
  if (at <= 0 || (before && (before.item.at <= 0 || isSameDay(before.item.at, at)))) return null
  return (
    <p className="transcript-day" data-unsearched="">
      {new Date(at).toLocaleDateString(locale(), { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}
    </p>
  )
}

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString()
}

/** The shown row that an entry of what is held belongs to, or the nearest one before it. */
function rowAt({ rows: all, rowOf }: Folded, shown: readonly Row[], index: number): number | null {
  const wanted = rowOf[Math.min(index, rowOf.length - 1)]
  if (wanted === undefined || shown.length === 0) return null
  for (let at = wanted; at >= 0; at--) {
    const found = shown.findIndex(({ key }) => key === all[at]?.key)
    if (found >= 0) return found
  }
  return 0
}

function heightOf(rows: readonly Row[], index: number): number {
  const row = rows[index]
  return row ? estimatedHeight(row) : 40
}

