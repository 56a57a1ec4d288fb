import { useState } from 'react'
import { assertNever } from '../../shared/errors'
import { Button, formatBytes, Icon, langOf, Strip } from '../ui'
import { useWords } from '../words'
import { MARKDOWN_MAX_CHARS } from './bounds.logic'
import type { PlainReason } from './drawn'
import { visible } from './visible.logic'
import { words, type Noun } from './words'

interface PlainProps {
  text: string
  noun: Noun
  why: PlainReason
  /** Draws it anyway; null where that would not end well. */
  onDraw: (() => void) | null
}

/** A text as it was written, with the reason for it. */
export function Plain({ text, noun, why, onDraw }: PlainProps) {
  const t = useWords(words)
  const [whole, setWhole] = useState(false)
  const shown = whole ? text : text.slice(0, MARKDOWN_MAX_CHARS)
  const cut = shown.length < text.length
  return (
    <div className="md">
      <Strip
        mark={<Icon name="alert" />}
        actions={
          <>
            {cut && (
              <Button small onClick={() => setWhole(true)}>
                {t.plain.showAll}
              </Button>
            )}
            {onDraw && (
              <Button small onClick={onDraw}>
                {t.plain.draw}
              </Button>
            )}
          </>
        }
      >
        <b>{reason(why, t.nouns[noun], t.plain)}</b> {cut ? t.plain.shownCut(formatBytes(MARKDOWN_MAX_CHARS)) : t.plain.shown}
      </Strip>
      <PlainText text={shown} />
    </div>
  )
}

/** The text alone. */
export function PlainText({ text }: { text: string }) {
  return (
    <pre className="plain" dir="auto" lang={langOf(text.slice(0, 2_000))}>
      {visible(text)}
    </pre>
  )
}

function reason(why: PlainReason, noun: string, plain: ReturnType<typeof words>['plain']): string {
  switch (why.kind) {
    case 'long':
      return plain.long(noun, formatBytes(why.bytes))
    case 'table':
      return plain.table(noun, why.rows - 1)
    case 'deep':
      return plain.deep(noun, why.levels)
    case 'dense':
      return plain.dense(noun, why.marks - 1)
    case 'slow':
      return plain.slow(noun)
    case 'unparsable':
      return plain.unparsable(noun)
    default:
      return assertNever(why)
  }
}
