import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Turn } from '../../shared/model'
import { Earlier } from './Earlier'
import { loadEarlier } from './observer'
import { ScrollKeeper } from './scroll-keeper'
import { END_THRESHOLD, EARLIER_HEIGHT, estimatedHeight, initialOffset, nextTurn } from './scroll.logic'
import { useTimeline } from './store'
import { TurnRow, type SendAgainFn } from './TurnRow'
import { useTimelineKeys } from './use-timeline-keys'

/** Rows drawn beyond each edge of the view. */
const OVERSCAN = 4

interface RowsProps {
  /** The element that scrolls. Rows are its only content. */
  scroller: HTMLDivElement
  workerId: string
  turns: readonly Turn[]
  totalTurns: number
  onSendAgain: SendAgainFn
}

/** The turns as virtual rows, held at their end: what is read never moves when something is added before or after it. */
export function Rows({ scroller, workerId, turns, totalTurns, onSendAgain }: RowsProps) {
  const numbers = useNumbers(turns)
  const [keeper] = useState(() => new ScrollKeeper(scroller, workerId))
  const [start] = useState(() => ({
    offset: initialOffset(turns, scroller.clientHeight, keeper.at),
    rect: { width: scroller.clientWidth, height: scroller.clientHeight }
  }))
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: turns.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => estimatedHeight(turnAt(turns, index)),
    getItemKey: useMemo(() => (index: number) => numbers[index] ?? index, [numbers]),
    overscan: OVERSCAN,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_THRESHOLD,
    paddingStart: EARLIER_HEIGHT,
    initialRect: start.rect,
    initialOffset: start.offset,
    // Rows have sticky heads, which a transform would displace.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    onChange: () => keeper.keep()
  })
  useLayoutEffect(() => keeper.attach(virtualizer), [keeper, virtualizer])
  useLayoutEffect(() => keeper.keep())

  const [current, setCurrent] = useState<number | null>(null)
  useTimelineKeys((key) => {
    if (key === 'earlier') return void loadEarlier()
    if (key === 'newest') {
      setCurrent(null)
      return keeper.goToEnd()
    }
    const first = virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0)
    const next = nextTurn(numbers, current, Number(first?.key ?? 0), key === 'next' ? 1 : -1)
    if (next === null) return
    setCurrent(next)
    keeper.goTo(next, numbers.indexOf(next))
  })

  const target = useTimeline((view) => view.target)
  const place = target === null ? -1 : numbers.indexOf(Math.min(target, numbers.at(-1) ?? target))
  useLayoutEffect(() => {
    const found = numbers[place]
    if (found === undefined) return
    setCurrent(found)
    keeper.goTo(found, place)
    useTimeline.setState({ target: null })
  }, [keeper, numbers, place])

  return (
    <div className="timeline-sizer" ref={virtualizer.containerRef}>
      <Earlier />
      <ol aria-label="Turns">
        {virtualizer.getVirtualItems().map(({ index, key }) => {
          const turn = turnAt(turns, index)
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-turn={turn.number}
              aria-setsize={totalTurns}
              aria-posinset={turn.number}
              aria-current={turn.number === current ? 'true' : undefined}
              className={turn.number === current ? 'turn is-current' : 'turn'}
            >
              <TurnRow turn={turn} onSendAgain={onSendAgain} />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** The numbers of the turns; the same array as long as they are the same, whatever happens inside the turns. */
function useNumbers(turns: readonly Turn[]): readonly number[] {
  const known = useRef<readonly number[]>([])
  const isSame = known.current.length === turns.length && turns.every((turn, index) => turn.number === known.current[index])
  if (!isSame) known.current = turns.map((turn) => turn.number)
  return known.current
}

function turnAt(turns: readonly Turn[], index: number): Turn {
  const turn = turns[index]
  if (!turn) throw new Error(`There is no row ${index}.`)
  return turn
}
