/** Agents that the operator has added: any command that speaks the protocol. Kept in the data folder. */
import { z } from 'zod'
import { CustomAgent } from '../../shared/agents'
import { readIfThere, setAside, writeAtomically } from '../models/atomic-file'

const File = z.object({ agents: z.array(CustomAgent) })

export interface CustomAgents {
  list(): Promise<readonly CustomAgent[]>
  /** Where a file that could not be read was put; null where none was. */
  damagedCopy(): string | null
  save(agent: CustomAgent): Promise<void>
  /** False where there was none. */
  remove(id: string): Promise<boolean>
}

export function createCustomAgents(path: string): CustomAgents {
  let damaged: string | null = null
  let work: Promise<unknown> = Promise.resolve()

  const read = async (): Promise<CustomAgent[]> => {
    const text = await readIfThere(path)
    if (text === null) return []
    try {
      return File.parse(JSON.parse(text)).agents
    } catch {
      damaged = await setAside(path)
      return []
    }
  }
  /** One after the other, so that no change is lost. */
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = work.then(task)
    work = done.catch(() => {})
    return done
  }
  const write = (agents: readonly CustomAgent[]) => writeAtomically(path, `${JSON.stringify({ agents }, null, 2)}\n`)

  return {
    list: () => inTurn(read),
    damagedCopy: () => damaged,
    save: (agent) => inTurn(async () => write([...(await read()).filter(({ id }) => id !== agent.id), agent])),
    remove: (id) =>
      inTurn(async () => {
        const agents = await read()
        const rest = agents.filter((agent) => agent.id !== id)
        if (rest.length === agents.length) return false
        await write(rest)
        return true
      })
  }
}
