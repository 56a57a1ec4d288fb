/** The names of workers that this window has seen, so that it can still name one that was deleted. */
import { useWorkers } from '../connection'

const names = new Map<string, string>()

useWorkers.subscribe(({ coordinator, workers }) => {
  if (coordinator) names.set(coordinator.workerId, coordinator.name)
  for (const worker of workers ?? []) names.set(worker.workerId, worker.name)
})

/** The last known name; null for a worker that this window never saw. */
export function nameOf(workerId: string): string | null {
  return names.get(workerId) ?? null
}
