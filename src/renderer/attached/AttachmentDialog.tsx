import { useEffect, useState } from 'react'
import type { FileContent } from '../../shared/artifacts'
import { assertNever } from '../../shared/errors'
import { MESSAGE_MAX_BYTES } from '../../shared/limits'
import type { Attachment } from '../../shared/model'
import { client, refusalOf, startDownload } from '../connection'
import { Picture } from '../text/Picture'
import { PlainText } from '../text/Plain'
import { Button, Dialog, formatBytes, isDesktop } from '../ui'
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

type Read = { readonly content: FileContent['content'] } | { readonly problem: string }

/** What is in an attachment, as a text or a picture, and a way to have it as a file. */
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
  const whole = read && 'content' in read ? wholeText(read.content, attachment) : null
  return (
    <Dialog open size="wide" title={attachment.name} description={`${say.kind[attachment.kind]} · ${formatBytes(attachment.bytes)}`} onClose={onClose}>
      {read === null ? <p className="is-late">{say.reading}</p> : <Content read={read} attachment={attachment} />}
      <p className="attached-acts">
        <SaveButton of={{ sessionId, workerId }} attachment={attachment} />
        {onIntoText && whole !== null && <Button onClick={() => onIntoText(whole)}>{say.intoText}</Button>}
      </p>
    </Dialog>
  )
}

function Content({ read, attachment }: { read: Read; attachment: Attachment }) {
  const say = useWords(words)
  if ('problem' in read) return <p role="alert">{read.problem}</p>
  const { content } = read
  switch (content.kind) {
    case 'text':
      return (
        <>
          <div className="attached-text scrolls" tabIndex={0} role="region" aria-label={attachment.name}>
            <PlainText text={content.text} />
          </div>
          {content.isCut && <p className="form-hint">{say.cut(formatBytes(content.text.length), formatBytes(attachment.bytes))}</p>}
        </>
      )
    case 'image':
      return (
        <div className="attached-picture scrolls" tabIndex={0} role="region" aria-label={attachment.name}>
          <Picture type={content.type} data={content.data} name={attachment.name} broken={<p>{say.brokenImage}</p>} />
        </div>
      )
    case 'none':
      return <p>{content.why === 'not-text' ? say.notText : say.tooLarge}</p>
    default:
      return assertNever(content)
  }
}

/** What can go into a message as it is; null where it is no text, or too long. */
function wholeText(content: FileContent['content'], { bytes }: Attachment): string | null {
  return content.kind === 'text' && !content.isCut && bytes <= MESSAGE_MAX_BYTES ? content.text : null
}

/** Asks where to on the desktop; a browser downloads it. */
function SaveButton({ of, attachment }: { of: AttachedTo; attachment: Attachment }) {
  const say = useWords(words)
  const [said, setSaid] = useState('')
  const ref = { sessionId: of.sessionId, workerId: of.workerId, attachmentId: attachment.id }
  const save = async (): Promise<string> => {
    if (isDesktop) {
      const { name } = await client.attachments.save(ref)
      return name === null ? '' : say.saved(name)
    }
    const { ticket, name } = await client.attachments.download(ref)
    startDownload(ticket, name)
    return ''
  }
  const failed = (error: unknown): string => {
    const { message, remedy } = refusalOf(error)
    return `${say.notSaved}: ${message} ${remedy}`.trim()
  }
  return (
    <>
      <Button onClick={() => void save().catch(failed).then(setSaid)}>{isDesktop ? say.save : say.download}</Button>
      <span className="form-hint" role="status">
        {said}
      </span>
    </>
  )
}
