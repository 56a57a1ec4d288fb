import { createContext, Fragment, use } from 'react'
import type { Turn } from '../../shared/model'
import { useAskedAt, useIsLost, useWorker } from '../connection'
import { Glyph } from '../ui'
import { useWords } from '../words'
import { Age, Stamp } from './Age'
import { Fold } from './Fold'
import { useTimeline } from './store'
import { ToTranscript } from './ToTranscript'
import { TurnMenu } from './TurnMenu'
import { showInTranscript } from './turn-place'
import { words } from './words'
import { askingWords, engineWords, lostWords, turnWords, type Stale, type TurnWords } from './words.logic'

/** Whether the worker on the screen was made by another worker. */
export const IsChild = createContext(false)

/** The first line of a turn: which one, what became of it and when, and what ran it. */
export function TurnHead({ turn, isFolded }: { turn: Turn; isFolded: boolean }) {
  const say = useWords(words)
  const engine = engineWords(turn)
  const isChild = use(IsChild)
  return (
    <header className="line turn-head">
      <div className="who">
        <Fold turn={turn.number} isFolded={isFolded} />
        <h2 className="cut">{say.turn(turn.number)}</h2>
        <Stamp at={turn.startedAt} />
      </div>
      {turn.outcome === null ? <OpenStatus turn={turn} /> : <StatusLine turn={turn.number} words={turnWords(turn, null, isChild)} />}
      <div className="note">
        <p title={engine.whole}>
          <span>
            {engine.always}
            <span className="wide-only">{engine.roomy}</span>
          </span>
        </p>
        <span className="head-tools">
          <ToTranscript turn={turn.number} />
          <TurnMenu turn={turn} />
        </span>
      </div>
    </header>
  )
}

function OpenStatus({ turn }: { turn: Turn }) {
  const askedAt = useTurnAskedAt(turn)
  const stale = useStale()
  const isChild = use(IsChild)
  const isLost = useIsLost()
  if (isLost && stale === null) return <StatusLine turn={turn.number} words={lostWords(turn, askedAt !== null)} />
  if (askedAt !== null && stale === null && turn.stoppingSince === null) return <StatusLine turn={turn.number} words={askingWords(turn, askedAt)} />
  return <StatusLine turn={turn.number} words={turnWords(turn, stale, isChild)} />
}

function useTurnAskedAt(turn: Turn): number | null {
  const workerId = useTimeline((view) => view.worker?.workerId ?? '')
  return useAskedAt(workerId, turn.number)
}

/** Whether the open turn waits for a human's answer. */
export function useIsAsking(turn: Turn): boolean {
  return useTurnAskedAt(turn) !== null
}

/**
 * When the engine was last heard, once nobody can say what the open turn does; null while that is known. The host decides,
 * so that a turn never says anything else than the list and the head.
 */
export function useStale(): Stale | null {
  const workerId = useTimeline((view) => view.worker?.workerId ?? null)
  const worker = useWorker(workerId)
  return worker?.status === 'unknown' ? { heardAt: worker.evidence.heardAt } : null
}

function StatusLine({ turn, words: { glyph, word, age, facts, steps } }: { turn: number; words: TurnWords }) {
  const say = useWords(words)
  return (
    <p className="status-line status">
      <Glyph kind={glyph} />
      <span className="cut">
        <b className={glyph === 'wait' ? 'is-wait' : undefined}>{word}</b>
        {age?.kind === 'heard' && say.lastHeard}
        {age && (
          <>
            {' '}
            <Age kind={age.kind} at={age.at} />
            {age.kind !== 'for' && say.ago}
          </>
        )}
        {facts.map((fact) => (
          <Fragment key={fact}> · {fact === steps ? <StepsLink turn={turn} steps={steps} /> : fact}</Fragment>
        ))}
      </span>
    </p>
  )
}

/** How many steps there are leads to what was done in them. */
function StepsLink({ turn, steps }: { turn: number; steps: string }) {
  const say = useWords(words)
  const workerId = useTimeline((view) => view.worker?.workerId)
  if (workerId === undefined) return steps
  return (
    <button type="button" className="steps-link" title={say.stepsOf(turn)} onClick={() => showInTranscript(workerId, turn)}>
      {steps}
    </button>
  )
}
