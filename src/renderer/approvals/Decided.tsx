import { useEffect, useState } from 'react'
import type { AskView } from '../../shared/model'
import { client, useProject, useView } from '../connection'
import { formatClock, formatMoment, Icon, langOf } from '../ui'
import { decisionOf } from './asks.logic'

/** How many decisions are read. */
const MOST = 50

/** What was asked lately in the Project on the screen, and who decided it. Read again when the open requests change. */
export function Decided({ asks }: { asks: readonly AskView[] }) {
  const sessionId = useView((view) => view.sessionId)
  const project = useProject(sessionId)
  const [trail, setTrail] = useState<readonly AskView[]>([])
  useEffect(() => {
    let isCurrent = true
    if (sessionId === null) return
    client.approvals
      .trail({ sessionId, limit: MOST })
      .then(({ asks }) => {
        if (isCurrent) setTrail(asks.filter((ask) => ask.state !== 'open'))
      })
      // Read again with the next change, and when this is opened anew.
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [sessionId, asks])
  if (!project || trail.length === 0) return null
  return (
    <section className="decided" aria-labelledby="decided-title">
      <h2 id="decided-title">
        Decided in <span lang={langOf(project.name)}>{project.name}</span>
      </h2>
      <ol>
        {trail.map((ask) => (
          <Decision key={ask.id} ask={ask} />
        ))}
      </ol>
    </section>
  )
}

function Decision({ ask }: { ask: AskView }) {
  const { word, by, mark } = decisionOf(ask)
  const at = ask.decidedAt ?? ask.askedAt
  return (
    <li className="decision">
      <Icon name={mark} />
      <span className="cut">
        <b>{word}</b> {by}
        <span className="decision-what">
          {' '}
          · {ask.workerName}: {ask.request.title} {ask.request.detail !== '' && <code>{ask.request.detail}</code>}
        </span>
      </span>
      <time title={formatMoment(at)}>{formatClock(at, 'second')}</time>
    </li>
  )
}
