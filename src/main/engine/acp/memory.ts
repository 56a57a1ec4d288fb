/** What a Session keeps in its state folder to take up its agent's session again. */
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, writeAtomically } from '../../models/atomic-file'
import { EngineError } from '../engine'

const Remembered = z.object({
  agentId: z.string(),
  /** The agent's own id of the session. */
  sessionId: z.string(),
  /** Epoch ms. */
  madeAt: z.number(),
  /** Whether a prompt was ever sent: until then many agents keep nothing that could be taken up. */
  prompted: z.boolean(),
  /** Whether a turn has ended with the agent alive: from then on it must remember it. */
  settled: z.boolean(),
  /** Which part it was told to have; empty where it was told none. */
  told: z.string().default(''),
  /** What the agent's session has cost when a turn last ended, in US dollars. */
  cost: z.number().nonnegative()
})
export type Remembered = z.infer<typeof Remembered>

const pathOf = (stateFolder: string) => join(stateFolder, 'acp.json')

/** Null for a Session that was never with an agent. @throws EngineError SESSION_DAMAGED */
export async function remembered(stateFolder: string): Promise<Remembered | null> {
  const text = await readIfThere(pathOf(stateFolder))
  if (text === null) return null
  try {
    return Remembered.parse(JSON.parse(text))
  } catch {
    throw new EngineError('SESSION_DAMAGED', `What this worker needs to go on (${pathOf(stateFolder)}) cannot be read. Start a new worker.`)
  }
}

export async function remember(stateFolder: string, memory: Remembered): Promise<void> {
  await writeAtomically(pathOf(stateFolder), `${JSON.stringify(memory)}\n`)
}
