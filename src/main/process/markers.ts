/**
 * Variables that every process which we start inherits and hands on, so that it can be found again after it has left
 * its process group, and even after its host has died.
 */
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'

/** Which host started it: `<data id>.<random>`. */
export const HOST_MARKER = 'CREWDECK_HOST'
/** Which single `spawn` it belongs to. */
export const TASK_MARKER = 'CREWDECK_TASK'
/** A reaper: no sweep ends one, it ends by itself after its host. */
export const REAPER_MARKER = 'CREWDECK_REAPER'

/** The id of a data folder in host markers: equal for all hosts that ever hold this folder, and no path in clear. */
export function dataIdOf(dataFolder: string): string {
  return createHash('sha256').update(realpathSync(dataFolder)).digest('hex').slice(0, 24)
}
