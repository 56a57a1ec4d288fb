/** What a Session keeps in its state folder to take up its harness's session again. */
import { z } from 'zod'
import { stateFile } from '../state-file'

const Remembered = z.object({
  /** The harness's own id of the session, chosen by us before it is made, so that it is made once. */
  sessionId: z.string(),
  /** The mode of its sandbox, which it keeps for good. */
  mode: z.enum(['read-only', 'workspace-write'])
})
export type Remembered = z.infer<typeof Remembered>

const file = stateFile('dsh.json', Remembered)

/** Null for a Session that was never with the harness. @throws EngineError SESSION_DAMAGED */
export const remembered = file.read
export const remember = file.write
