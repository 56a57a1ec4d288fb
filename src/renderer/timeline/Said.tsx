import type { TurnInput } from '../../shared/model'
import { Markdown } from '../text/Markdown'
import { visible } from '../text/visible.logic'
import { Button, Glyph, Icon } from '../ui'
import { formatNumber } from '../ui/format'
import { useWords } from '../words'
import { Stamp } from './Age'
import { CameWith } from './CameWith'
import { cutInput, NOTICE } from './cut.logic'
import { useOpened } from './kept-view'
import { noticeOf } from './notice.logic'
import { Sender } from './Sender'
import { useWholeText } from './use-whole-text'
import { words } from './words'
import { inputWords } from './words.logic'

interface SaidProps {
  turn: number
  input: TurnInput
  /** A command is shown as it was typed: it is not Markdown. */
  isCommand: boolean
}

/** An input of a turn: who sent it, what it says, and what became of it. A long one is shown as its beginning first. */
export function Said({ turn, input, isCommand }: SaidProps) {
  const say = useWords(words)
  const [isOpen, switchOpen] = useOpened(input.messageId)
  const { text, problem } = useWholeText(turn, input, isOpen)
  const notice = noticeOf({ source: input.source, text })
  const body = notice?.body ?? text
  const beginning = notice ? cutInput(body, NOTICE) : cutInput(body)
  const shown = isOpen ? body : (beginning ?? body)
  const facts = inputWords(input)
  return (
    <div className="line said" data-message={input.messageId}>
      <div className="who">
        <Sender source={input.source} />
        <Stamp at={input.acceptedAt} />
      </div>
      <div className="text">
        {notice && (
          <p className="notice-line">
            <Glyph kind={notice.glyph} />
            <span>{notice.line}</span>
          </p>
        )}
        {notice && shown === '' ? (
          <p className="none">{say.noticeWithoutReply}</p>
        ) : isCommand ? (
          <pre className="command" dir="ltr">
            {visible(shown)}
          </pre>
        ) : (
          shown !== '' && <Markdown text={shown} noun="message" />
        )}
        <CameWith input={input} />
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        {beginning !== null && (
          <Button small kind="plain" onClick={switchOpen}>
            {isOpen ? say.showLess : say.showAll(formatNumber(input.wholeChars ?? body.length))}
          </Button>
        )}
      </div>
      <div className="note">
        <p>
          <Icon name={facts.icon} />
          <span>
            <b>{facts.state}</b> · {facts.facts}
          </span>
        </p>
      </div>
    </div>
  )
}
