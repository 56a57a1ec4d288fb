import { useState, type ReactNode } from 'react'
import type { AskItem, QueueItem } from '../../../shared/attention'
import { AskBox } from '../../approvals/AskBox'
import { Decided } from '../../approvals/Decided'
import { useAsks, useAttentionFacts, useProject, useView } from '../../connection'
import { Button, Glyph, langOf } from '../../ui'
import { useWords } from '../../words'
import { countWords, rankGlyph } from '../counts.logic'
import { markAllRead, marks } from '../marks'
import { useQueue } from '../queue'
import { words } from '../words'
import { useReadHeads } from './heads'
import { ItemMenu } from './ItemMenu'
import { ItemRow, SnoozedRow } from './ItemRow'
import './screen.css'

const NONE: readonly QueueItem[] = []
/** Rows of one group that are drawn before somebody asks for more. */
const PAGE = 50

/** All that needs the operator, over all Projects: questions, then failures and unknowns, then what was not read. */
export function AttentionPane() {
  const say = useWords(words)
  const items = useQueue((state) => state.queue?.items) ?? NONE
  const snoozed = useQueue((state) => state.queue?.snoozed) ?? NONE
  const refusal = useAsks((state) => state.refusal)
  const factsRefusal = useAttentionFacts((state) => state.refusal)
  const problem = refusal ?? factsRefusal
  const asks = items.filter((item) => item.rank === 'ask')
  const failed = items.filter((item) => item.rank === 'failed' || item.rank === 'unknown')
  const unread = items.filter((item) => item.rank === 'unread')
  useReadHeads(unread)
  const canRead = items.some((item) => item.rank === 'failed' || item.rank === 'unread')
  return (
    <>
      <header className="head">
        <h1>{say.needsYou}</h1>
        <p className={rankGlyph(items) === 'error' ? 'status-line is-unseen' : 'status-line'}>
          <Glyph kind={rankGlyph(items)} />
          <span className="status cut">
            {items.length > 0 ? <b className={asks.length > 0 ? 'is-wait' : ''}>{countWords(items)}</b> : say.nothing}
          </span>
        </p>
        <span className="end">
          {canRead && (
            <Button icon="answered" onClick={markAllRead}>
              {say.markAllRead}
            </Button>
          )}
        </span>
      </header>
      <div className="requests scrolls" role="region" aria-label={say.queue} tabIndex={0}>
        {problem && (
          <p className="form-problem" role="alert">
            {problem.message} {problem.remedy}
          </p>
        )}
        {items.length === 0 && (
          <div className="blank">
            <h2>{say.nothing}</h2>
            <p>{say.blank}</p>
          </div>
        )}
        {asks.length > 0 && (
          <ol aria-label={say.openRequests}>
            {asks.map((item) => (
              <Request key={item.key} item={item} />
            ))}
          </ol>
        )}
        <Group title={say.failed} rows={failed.map((item) => <ItemRow key={rowKey(item)} item={item} />)} />
        <Group title={say.results} rows={unread.map((item) => <ItemRow key={rowKey(item)} item={item} />)} />
        <Group
          title={say.snoozed}
          rows={snoozed.map((item) => (
            <SnoozedRow key={rowKey(item)} item={item} until={marks.snoozes(item.workerId)[item.key] ?? 0} />
          ))}
        />
        <Decided />
      </div>
    </>
  )
}

const rowKey = ({ workerId, key }: QueueItem) => `${workerId} ${key}`

/** An open request, who asks, and the way there. */
function Request({ item }: { item: AskItem }) {
  const say = useWords(words)
  const { ask, sessionId, workerId, name } = item
  const project = useProject(sessionId)
  return (
    <li className="request">
      <div className="request-from">
        <button type="button" className="name-link" onClick={() => useView.getState().select(sessionId, workerId)}>
          <span className="cut" lang={langOf(name)}>
            {name}
          </span>
        </button>
        <span className="cut">
          {project && <span lang={langOf(project.name)}>{project.name}</span>} · {say.turn(ask.turn)}
        </span>
        <ItemMenu item={item} />
      </div>
      <AskBox ask={ask} />
    </li>
  )
}

interface GroupProps {
  title: string
  rows: readonly ReactNode[]
}

function Group({ title, rows }: GroupProps) {
  const say = useWords(words)
  const [most, setMost] = useState(PAGE)
  if (rows.length === 0) return null
  const rest = rows.length - most
  return (
    <section className="needs" aria-label={title}>
      <h2>
        {title} <span className="num">{rows.length}</span>
      </h2>
      <ol>{rows.slice(0, most)}</ol>
      {rest > 0 && (
        <Button small kind="plain" onClick={() => setMost(most + PAGE)}>
          {say.showMore(Math.min(rest, PAGE))}
        </Button>
      )}
    </section>
  )
}
