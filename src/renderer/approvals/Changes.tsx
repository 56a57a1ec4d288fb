import type { AskView } from '../../shared/asks'
import { useWords } from '../words'
import { diffLines, type DiffLine } from './asks.logic'
import { words } from './words'

type Change = NonNullable<AskView['request']['changes']>[number]

/** What a request to write would write, file by file. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const say = useWords(words)
  return changes.map((change, index) => (
    <figure key={index} className="ask-change" aria-label={say.wouldWrite}>
      <figcaption>
        <code>{change.path}</code>
      </figcaption>
      <pre className="ask-diff scrolls" tabIndex={0} dir="ltr">
        {diffLines(change.diff).map((line, at) => (
          <Line key={at} line={line} />
        ))}
      </pre>
      {change.isCut && <p className="ask-cut">{say.cutDiff}</p>}
    </figure>
  ))
}

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { added: '+', removed: '−', same: ' ', gap: ' ' }

function Line({ line }: { line: DiffLine }) {
  return (
    <span className={`diff-line is-${line.kind}`}>
      <span className="diff-sign">{SIGNS[line.kind]}</span>
      {line.kind === 'added' ? <ins>{line.text}</ins> : line.kind === 'removed' ? <del>{line.text}</del> : line.text}
      {'\n'}
    </span>
  )
}
