import { memo, useMemo, useState, type MouseEvent, type ReactElement } from 'react'
import { assertNever } from '../../shared/errors'
import { client } from '../connection'
import { Button, formatBytes, Icon, isDesktop, langOf, showTrouble, Strip } from '../ui'
import { excessOf, MARKDOWN_MAX_CHARS, type Excess } from './bounds.logic'
import { copyText } from './copy'
import { rendered } from './render'
import { watchScrollers } from './scrollers'
import { COPY_CLASS } from './shape'
import './text.css'

/** How long the copy button says that it has copied, in ms. */
const COPIED_MS = 1_600

interface MarkdownProps {
  text: string
  /** What the text is, for the sentence that says why it is shown plain. */
  noun: 'reply' | 'message' | 'note'
}

/** A text as Markdown; as plain text where drawing it would hold the window up. */
export const Markdown = memo(function Markdown({ text, noun }: MarkdownProps) {
  const [drawn, setDrawn] = useState(false)
  const made = useMemo(() => make(text, drawn), [text, drawn])
  if (made.kind === 'plain') return <Plain text={text} noun={noun} why={made.why} onDraw={() => setDrawn(true)} />
  return (
    <div className="md" ref={watchScrollers} onClick={act} onAuxClick={act}>
      {made.elements}
    </div>
  )
})

type Why = Excess | { kind: 'unparsable' }
type Made = { kind: 'drawn'; elements: ReactElement } | { kind: 'plain'; why: Why }

function make(text: string, anyway: boolean): Made {
  const excess = anyway ? null : excessOf(text)
  if (excess) return { kind: 'plain', why: excess }
  try {
    return { kind: 'drawn', elements: rendered(text) }
  } catch {
    return { kind: 'plain', why: { kind: 'unparsable' } }
  }
}

interface PlainProps {
  text: string
  noun: string
  why: Why
  onDraw(): void
}

function Plain({ text, noun, why, onDraw }: PlainProps) {
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
                Show all
              </Button>
            )}
            {why.kind !== 'unparsable' && (
              <Button small onClick={onDraw}>
                Draw it anyway
              </Button>
            )}
          </>
        }
      >
        <b>{reason(why, noun)}</b> It is shown as plain text to keep the window quick
        {cut ? `, its first ${formatBytes(MARKDOWN_MAX_CHARS)} for now.` : '.'}
      </Strip>
      <pre className="plain" dir="auto" lang={langOf(shown.slice(0, 2_000))}>
        {shown}
      </pre>
    </div>
  )
}

function reason(why: Why, noun: string): string {
  switch (why.kind) {
    case 'long':
      return `This ${noun} has ${formatBytes(why.bytes)}.`
    case 'table':
      return `This ${noun} has tables with more than ${why.rows - 1} rows.`
    case 'deep':
      return `This ${noun} has lists in lists, ${why.levels} levels deep.`
    case 'dense':
      return `This ${noun} has a paragraph with more than ${why.marks - 1} marks.`
    case 'unparsable':
      return `This ${noun} cannot be read as Markdown.`
    default:
      return assertNever(why)
  }
}

/** One listener for all links and copy buttons of a text. */
function act(event: MouseEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || event.button > 1) return
  const link = event.target.closest('a')
  if (link) {
    event.preventDefault()
    open(link.href)
    return
  }
  const button = event.target.closest<HTMLButtonElement>(`.${COPY_CLASS}`)
  if (button && event.button === 0) void copyListing(button)
}

/** The desktop's host opens it in the system's browser; a browser is already the right place. */
function open(url: string): void {
  if (isDesktop) client.links.open({ url }).catch((error: unknown) => showTrouble('The link was not opened.', error))
  else window.open(url, '_blank', 'noopener,noreferrer')
}

async function copyListing(button: HTMLButtonElement): Promise<void> {
  const code = button.parentElement?.querySelector('pre')?.textContent ?? ''
  button.dataset['copied'] = (await copyText(code)) ? 'yes' : 'no'
  setTimeout(() => delete button.dataset['copied'], COPIED_MS)
}
