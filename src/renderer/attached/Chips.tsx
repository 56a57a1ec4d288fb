import { useState } from 'react'
import type { Attachment } from '../../shared/model'
import { formatBytes, Icon } from '../ui'
import { useWords } from '../words'
import { AttachmentDialog, type AttachedTo } from './AttachmentDialog'
import { words } from './words'
import './attached.css'

/** The files that came with a message; each can be looked at. */
export function Chips({ of, attachments }: { of: AttachedTo; attachments: readonly Attachment[] }) {
  const say = useWords(words)
  const [shown, setShown] = useState<Attachment | null>(null)
  return (
    <>
      <ul className="chips" aria-label={say.attached}>
        {attachments.map((attachment) => (
          <li key={attachment.id} className="chip">
            <ChipName attachment={attachment} onShow={() => setShown(attachment)} />
          </li>
        ))}
      </ul>
      {shown && <AttachmentDialog of={of} attachment={shown} onClose={() => setShown(null)} />}
    </>
  )
}

export function ChipName({ attachment, onShow }: { attachment: Attachment; onShow(): void }) {
  const say = useWords(words)
  return (
    <button type="button" className="chip-name" title={say.show(attachment.name)} onClick={onShow}>
      <Icon name="clip" />
      <span className="cut">{attachment.name}</span>
      <span className="chip-fact">{formatBytes(attachment.bytes)}</span>
    </button>
  )
}
