/** What a Session keeps in its state folder to take up its agent's session again. */
import { z } from 'zod'
import { stateFile } from '../state-file'

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

const file = stateFile('acp.json', Remembered)

/** Null for a Session that was never with an agent. @throws EngineError SESSION_DAMAGED */
export const remembered = file.read
export const remember = file.write
