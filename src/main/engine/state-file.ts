/** A file in the state folder of a Session: what its engine needs to take up there what it did before. */
import { join } from 'node:path'
import type { z } from 'zod'
import { readIfThere, writeAtomically } from '../models/atomic-file'
import { EngineError } from './engine'

export function stateFile<T>(name: string, schema: z.ZodType<T>) {
  return {
    /** Null where nothing was kept yet. @throws EngineError SESSION_DAMAGED */
    read: async (stateFolder: string): Promise<T | null> => {
      const text = await readIfThere(join(stateFolder, name))
      if (text === null) return null
      try {
        return schema.parse(JSON.parse(text))
      } catch {
        throw new EngineError('SESSION_DAMAGED', 'What this worker needs to go on cannot be read. Start a new worker.')
      }
    },
    /** It is on disk when this resolves. */
    write: (stateFolder: string, value: T): Promise<void> => writeAtomically(join(stateFolder, name), `${JSON.stringify(value)}\n`)
  }
}
