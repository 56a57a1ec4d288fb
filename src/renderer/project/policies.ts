import type { Policy } from '../../shared/model'
import { client, putProject } from '../connection'
import { showTrouble } from '../ui'

export type Confirmed = Exclude<Policy, 'unconfirmed'>

/** What agents may do, from the least to the most. */
export const POLICIES: readonly { value: Confirmed; label: string; note: string }[] = [
  { value: 'read', label: 'Read only', note: 'Read and search files. Anything more is asked each time.' },
  { value: 'write', label: 'Write in the folder', note: 'Also make and change files in this folder. Commands are asked.' },
  { value: 'run', label: 'Run commands', note: 'Also run programs, with your rights.' }
]

/** Rejects like any call. */
export async function storePolicy(sessionId: string, policy: Confirmed): Promise<void> {
  putProject(await client.projects.setPolicy({ sessionId, policy }))
}

export async function setPolicy(sessionId: string, policy: Confirmed): Promise<void> {
  try {
    await storePolicy(sessionId, policy)
  } catch (error) {
    showTrouble('The choice was not stored.', error)
  }
}
