/** How many things need the operator, told whenever that changes: for badges. */
import { queueOf } from '../../shared/attention'
import type { Approvals } from '../approvals/approvals'
import type { Desk } from '../project/desk'
import type { DeskMarks } from './desk-marks'
import type { AttentionFacts } from './facts'

/** Changes within this time are counted together, in ms. */
const TOGETHER_MS = 200
/** Longest time that a timer can wait, in ms. */
const LONGEST_MS = 2 ** 31 - 1

export interface WaitingSources {
  readonly facts: AttentionFacts
  readonly approvals: Approvals
  readonly desk: Desk
  readonly marks: DeskMarks
  readonly clock: () => number
}

/** Calls the listener with the count now, and at each change. Returns the disposer. */
export function watchWaiting({ facts, approvals, desk, marks, clock }: WaitingSources, listener: (count: number) => void): () => void {
  let told: number | null = null
  let timer: NodeJS.Timeout | undefined
  let isDue = false
  const later = (ms: number, due: boolean): void => {
    clearTimeout(timer)
    isDue = due
    timer = setTimeout(count, Math.min(ms, LONGEST_MS))
  }
  const changed = (): void => {
    if (!isDue) later(TOGETHER_MS, true)
  }
  const count = (): void => {
    isDue = false
    const now = clock()
    const { items, nextAt } = queueOf(approvals.open(), facts.all(), marks, now)
    if (nextAt !== null) later(nextAt - now, false)
    if (items.length === told) return
    told = items.length
    listener(told)
  }
  const stops = [facts.watch(changed), approvals.onChange(changed), desk.onChange(changed), () => clearTimeout(timer)]
  count()
  return () => stops.forEach((stop) => stop())
}
