import { useRef, useState, type ComponentProps } from 'react'
import { Icon } from '../../ui'
import { useWords } from '../../words'
import { copyText } from '../copy'
import { visible } from '../visible.logic'
import { words } from '../words'
import { languageOf } from './languages'
import { useColours } from './use-colours'
import './code.css'

/** How long the copy button says that it has copied, in ms. */
const COPIED_MS = 1_600
/** Longest name of a language that is shown, in characters. */
const NAME_MAX = 24

interface ListingProps extends ComponentProps<'pre'> {
  'data-language'?: string
}

/** Code that can be copied, read from left to right whatever it says. */
export function Listing({ children, 'data-language': name = '' }: ListingProps) {
  const code = typeof children === 'string' ? children : ''
  const shown = visible(code)
  const [isWrapped, setWrapped] = useState(false)
  const [copied, setCopied] = useState<boolean | null>(null)
  const place = useRef<HTMLElement>(null)
  const t = useWords(words)
  useColours(place, shown, languageOf(name))
  const copy = async (): Promise<void> => {
    setCopied(await copyText(code))
    setTimeout(() => setCopied(null), COPIED_MS)
  }
  return (
    <div className={isWrapped ? 'code is-wrapped' : 'code'}>
      <pre dir="ltr">
        <code ref={place}>{shown}</code>
      </pre>
      <div className="code-bar">
        {name !== '' && <span className="code-name">{visible(name.slice(0, NAME_MAX))}</span>}
        <button type="button" aria-pressed={isWrapped} title={t.wrapLines} onClick={() => setWrapped(!isWrapped)}>
          {t.wrap}
        </button>
        <button type="button" title={t.copyCode} onClick={() => void copy()}>
          <Icon name={copied ? 'answered' : 'copy'} />
          {copied === null ? t.copy : copied ? t.copied : t.notCopied}
        </button>
      </div>
    </div>
  )
}
