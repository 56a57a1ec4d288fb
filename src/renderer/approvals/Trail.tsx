import { useEffect, useState } from 'react'
import type { AskView } from '../../shared/asks'
import { client, useAsks, useConnection } from '../connection'
import { Button, formatClock, formatMoment, Icon, langOf } from '../ui'
import { fromHost, useWords } from '../words'
import { decisionOf } from './asks.logic'
import { words } from './words'

/** Decisions that are read at once. */
const PAGE = 50

interface TrailProps {
  sessionId: string
  /** Only of this worker; without it, of the whole Project. */
  workerId?: string
}

/** What was asked, newest first, and who decided it. Read again whenever the open requests change. */
export function Trail({ sessionId, workerId }: TrailProps) {
  const say = useWords(words)
  const asks = useAsks((state) => state.asks)
  const isLive = useConnection((connection) => connection.state === 'live')
  const [trail, setTrail] = useState<readonly AskView[] | null>(null)
  const [most, setMost] = useState(PAGE)
  const [onlyMine, setOnlyMine] = useState(false)
  useEffect(() => {
    if (!isLive) return
    const closed = new AbortController()
    const whose = workerId === undefined ? { sessionId } : { sessionId, workerId }
    client.approvals
      .trail({ ...whose, limit: most }, { signal: closed.signal })
      .then((read) => setTrail(read.asks))
      // Read again with the next change, and when this is opened anew.
      .catch(() => {})
    return () => closed.abort()
  }, [sessionId, workerId, asks, most, isLive])
  if (trail === null) return null
  const decided = trail.filter((ask) => ask.state !== 'open')
  const shown = onlyMine ? decided.filter((ask) => ask.decidedBy?.kind === 'operator') : decided
  if (decided.length === 0) return <p className="form-hint">{say.noneYet}</p>
  return (
    <>
      <label className="decided-mine">
        <input type="checkbox" checked={onlyMine} onChange={(event) => setOnlyMine(event.target.checked)} /> {say.onlyMine}
      </label>
      <ol>
        {shown.map((ask) => (
          <Decision key={ask.id} ask={ask} hasWorker={workerId === undefined} />
        ))}
      </ol>
      {trail.length >= most && (
        <Button small kind="plain" onClick={() => setMost(most + PAGE)}>
          {say.older}
        </Button>
      )}
    </>
  )
}

function Decision({ ask, hasWorker }: { ask: AskView; hasWorker: boolean }) {
  const say = useWords(words)
  const { word, by, mark } = decisionOf(ask)
  const { title, detail } = ask.request
  const at = ask.decidedAt ?? ask.askedAt
  const what = `${hasWorker ? `${ask.workerName}: ` : ''}${fromHost(title)}`
  return (
    <li className="decision" title={`${what} ${detail}`.slice(0, 400)}>
      <Icon name={mark} />
      <span className="cut">
        <b>{word}</b> {by}
        {ask.text !== null && <span dir="auto"> {say.decided.words(ask.text)}</span>}
        <span className="decision-what" lang={langOf(what)}>
          {' '}
          · {what} {detail !== '' && <code>{detail}</code>}
        </span>
      </span>
      <time title={formatMoment(at)}>{formatClock(at, 'second')}</time>
    </li>
  )
}
