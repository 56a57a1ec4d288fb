import type { FoldedCall } from '../../shared/records-fold'
import { formatDuration, Glyph, Icon, langOf } from '../ui'
import { useWords } from '../words'
import { useFoundIn } from './found'
import { LongText } from './LongText'
import { useOpened } from './opened'
import { briefOf, inputText, type Row } from './rows.logic'
import { phaseOf } from './status.logic'
import { words } from './words'

/** A tool call with all that was told of it later: its name and what it is about, its arguments and its result. */
export function Call({ row, call }: { row: Row; call: FoldedCall }) {
  const say = useWords(words)
  const [isOpen, setOpen] = useOpened(`${row.key} call`)
  const { toolName, toolId, phase, isError, summary, since, patchedAt } = call
  const input = inputText(call.input)
  const brief = briefOf(call)
  const isFound = useFoundIn(`${input ?? ''}\n${summary ?? ''}`)
  const isShown = isOpen || isFound
  const { glyph, word } = phaseOf(phase, isError)
  const took = patchedAt !== null && patchedAt > since ? patchedAt - since : null
  return (
    <>
      <button
        type="button"
        className={isError ? 'call-head is-failed' : 'call-head'}
        aria-expanded={isShown}
        title={isShown ? say.entry.close : say.entry.open}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="into" />
        <code className="call-name cut">{toolName ?? toolId}</code>
        <span className="call-brief cut" lang={langOf(brief)}>
          {brief}
        </span>
        <span className="call-phase">
          <Glyph kind={glyph} />
          <span>{word}</span>
          {took !== null && took >= 1_000 && <span className="num">{formatDuration(took)}</span>}
        </span>
      </button>
      {isShown ? (
        <div className="call-whole">
          {toolName === null && <p className="entry-facts">{say.entry.onlyPatch}</p>}
          {input !== null && (
            <>
              <h3>{say.entry.arguments}</h3>
              <LongText id={`${row.key} in`} text={input} lines={60} />
            </>
          )}
          <h3>{say.entry.result}</h3>
          {summary === null || summary === '' ? (
            <p className="entry-facts">{summary === null ? say.entry.noResult : say.entry.emptyResult}</p>
          ) : (
            <LongText id={`${row.key} out`} text={summary} lines={120} />
          )}
        </div>
      ) : (
        isError && summary !== null && summary !== '' && <LongText id={`${row.key} error`} text={summary} lines={4} />
      )}
    </>
  )
}
