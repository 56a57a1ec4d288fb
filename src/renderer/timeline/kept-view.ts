/** What of each worker's turns is folded, and what of them is shown in full: kept over restarts. */
import { z } from 'zod'
import { deskEntry } from '../connection'
import { useTimeline } from './store'

/** How many turns may differ from the rest, and how many parts may be shown in full, before the oldest is forgotten. */
const MOST_ODD = 2_000
const MOST_OPEN = 150

const Folds = z.object({
  /** Whether turns are folded unless they are `odd`. */
  all: z.boolean(),
  odd: z.array(z.number())
})
export type Folds = z.infer<typeof Folds>

const folds = deskEntry('fold', Folds, { all: false, odd: [] })
const opened = deskEntry('open', z.array(z.string()), [])

export function isFolded({ all, odd }: Folds, turn: number): boolean {
  return all !== odd.includes(turn)
}

export function useFolds(workerId: string): Folds {
  return folds.use(workerId)
}

export function switchFold(workerId: string, turn: number): void {
  const { all, odd } = folds.get(workerId)
  const others = odd.filter((other) => other !== turn)
  folds.set(workerId, { all, odd: others.length < odd.length ? others : [...odd, turn].slice(-MOST_ODD) })
}

/** What is looked for in a turn is to be seen. */
export function unfold(workerId: string, turn: number): void {
  if (isFolded(folds.get(workerId), turn)) switchFold(workerId, turn)
}

/** Folds all turns, or none. */
export function foldAll(workerId: string, all: boolean): void {
  folds.set(workerId, all ? { all, odd: [] } : null)
}

/** Whether a part of a turn of the worker on the screen is shown in full, and what switches that. */
export function useOpened(part: string): [isOpen: boolean, toggle: () => void] {
  const workerId = useTimeline((view) => view.worker?.workerId ?? '')
  const isOpen = opened.use(workerId).includes(part)
  const toggle = (): void => {
    const others = opened.get(workerId).filter((other) => other !== part)
    const next = isOpen ? others : [...others, part].slice(-MOST_OPEN)
    opened.set(workerId, next.length === 0 ? null : next)
  }
  return [isOpen, toggle]
}
