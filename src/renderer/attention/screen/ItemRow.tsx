import type { FailedItem, QueueItem, UnknownItem, UnreadItem } from '../../../shared/attention'
import { useProject } from '../../connection'
import { Button, formatAge, formatClock, formatMoment, Glyph, IconButton, langOf, useNow } from '../../ui'
import { fromHost, useWords } from '../../words'
import { markRead, snooze } from '../marks'
import { words } from '../words'
import { useHead } from './heads'
import { eventOf, glyphOf } from './item.logic'
import { ItemMenu } from './ItemMenu'
import { goToItem } from './next'

/** A failure, a worker that is not known, or a result: whose, what, since when, and the way there. */
export function ItemRow({ item }: { item: FailedItem | UnknownItem | UnreadItem }) {
  const say = useWords(words)
  const now = useNow()
  const project = useProject(item.sessionId)
  const event = eventOf(item)
  // The Coordinator has the id of its Project.
  const name = item.workerId === item.sessionId ? fromHost(item.name) : item.name
  return (
    <li className={item.rank === 'failed' ? 'need is-unseen' : 'need'} data-need={item.key}>
      <button type="button" className="row need-row" onClick={() => goToItem(item)}>
        <Glyph kind={glyphOf(item)} />
        <span className="name cut">
          <span lang={langOf(name)}>{name}</span>
          <span className="need-where">
            {project && <span lang={langOf(project.name)}>{project.name}</span>}
            {item.turn !== null && ` · ${say.turn(item.turn)}`}
          </span>
        </span>
        <time className="num" title={formatMoment(item.since)}>
          {formatAge(now - item.since)}
        </time>
        <span className="need-what cut" lang={langOf(event)}>
          {item.rank === 'unread' && event === '' ? <Head item={item} /> : event}
        </span>
      </button>
      <span className="need-tools">
        {item.rank !== 'unknown' && <IconButton label={say.markRead} icon="answered" small onClick={() => markRead(item.workerId)} />}
        <ItemMenu item={item} />
      </span>
    </li>
  )
}

function Head({ item }: { item: UnreadItem }) {
  const head = useHead(item)
  return <span lang={langOf(head)}>{head}</span>
}

/** An item that is put off: until when, and how it comes back. */
export function SnoozedRow({ item, until }: { item: QueueItem; until: number }) {
  const say = useWords(words)
  const what = item.rank === 'ask' ? fromHost(item.ask.request.title) : eventOf(item)
  return (
    <li className="need is-snoozed">
      <button type="button" className="row need-row" onClick={() => goToItem(item)}>
        <Glyph kind={item.rank === 'ask' ? 'wait' : glyphOf(item)} />
        <span className="name cut" lang={langOf(item.name)}>
          {item.name}
        </span>
        <time className="num" title={formatMoment(until)}>
          {say.until(formatClock(until))}
        </time>
        <span className="need-what cut" lang={langOf(what)}>
          {what}
        </span>
      </button>
      <span className="need-tools">
        <Button small onClick={() => snooze(item.workerId, item.key, null)}>
          {say.back}
        </Button>
      </span>
    </li>
  )
}
