/** What an operator does with messages that wait, and has said before. */
import { sentMessages } from '../project/sent'
import { os } from './implementer'
import type { Parts } from './parts'

export function pendingCalls({ log, workers }: Pick<Parts, 'log' | 'workers'>) {
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
    }),
    message: os.workers.message.handler(({ input }) => {
      workers.member(input.sessionId, input.workerId, 'project')
      return log.messageState(input.workerId, input.messageId)
    }),
    sent: os.workers.sent.handler(({ input }) => {
      workers.member(input.sessionId, input.workerId, 'project')
      return sentMessages(log, input.workerId, input.before)
    })
  }
}
