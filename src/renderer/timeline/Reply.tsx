import type { Turn } from '../../shared/model'
import { Markdown } from '../text/Markdown'
import { Button } from '../ui'
import { formatNumber } from '../ui/format'
import { useWords } from '../words'
import { useOpened } from './kept-view'
import { useWholeText } from './use-whole-text'
import { words } from './words'

interface ReplyProps {
  turn: number
  reply: NonNullable<Turn['reply']>
}

/** What a turn answered. Of an extremely long reply the rest is read when it is asked for. */
export function Reply({ turn, reply }: ReplyProps) {
  const say = useWords(words)
  const [isOpen, switchOpen] = useOpened(reply.messageId)
  const { text, problem } = useWholeText(turn, reply, isOpen)
  if (reply.wholeChars === undefined) return <Markdown text={text} noun="reply" />
  return (
    <div className="text">
      <Markdown text={text} noun="reply" />
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <Button small kind="plain" onClick={switchOpen}>
        {isOpen ? say.showLess : say.showAll(formatNumber(reply.wholeChars))}
      </Button>
    </div>
  )
}
