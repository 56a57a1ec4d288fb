/** Files that come with messages, and the draft that they wait in. */
import { takenName, type Written } from '../timeline/export'
import type { Parts } from './parts'
import { os } from './implementer'

export function attachmentCalls({ attachments, exports, workers }: Pick<Parts, 'attachments' | 'exports' | 'workers'>) {
  /** Refuses what is no worker of the Project. */
  const check = ({ sessionId, workerId }: { sessionId: string; workerId: string }) => void workers.member(sessionId, workerId, 'project')
  /** As a file of the operator's, and never as something that a browser would show. */
  const whole = async (input: { sessionId: string; workerId: string; attachmentId: string }): Promise<Written> => {
    check(input)
    const { name, chunks } = await attachments.whole(input.workerId, input.attachmentId)
    return { name: takenName(name) || 'file', type: 'application/octet-stream', chunks }
  }
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
      }),
      save: os.attachments.save.handler(async ({ input, signal }) => exports.saveFile(await whole(input), signal)),
      download: os.attachments.download.handler(async ({ input }) => exports.ticketFor(await whole(input)))
    },
    drafts: {
      get: os.drafts.get.handler(({ input }) => ({
        text: workers.draft(input.sessionId, input.workerId),
        attachments: attachments.drafted(input.workerId)
      })),
      save: os.drafts.save.handler(({ input }) => {
        workers.saveDraft(input.sessionId, input.workerId, input.text, input.base)
        return {}
      })
    }
  }
}
