/**
 * Which turns of which worker the operator has looked at. A failure is red until then; its shape stays. Remembered by
 * this window only.
 */
import { z } from 'zod'
import { create } from 'zustand'
import type { WorkerView } from '../../shared/model'
import { findWorker, useView, useWorkers } from '../connection'
import { readStored, writeStored } from '../connection/stored'
import { isVisible, onVisibility } from '../connection/visibility'
import { outcomeOf } from './status.logic'

const KEY = 'crewdeck.seen'
const Turns = z.record(z.string(), z.number())

/** The number of the last turn that was seen, by worker. */
export const useSeen = create<{ readonly turns: Readonly<Record<string, number>> }>(() => ({ turns: readStored(KEY, Turns) ?? {} }))

/** Whether the worker's last turn failed and nobody has looked at it since. */
export function isUnseenFailure(worker: WorkerView, seen: number): boolean {
  return worker.phase === 'idle' && worker.lastOutcome !== null && outcomeOf(worker.lastOutcome, false).failed && worker.turnCount > seen
}

/** Notes what is on the screen as seen; returns the disposer. */
export function startSeen(): () => void {
  const note = (): void => {
    const { workerId, screen } = useView.getState()
    const worker = findWorker(workerId)
    if (!worker || worker.turn !== null || screen !== 'crew' || !isVisible()) return
    const { turns } = useSeen.getState()
    if ((turns[worker.workerId] ?? 0) >= worker.turnCount) return
    useSeen.setState({ turns: { ...turns, [worker.workerId]: worker.turnCount } })
    writeStored(KEY, useSeen.getState().turns)
  }
  note()
  const stops = [useView.subscribe(note), useWorkers.subscribe(note), onVisibility(note)]
  return () => stops.forEach((stop) => stop())
}
