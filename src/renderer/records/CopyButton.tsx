import { useEffect, useState } from 'react'
import { copyText } from '../text/copy'
import { IconButton } from '../ui'
import { useWords } from '../words'
import { words } from './words'

/** How long it says that it has copied, in ms. */
const COPIED_MS = 1_600

/** Copies a text that is only made when it is asked for. */
export function CopyButton({ text, label }: { text(): string; label?: string }) {
  const say = useWords(words)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <IconButton
      icon={isCopied ? 'answered' : 'copy'}
      label={isCopied ? say.entry.copied : (label ?? say.entry.copy)}
      small
      onClick={() => void copyText(text()).then(setCopied)}
    />
  )
}
