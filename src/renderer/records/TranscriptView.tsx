import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button, formatNumber, Glyph, Icon, Strip } from '../ui'
import { useWords } from '../words'
import { Bar } from './Bar'
import { Facts } from './Facts'
import type { LogFacts } from './facts.logic'
import { Searched } from './found'
import { useHighlights } from './highlight'
import { Opened } from './opened'
import { foldRows, shownRows, type Row } from './rows.logic'
import { Rows } from './Rows'
import { useShownKinds } from './shown-kinds'
import type { TranscriptSource } from './sources'
import { TranscriptReader } from './transcript-reader'
import { words } from './words'
import './transcript.css'

/** A place in the record to begin at; null for its end. Another object is another wish to go there. */
export type Start = { readonly offset: number } | null

interface TranscriptViewProps {
  /** The same object as long as the transcript is the same. */
  source: TranscriptSource
  at?: Start
  user?: 'you' | 'parent'
  /** Whether what is asked are commands. */
  isShell?: boolean
  onShowTurn?: (turn: number) => void
  /** What is known of the log of another program. */
  log?: LogFacts
}

/** The whole record of one worker, whoever wrote it: read, searched, filtered, followed, and never changed. */
export function TranscriptView({ source, at = null, user = 'you', isShell = false, onShowTurn, log }: TranscriptViewProps) {
  const reader = useMemo(() => new TranscriptReader(source), [source])
  const began = useRef(at)
  useEffect(() => {
    reader.start(at?.offset ?? null)
    return () => reader.dispose()
  }, [reader])
  useEffect(() => {
    if (at !== null && at !== began.current) reader.goTo(at.offset)
  }, [at])
  return <Reading key={source.key} reader={reader} user={user} isShell={isShell} onShowTurn={onShowTurn ?? null} log={log ?? null} />
}

interface ReadingProps {
  reader: TranscriptReader
  user: 'you' | 'parent'
  isShell: boolean
  onShowTurn: ((turn: number) => void) | null
  log: LogFacts | null
}

const NO_ROWS: readonly Row[] = []

function Reading({ reader, user, isShell, onShowTurn, log }: ReadingProps) {
  const say = useWords(words)
  const { held, refusal, reading, problem, partial, find } = useStore(reader.store)
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [opened] = useState(() => new Set<string>())
  const { shown, choose } = useShownKinds()
  const folded = useMemo(() => (held ? foldRows(held.entries, held.from) : null), [held])
  const rows = useMemo(() => (folded ? shownRows(folded.rows, shown) : NO_ROWS), [folded, shown])
  const query = find?.query ?? ''
  useHighlights(scroller, query)
  return (
    <Opened value={opened}>
      <Searched value={query}>
        <div className="transcript">
          <Bar reader={reader} rows={rows} lines={folded?.rows.length ?? 0} shown={shown} onChoose={choose} />
          <Facts about={held?.about ?? null} log={log} />
          {partial && (
            <Note onAgain={() => void reader.open(reader.place)}>
              <b>{say.view.partialTitle}</b> {say.view.partial(formatNumber(partial.was), formatNumber(partial.is))}
            </Note>
          )}
          {problem && (
            <Note isFailure onAgain={() => void reader.open(reader.place)}>
              <b>{say.view.problem}</b> {problem.message} {problem.remedy}
            </Note>
          )}
          {find?.problem && (
            <Note isFailure onAgain={() => void reader.search(find.query)}>
              <b>{say.view.findProblem}</b> {find.problem.message} {find.problem.remedy}
            </Note>
          )}
          <div className="transcript-list" ref={setScroller} tabIndex={0} role="region" aria-label={say.view.list}>
            {refusal && (
              <div className="blank transcript-blank">
                <h2>{refusal.code === 'NOT_FOUND' ? say.view.notThere : say.view.notRead}</h2>
                <p>
                  {refusal.message} {refusal.remedy}
                </p>
                <div className="acts">
                  <Button icon="retry" onClick={() => void reader.open(null)}>
                    {say.view.tryAgain}
                  </Button>
                </div>
              </div>
            )}
            {!held && !refusal && <p className="transcript-blank is-late">{say.view.reading}</p>}
            {held?.entries.length === 0 && (
              <div className="blank transcript-blank">
                <h2>{say.view.empty}</h2>
                <p>{say.view.emptyAbout}</p>
              </div>
            )}
            {held && folded && scroller && held.entries.length > 0 && (
              <Rows scroller={scroller} reader={reader} folded={folded} rows={rows} user={user} isShell={isShell} onShowTurn={onShowTurn} />
            )}
            {held && held.entries.length > 0 && rows.length === 0 && reading === null && (
              <div className="blank transcript-blank">
                <p>{say.view.allHidden}</p>
                <div className="acts">
                  <Button onClick={() => choose(null)}>{say.view.showAll}</Button>
                </div>
              </div>
            )}
          </div>
        </div>
      </Searched>
    </Opened>
  )
}

function Note({ isFailure = false, onAgain, children }: { isFailure?: boolean; onAgain(): void; children: ReactNode }) {
  const say = useWords(words)
  return (
    <div className="transcript-note">
      <Strip
        tone={isFailure ? 'fail' : 'plain'}
        role={isFailure ? 'alert' : 'status'}
        mark={isFailure ? <Glyph kind="error" /> : <Icon name="alert" />}
        actions={<Button onClick={onAgain}>{say.view.readAgain}</Button>}
      >
        {children}
      </Strip>
    </div>
  )
}
