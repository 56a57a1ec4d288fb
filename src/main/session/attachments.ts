/** What a Session needs to know of the files that come with its messages; project/attachments.ts keeps them. */
import { z } from 'zod'
import { Attachment } from '../../shared/model'

/** An attachment as the log has it. `file` names what is kept of it: its digest, and the ending of its name. */
export const StoredAttachment = Attachment.extend({ file: z.string().regex(/^[0-9a-f]{64}(\.[a-z0-9]{1,10})?$/) })
export type StoredAttachment = z.infer<typeof StoredAttachment>

export interface AttachmentKeeper {
  /**
   * Binds attachments to a message that is being accepted, in the same transaction. One that is bound already, or was
   * given to another worker of the Project, comes along as a copy.
   * @throws Refusal NOT_FOUND, TOO_LARGE
   */
  attach(sessionId: string, messageId: string, ids: readonly string[]): StoredAttachment[]
  /** The message was taken back: its attachments are in the draft again. In the same transaction. */
  release(messageId: string): void
}

/** For a Session that is made without a keeper: it takes no attachments. */
export const NO_ATTACHMENTS: AttachmentKeeper = { attach: () => [], release: () => undefined }

export function attachmentView({ id, name, bytes, kind }: StoredAttachment): Attachment {
  return { id, name, bytes, kind }
}
