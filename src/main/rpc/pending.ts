/** What an operator does with messages that wait. */
import type { Workers } from '../project/workers'
import { os } from './implementer'

export function pendingCalls(workers: Workers) {
  return {
    withdraw: os.workers.withdraw.handler(async ({ input }) => {
      await workers.withdraw(input.sessionId, input.workerId, input.messageId)
      return {}
    }),
    editPending: os.workers.editPending.handler(async ({ input }) => {
      await workers.editPending(input.sessionId, input.workerId, input)
      return {}
    }),
    reorderPending: os.workers.reorderPending.handler(async ({ input }) => {
      await workers.reorderPending(input.sessionId, input.workerId, input.messageId, input.before)
      return {}
    }),
    sendNow: os.workers.sendNow.handler(({ input }) => {
      workers.sendNow(input.sessionId, input.workerId, input.messageId)
      return {}
    })
  }
}
