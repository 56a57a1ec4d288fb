import { POLICY_ORDER, type Confirmed } from '../approvals/policies.logic'
import { words } from '../approvals/words'
import { client, putProject } from '../connection'
import { showTrouble } from '../ui'

export type { Confirmed }

/** What agents may do, from the least to the most, in the language of now. */
export const POLICIES: readonly { readonly value: Confirmed; readonly label: string; readonly note: string }[] = POLICY_ORDER.map((value) => ({
  value,
  get label() {
    return words().policies.label[value]
  },
  get note() {
    return words().policies.note[value]
  }
}))

/** Rejects like any call. */
export async function storePolicy(sessionId: string, policy: Confirmed): Promise<void> {
  putProject(await client.projects.setPolicy({ sessionId, policy }))
}

export async function setPolicy(sessionId: string, policy: Confirmed): Promise<void> {
  try {
    await storePolicy(sessionId, policy)
  } catch (error) {
    showTrouble(words().policies.notStored, error)
  }
}
