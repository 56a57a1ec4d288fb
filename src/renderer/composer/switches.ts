import { create } from 'zustand'
import type { Delivery } from '../../shared/model'
import { useSettings } from '../connection'

const useSwitches = create<{ readonly chosen: Readonly<Record<string, Delivery>> }>(() => ({ chosen: {} }))

/** How messages to a worker go: as the operator switched it for this worker, else as the settings say. */
export function useSwitched(workerId: string): Delivery {
  const setting = useSettings((state) => state.settings.enter)
  return useSwitches((state) => state.chosen[workerId]) ?? setting
}

export function switchTo(workerId: string, delivery: Delivery): void {
  useSwitches.setState(({ chosen }) => ({ chosen: { ...chosen, [workerId]: delivery } }))
}
