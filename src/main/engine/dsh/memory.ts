/** What a Session keeps in its state folder to take up its harness's session again. */
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, writeAtomically } from '../../models/atomic-file'
import { EngineError } from '../engine'

const Remembered = z.object({
  /** The harness's own id of the session, chosen by us before it is made, so that it is made once. */
  sessionId: z.string(),
  /** The mode of its sandbox, which it keeps for good. */
  mode: z.enum(['read-only', 'workspace-write'])
})
export type Remembered = z.infer<typeof Remembered>

const pathOf = (stateFolder: string) => join(stateFolder, 'dsh.json')

/** Null for a Session that was never with the harness. @throws EngineError SESSION_DAMAGED */
export async function remembered(stateFolder: string): Promise<Remembered | null> {
  const text = await readIfThere(pathOf(stateFolder))
  if (text === null) return null
  try {
    return Remembered.parse(JSON.parse(text))
  } catch {
    throw new EngineError('SESSION_DAMAGED', 'What this worker needs to go on cannot be read. Start a new worker.')
  }
}

export async function remember(stateFolder: string, memory: Remembered): Promise<void> {
  await writeAtomically(pathOf(stateFolder), `${JSON.stringify(memory)}\n`)
}
