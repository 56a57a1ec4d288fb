import { memo, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { Language } from '../../text/code/languages'
import { paint, paintAs } from '../../text/code/paint'
import { piecesIn, usePieces } from '../../text/code/use-pieces'
import { visible } from '../../text/visible.logic'
import { Button } from '../../ui'
import { useWords } from '../../words'
import { words } from '../words'
import { stretchesOf, unified, type Compared, type Line, type Pair, type Words } from './lines.logic'
import './lines.css'

/** Rows that are shown at first, and with each "more". */
const ROWS = 400

interface LinesProps {
  compared: Compared
  before: string
  after: string
  language: Language | null
  layout: 'split' | 'unified'
}

/** Two texts, line by line, in one column or side by side. What differs nowhere is folded away. */
export function Lines({ compared, before, after, language, layout }: LinesProps) {
  const t = useWords(words)
  const { pairs } = compared
  const stretches = useMemo(() => stretchesOf(pairs), [pairs])
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [most, setMost] = useState(ROWS)
  const left = useSource(before, language)
  const right = useSource(after, language)
  let room = most
  const parts: ReactNode[] = []
  for (const { kind, from, to } of stretches) {
    if (room <= 0) break
    if (kind === 'folded' && !opened.has(from)) {
      parts.push(<Fold key={`fold ${from}`} count={to - from} onOpen={() => setOpened(new Set([...opened, from]))} />)
      continue
    }
    const shown = pairs.slice(from, Math.min(to, from + room))
    room -= shown.length
    parts.push(
      layout === 'split' ? (
        <Split key={`split ${from}`} pairs={shown} left={left} right={right} />
      ) : (
        <Unified key={`unified ${from}`} pairs={shown} left={left} right={right} />
      )
    )
  }
  const hidden = room <= 0 ? pairs.length - most : 0
  return (
    <>
      <table className={layout === 'split' ? 'compared is-split' : 'compared'} dir="ltr" aria-label={t.changes}>
        <colgroup>
          <col className="number" />
          {layout === 'split' ? <col /> : <col className="number" />}
          <col className={layout === 'split' ? 'number' : 'sign'} />
          <col />
        </colgroup>
        {parts}
      </table>
      {hidden > 0 && (
        <p className="compared-more">
          <Button small onClick={() => setMost(most + ROWS)}>
            {t.moreLines(Math.min(hidden, ROWS))}
          </Button>
        </p>
      )}
    </>
  )
}

/** A text with the places of its lines and its colours, once they are known. */
interface Source {
  readonly starts: readonly number[]
  readonly pieces: Uint32Array | null
}

function useSource(text: string, language: Language | null): Source {
  const plain = useMemo(() => text.replaceAll(/\r\n?/g, '\n'), [text])
  const starts = useMemo(() => {
    const found = [0]
    for (let at = plain.indexOf('\n'); at >= 0; at = plain.indexOf('\n', at + 1)) found.push(at + 1)
    return found
  }, [plain])
  const pieces = usePieces(plain, language)
  return useMemo(() => ({ starts, pieces }), [starts, pieces])
}

interface RowsProps {
  pairs: readonly Pair[]
  left: Source
  right: Source
}

const Unified = memo(function Unified({ pairs, left, right }: RowsProps) {
  return (
    <tbody>
      {unified(pairs).map((row) => {
        const line = row.right ?? row.left
        return (
          <tr key={`${row.left?.number ?? ''} ${row.right?.number ?? ''}`} className={`is-${row.kind}`}>
            <td className="number">{row.left?.number}</td>
            <td className="number">{row.right?.number}</td>
            <td className="sign">{SIGN[row.kind]}</td>
            <td className="text">{line && <LineText line={line} source={row.right ? right : left} side={row.right ? 'added' : 'removed'} />}</td>
          </tr>
        )
      })}
    </tbody>
  )
})

const SIGN = { same: '', removed: '−', added: '+' } as const

const Split = memo(function Split({ pairs, left, right }: RowsProps) {
  return (
    <tbody>
      {pairs.map((pair) => {
        const isDifferent = pair.kind === 'different'
        return (
          <tr key={`${pair.left?.number ?? ''} ${pair.right?.number ?? ''}`}>
            <td className="number">{pair.left?.number}</td>
            <td className={sideClass(isDifferent, pair.left, 'is-removed')}>
              {isDifferent && pair.left && <span className="sign">−</span>}
              {pair.left && <LineText line={pair.left} source={left} side="removed" />}
            </td>
            <td className="number">{pair.right?.number}</td>
            <td className={sideClass(isDifferent, pair.right, 'is-added')}>
              {isDifferent && pair.right && <span className="sign">+</span>}
              {pair.right && <LineText line={pair.right} source={right} side="added" />}
            </td>
          </tr>
        )
      })}
    </tbody>
  )
})

function sideClass(isDifferent: boolean, line: Line | null, name: string): string {
  return !isDifferent ? 'text' : line ? `text ${name}` : 'text is-nothing'
}

/** One line, coloured as the whole text is, with the words that differ. */
function LineText({ line, source: { starts, pieces }, side }: { line: Line; source: Source; side: 'removed' | 'added' }) {
  const place = useRef<HTMLElement>(null)
  const shown = visible(line.text)
  useLayoutEffect(() => {
    const node = place.current?.firstChild
    // Notes for what would not be seen move what comes after them.
    if (!(node instanceof Text) || shown !== line.text) return
    const start = starts[line.number - 1] ?? 0
    const ends = [paintWords(node, line.words, side), pieces && paint(node, piecesIn(pieces, start, start + line.text.length))]
    return () => ends.forEach((end) => end?.())
  }, [line, shown, starts, pieces, side])
  return <code ref={place}>{shown}</code>
}

function paintWords(node: Text, differing: Words, side: 'removed' | 'added'): (() => void) | null {
  return differing.length === 0 ? null : paintAs(node, `words-${side}`, differing)
}

function Fold({ count, onOpen }: { count: number; onOpen(): void }) {
  const { unchangedLines } = useWords(words)
  return (
    <tbody>
      <tr className="compared-fold">
        <td colSpan={4}>
          <button type="button" onClick={onOpen}>
            {unchangedLines(count)}
          </button>
        </td>
      </tr>
    </tbody>
  )
}
