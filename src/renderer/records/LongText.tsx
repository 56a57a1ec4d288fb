import { Markdown } from '../text/Markdown'
import { Button, langOf } from '../ui'
import { useWords } from '../words'
import { beginningOf } from './long-text.logic'
import { useOpened } from './opened'
import { useFoundIn } from './found'
import { words } from './words'

interface LongTextProps {
  /** The key of its row. */
  id: string
  text: string
  /** How many lines are shown at first. */
  lines: number
  /** As Markdown, under this name; without it, as it stands. */
  noun?: 'reply' | 'message'
}

/** A text of which the beginning is shown until all of it is asked for, or a search has found something in it. */
export function LongText({ id, text, lines, noun }: LongTextProps) {
  const say = useWords(words)
  const [isOpen, setOpen] = useOpened(`${id} ${lines}`)
  const isFound = useFoundIn(text)
  const beginning = beginningOf(text, lines)
  const isWhole = beginning === null || isOpen || isFound
  const shown = isWhole ? text : beginning.text
  return (
    <>
      {noun === undefined ? (
        <pre className="entry-pre" dir="auto" lang={langOf(shown.slice(0, 2_000))} tabIndex={0}>
          {shown}
        </pre>
      ) : (
        <Markdown text={shown} noun={noun} />
      )}
      {beginning !== null && !isFound && (
        <Button small kind="plain" className="entry-more" onClick={() => setOpen(!isOpen)}>
          {isOpen ? say.entry.less : say.entry.more(beginning.lines)}
        </Button>
      )}
    </>
  )
}
