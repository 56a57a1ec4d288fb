/** Files that come with messages, and the draft that they wait in. */
import type { Parts } from './parts'
import { os } from './implementer'

export function attachmentCalls({ attachments, workers }: Pick<Parts, 'attachments' | 'workers'>) {
  /** Refuses what is no worker of the Project. */
  const check = ({ sessionId, workerId }: { sessionId: string; workerId: string }) => void workers.member(sessionId, workerId, 'project')
  return {
    attachments: {
      put: os.attachments.put.handler(({ input }) => {
        check(input)
        const { workerId, attachmentId: id, name, bytes, offset, data } = input
        return attachments.put(workerId, { id, name, bytes, offset, data: Buffer.from(data, 'base64') })
      }),
      remove: os.attachments.remove.handler(({ input }) => {
        check(input)
        attachments.remove(input.workerId, input.attachmentId)
        return {}
      }),
      read: os.attachments.read.handler(({ input }) => {
        check(input)
        return attachments.read(input.workerId, input.attachmentId)
      })
    },
    drafts: {
      get: os.drafts.get.handler(({ input }) => ({
        text: workers.draft(input.sessionId, input.workerId),
        attachments: attachments.drafted(input.workerId)
      })),
      save: os.drafts.save.handler(({ input }) => {
        workers.saveDraft(input.sessionId, input.workerId, input.text)
        return {}
      })
    }
  }
}
