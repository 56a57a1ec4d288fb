import { useState } from 'react'
import type { Attachment } from '../../shared/model'
import { AttachmentDialog } from '../attached/AttachmentDialog'
import { ChipName } from '../attached/Chips'
import { words as attachedWords } from '../attached/words'
import { Icon, IconButton } from '../ui'
import { useWords } from '../words'
import { removeAttaching, retryAttaching, useAttaching, type Attaching } from './attachments'
import type { Address } from './outbox'
import { fileWords } from './words'

const NONE: readonly Attaching[] = []

interface ComposedChipsProps {
  address: Address
  /** Puts the text of one into the field. */
  onIntoText(text: string): void
}

/** The files that will go with the next message. */
export function ComposedChips({ address, onIntoText }: ComposedChipsProps) {
  const say = useWords(fileWords)
  const { attached } = useWords(attachedWords)
  const files = useAttaching((state) => state.files[address.workerId]) ?? NONE
  const [shown, setShown] = useState<Attachment | null>(null)
  if (files.length === 0) return null
  return (
    <>
      <ul className="chips" aria-label={attached}>
        {files.map((file) => (
          <li key={file.id} className={file.state === 'failed' ? 'chip is-failed' : 'chip'}>
            {file.attachment ? (
              <ChipName attachment={file.attachment} onShow={() => setShown(file.attachment)} />
            ) : (
              <OnItsWay file={file} />
            )}
            {file.state === 'failed' && (
              <IconButton small icon="retry" label={say.tryAgain} onClick={() => retryAttaching(file.id)} />
            )}
            <IconButton small icon="close" label={say.remove(file.name)} onClick={() => removeAttaching(address, file.id)} />
          </li>
        ))}
      </ul>
      {shown && (
        <AttachmentDialog
          of={address}
          attachment={shown}
          onClose={() => setShown(null)}
          onIntoText={(text) => {
            setShown(null)
            removeAttaching(address, shown.id)
            onIntoText(text)
          }}
        />
      )}
    </>
  )
}

function OnItsWay({ file: { name, bytes, received, state, problem } }: { file: Attaching }) {
  const say = useWords(fileWords)
  const percent = Math.floor((100 * received) / Math.max(1, bytes))
  const fact = state === 'failed' ? problem : state === 'waiting' ? say.waiting : say.sending(percent)
  return (
    <span className="chip-name">
      <Icon name={state === 'failed' ? 'alert' : 'clip'} />
      <span className="cut" title={name}>
        {name}
      </span>
      <span className="chip-fact cut" title={fact}>
        {fact}
      </span>
    </span>
  )
}
