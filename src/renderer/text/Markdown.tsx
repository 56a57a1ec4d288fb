import { Fragment, memo, useEffect, useId, useMemo, useState, type MouseEvent } from 'react'
import { client } from '../connection'
import { isDesktop, showTrouble } from '../ui'
import { drawBlocks } from './draw'
import { canDrawAnyway, drawAnyway, drawInPieces, drawnNow, keepGrown, type Drawn } from './drawn'
import { TextId } from './elements'
import { excessOf } from './bounds.logic'
import { Growth, type Grown } from './growth'
import type { Block } from './parse'
import { Plain, PlainText } from './Plain'
import { watchScrollers } from './scrollers'
import { words, type Noun } from './words'
import './text.css'

/** Of more blocks than these, only those near the view are laid out. */
const LONG_BLOCKS = 60

interface MarkdownProps {
  text: string
  /** What the text is, for the sentence that says why it is shown plain. */
  noun: Noun
  /** The text is still being written: each change costs what is new. Taken away, it is drawn as a whole. */
  growing?: boolean
}

/**
 * A text as Markdown; as plain text where drawing it would hold the window up. Paths in it lead to files where a
 * FilesOfText stands around it.
 */
export const Markdown = memo(function Markdown({ text, noun, growing = false }: MarkdownProps) {
  const [growth] = useState(() => new Growth())
  const grown = useMemo(() => (growing ? grow(growth, text) : null), [growing, growth, text])
  if (grown) return <Blocks blocks={grown.blocks} rest={grown.rest} />
  return <Whole text={text} noun={noun} growth={growth} />
})

/** Null for a text that is too much to be drawn at all. */
function grow(growth: Growth, text: string): Grown | null {
  try {
    const grown = growth.update(text)
    return excessOf(grown.rest === '' ? text.slice(grown.blocks.at(-1)?.start ?? 0) : '') ? null : grown
  } catch {
    return null
  }
}

interface WholeProps {
  text: string
  noun: Noun
  /** What it has grown in, where it has. */
  growth: Growth
}

function Whole({ text, noun, growth }: WholeProps) {
  const drawn = useDrawn(text, growth)
  const [isAsked, setAsked] = useState(false)
  const anyway = useMemo(() => (isAsked ? drawAnyway(text) : null), [isAsked, text])
  const made = anyway ?? drawn
  if (!made) return <Blocks blocks={[]} rest={text} />
  if (made.kind === 'blocks') return <Blocks blocks={made.blocks} rest="" />
  return <Plain text={text} noun={noun} why={made.why} onDraw={canDrawAnyway(text, made.why) ? () => setAsked(true) : null} />
}

/** Null while a long text is being drawn. */
function useDrawn(text: string, growth: Growth): Drawn | null {
  const now = useMemo(() => {
    keepGrown(text, growth)
    return drawnNow(text)
  }, [growth, text])
  const [later, setLater] = useState<{ text: string; drawn: Drawn } | null>(null)
  useEffect(() => {
    if (now) return
    const ended = new AbortController()
    void drawInPieces(text, ended.signal).then((drawn) => {
      if (drawn && !ended.signal.aborted) setLater({ text, drawn })
    })
    return () => ended.abort()
  }, [text, now])
  return now ?? (later?.text === text ? later.drawn : null)
}

function Blocks({ blocks, rest }: { blocks: readonly Block[]; rest: string }) {
  const id = useId()
  const drawn = useMemo(() => drawBlocks(blocks), [blocks])
  return (
    <TextId value={id}>
      <div className={blocks.length > LONG_BLOCKS ? 'md is-long' : 'md'} ref={watchScrollers} onClick={follow} onAuxClick={follow}>
        {drawn.map(({ key, element }) => (
          <Fragment key={key}>{element}</Fragment>
        ))}
        {rest !== '' && <PlainText text={rest} />}
      </div>
    </TextId>
  )
}

/** One listener for all links of a text. */
function follow(event: MouseEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || event.button > 1) return
  const link = event.target.closest('a')
  if (!link) return
  event.preventDefault()
  open(link.href)
}

/** The desktop's host opens it in the system's browser; a browser is already the right place. */
function open(url: string): void {
  if (isDesktop) client.links.open({ url }).catch((error: unknown) => showTrouble(words().notOpened, error))
  else window.open(url, '_blank', 'noopener,noreferrer')
}
