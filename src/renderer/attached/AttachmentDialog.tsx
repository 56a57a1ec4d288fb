import { useEffect, useState } from 'react'
import { MESSAGE_MAX_BYTES } from '../../shared/limits'
import type { Attachment } from '../../shared/model'
import { client, refusalOf } from '../connection'
import { PlainText } from '../text/Plain'
import { Button, Dialog, formatBytes } from '../ui'
import { useWords } from '../words'
import { words } from './words'

export interface AttachedTo {
  readonly sessionId: string
  readonly workerId: string
}

interface AttachmentDialogProps {
  of: AttachedTo
  attachment: Attachment
  onClose(): void
  /** Takes the text into the message; left out where that cannot be. */
  onIntoText?: ((text: string) => void) | undefined
}

type Read = { readonly text: string | null; readonly cut: boolean } | { readonly problem: string }

/** What is in an attachment, as far as it is text. */
export function AttachmentDialog({ of: { sessionId, workerId }, attachment, onClose, onIntoText }: AttachmentDialogProps) {
  const say = useWords(words)
  const [read, setRead] = useState<Read | null>(null)
  useEffect(() => {
    let wanted = true
    const put = (next: Read): void => {
      if (wanted) setRead(next)
    }
    client.attachments.read({ sessionId, workerId, attachmentId: attachment.id }).then(put, (error: unknown) => {
      const { message, remedy } = refusalOf(error)
      put({ problem: `${message} ${remedy}`.trim() })
    })
    return () => {
      wanted = false
    }
  }, [sessionId, workerId, attachment.id])
  return (
    <Dialog open size="wide" title={attachment.name} description={`${say.kind[attachment.kind]} · ${formatBytes(attachment.bytes)}`} onClose={onClose}>
      {read === null ? <p className="is-late">{say.reading}</p> : <Content read={read} attachment={attachment} onIntoText={onIntoText} />}
    </Dialog>
  )
}

function Content({ read, attachment, onIntoText }: { read: Read } & Pick<AttachmentDialogProps, 'attachment' | 'onIntoText'>) {
  const say = useWords(words)
  if ('problem' in read) return <p role="alert">{read.problem}</p>
  const { text, cut } = read
  if (text === null) return <p>{say.noPreview}</p>
  return (
    <>
      <div className="attached-text scrolls" tabIndex={0} role="region" aria-label={attachment.name}>
        <PlainText text={text} />
      </div>
      {cut && <p className="form-hint">{say.cut(formatBytes(text.length), formatBytes(attachment.bytes))}</p>}
      {onIntoText && !cut && attachment.bytes <= MESSAGE_MAX_BYTES && (
        <p className="attached-acts">
          <Button onClick={() => onIntoText(text)}>{say.intoText}</Button>
        </p>
      )}
    </>
  )
}
