import { useLayoutEffect, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Turn } from '../../shared/model'
import { useWords } from '../words'
import { Earlier } from './Earlier'
import { isFolded, switchFold, useFolds } from './kept-view'
import { Later } from './Later'
import { loadEarlier, loadLater, showNewest } from './observer'
import { Pin } from './pin'
import { placeOf, setPlace, storePlace } from './places'
import { ScrollKeeper } from './scroll-keeper'
import { estimatedHeight, nextTurn } from './scroll.logic'
import type { SendAgainFn } from './send-again'
import { useTimeline } from './store'
import { TurnRow } from './TurnRow'
import { useTimelineKeys } from './use-timeline-keys'
import { isApart, leftAt } from './window.logic'
import { words } from './words'

interface RowsProps {
  /** The element that scrolls. Rows are its only content. */
  scroller: HTMLDivElement
  workerId: string
  turns: readonly Turn[]
  totalTurns: number
  onSendAgain: SendAgainFn
}

/** The turns, of which only those near the view are drawn: what is read never moves when anything else changes. */
export function Rows({ scroller, workerId, turns, totalTurns, onSendAgain }: RowsProps) {
  const numbers = useNumbers(turns)
  const folds = useFolds(workerId)
  const list = useRef<HTMLOListElement>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [keeper] = useState(() => makeKeeper(scroller, workerId, redraw))
  const range = keeper.plan(numbers, (index) => {
    const turn = turnAt(turns, index)
    return estimatedHeight(turn, isFolded(folds, turn.number))
  })
  const { above, below } = keeper.paddings(range)
  useLayoutEffect(() => {
    const detach = list.current && keeper.attach(list.current)
    return () => {
      detach?.()
      storePlace(workerId)
    }
  }, [keeper, workerId])
  useLayoutEffect(() => keeper.settle())
  useAllFolded(folds.all, keeper)
  const current = useTurnKeys(keeper, numbers, workerId)
  const { turns: label } = useWords(words)

  return (
    <Pin value={keeper.pin}>
      <Earlier />
      <ol ref={list} aria-label={label} style={{ paddingTop: above, paddingBottom: below }}>
        {turns.slice(range.first, range.end).map((turn) => (
          <li
            key={turn.number}
            data-turn={turn.number}
            aria-setsize={totalTurns}
            aria-posinset={turn.number}
            aria-current={turn.number === current ? 'true' : undefined}
            className={turn.number === current ? 'turn is-current' : 'turn'}
          >
            <TurnRow turn={turn} isFolded={isFolded(folds, turn.number)} onSendAgain={onSendAgain} />
          </li>
        ))}
      </ol>
      <Later />
    </Pin>
  )
}

function makeKeeper(scroller: HTMLDivElement, workerId: string, redraw: () => void): ScrollKeeper {
  const isNewest = (): boolean => {
    const { shown, state } = useTimeline.getState()
    return state !== null && !isApart(shown, state)
  }
  return new ScrollKeeper(scroller, {
    hold: placeOf(workerId),
    isNewest,
    redraw: (now) => (now ? flushSync(redraw) : redraw()),
    onHold(hold) {
      const { left, state } = useTimeline.getState()
      const now = hold && (left ?? (state && leftAt(state)))
      if (left !== now) useTimeline.setState({ left: now })
      setPlace(workerId, hold && { ...hold, left: now })
    },
    onEnd: (endInView) => useTimeline.setState({ endInView }),
    onNear: (edge) => void (edge === 'earlier' ? loadEarlier() : loadLater()),
    onRest: () => storePlace(workerId)
  })
}

/** Once all are folded or unfolded, no height is what it was. */
function useAllFolded(all: boolean, keeper: ScrollKeeper): void {
  const known = useRef(all)
  useLayoutEffect(() => {
    if (known.current === all) return
    known.current = all
    keeper.forgetHeights()
    keeper.settle()
  }, [all, keeper])
}

/** The turn that the keys act on; null for none. */
function useTurnKeys(keeper: ScrollKeeper, numbers: readonly number[], workerId: string): number | null {
  const current = useTimeline((view) => view.current)
  const target = useTimeline((view) => view.target)
  const isThere = target !== null && numbers.includes(target)
  useLayoutEffect(() => {
    if (target === null || !isThere) return
    keeper.goTo(target)
    useTimeline.setState({ current: target, target: null })
  }, [isThere, keeper, target])

  const go = (step: 1 | -1): void => {
    const next = nextTurn(numbers, current, keeper.firstTurn(), step)
    if (next === null) return void (step === 1 ? loadLater() : loadEarlier())
    useTimeline.setState({ current: next })
    keeper.goTo(next)
  }
  useTimelineKeys({
    next: () => go(1),
    previous: () => go(-1),
    earlier: () => void loadEarlier(),
    newest: () => {
      showNewest()
      keeper.goToEnd()
    },
    fold: () => {
      const turn = current ?? keeper.firstTurn()
      keeper.pin(turn)
      switchFold(workerId, turn)
    }
  })
  return current
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
