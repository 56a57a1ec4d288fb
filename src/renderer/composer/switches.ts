import { Delivery } from '../../shared/model'
import { deskEntry, useSettings } from '../connection'

/** As the operator switched it for one worker; null where nobody did. */
const chosen = deskEntry('delivery', Delivery.nullable(), null)

/** How messages to a worker go: as the operator switched it for this worker, else as the settings say. */
export function useSwitched(workerId: string): Delivery {
  const setting = useSettings((state) => state.settings.enter)
  return chosen.use(workerId) ?? setting
}

export function switchTo(workerId: string, delivery: Delivery): void {
  chosen.set(workerId, delivery)
}
