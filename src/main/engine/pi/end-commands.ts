/** Ends commands with all that they started: used by the pi process, and by the host when that has died. */
import { endAll, type EndReport } from '../../process/tree'
import type { RunningCommand } from './protocol'

/** How long an end may take that somebody waits for, in ms. */
const WAIT_MS = 900

/** Kills them at once, also what has left their groups, and resolves when they are gone. */
export function endCommands(commands: Iterable<RunningCommand>): Promise<EndReport> {
  const list = [...commands]
  const tasks = new Set(list.map((command) => command.task))
  return endAll(
    { roots: list.map((command) => command.leader), marked: (row) => row.task !== null && tasks.has(row.task) },
    [{ signal: 'SIGKILL', wait: WAIT_MS }]
  )
}
