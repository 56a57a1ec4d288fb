/** Agents that the operator has added: any command that speaks the protocol. Kept in the data folder. */
import { z } from 'zod'
import { Id } from '../../shared/model'
import { readIfThere, setAside, writeAtomically } from '../models/atomic-file'

export const CustomAgent = z.object({
  id: Id,
  label: z.string().trim().min(1).max(120),
  /** A path, or a name that PATH knows. */
  command: z.string().trim().min(1).max(1_000),
  args: z.array(z.string().max(10_000)).max(100).default([]),
  /** On top of the operator's environment. Not the place for secrets: the file is private, but plain. */
  env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(100_000)).default({}),
  /** The mode that its sessions work in; null leaves the agent's own. */
  mode: z.string().max(200).nullable().default(null),
  /** Whether one process may serve all workers; one each otherwise. */
  shared: z.boolean().default(false)
})
export type CustomAgent = z.infer<typeof CustomAgent>
export type NewCustomAgent = z.input<typeof CustomAgent>

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
