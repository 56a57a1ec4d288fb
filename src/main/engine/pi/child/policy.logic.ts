/** What agents may do under each policy without asking, and what they are told when they may not. */
import type { Policy } from '../../../../shared/model'

/** pi's own tools. */
export type GuardedTool = 'read' | 'ls' | 'find' | 'grep' | 'write' | 'edit' | 'bash'

const AFTERWARDS = 'Do not look for another way: say in your answer what you would do, so that the operator can decide.'
const CAN_CHANGE = 'The operator can change that in Crewdeck, in the settings of the Project.'
const DECIDES = 'The operator decides in Crewdeck, where the Project asks what agents may do.'

const ASKED = blocked('the operator wants to be asked about each act, and did not allow this one.', CAN_CHANGE)

/** Why a tool may not run now, for the model; null when it may. */
export function refusalOf(policy: Policy, tool: GuardedTool): string | null {
  if (tool !== 'write' && tool !== 'edit' && tool !== 'bash') {
    return policy === 'ask' ? ASKED : null
  }
  switch (policy) {
    case 'ask':
      return ASKED
    case 'unconfirmed':
      return blocked('the operator has not yet said what agents may do in this folder, so they may only read.', DECIDES)
    case 'read':
      return blocked('the operator lets agents only read in this folder.', CAN_CHANGE)
    case 'write':
      return tool === 'bash'
        ? blocked('the operator lets agents read and write files in this folder, but not run commands.', CAN_CHANGE)
        : null
    case 'run':
      return null
  }
}

/** What a model is told when the operator has said no, and why, where they said it. */
export function refusedWith(reason: string | null): string {
  return reason === null
    ? `Blocked: the operator did not allow this call. ${AFTERWARDS}`
    : `Blocked: the operator did not allow this call, and says: ${reason}`
}

function blocked(why: string, who: string): string {
  return `Blocked: ${why} ${who} ${AFTERWARDS}`
}
