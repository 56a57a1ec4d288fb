import { useEffect, useMemo, useRef } from 'react'
import { runAction } from '../actions'
import { useView } from '../connection'
import { goToTurn } from '../timeline/go-to'
import { goToPending } from '../timeline/pending-place'
import { showInTranscript } from '../timeline/turn-place'
import { Button, closeDialog, Dialog, formatAge, formatMoment, Icon, langOf, Marked, Segments, useDialogs, useListbox, useNow } from '../ui'
import { useWords } from '../words'
import { openBar } from './bar'
import { groupHits, isPending, keyOf, type Hit, type HitGroup } from './groups.logic'
import { lookAgain, lookFor, lookFurther, stopLooking, useFind, type Scope } from './store'
import { words } from './words'
import './find.css'

/** Every message of every worker, found by what it says. */
export function FindDialog() {
  const open = useDialogs(({ stack }) => stack.at(-1) === 'find')
  const say = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={closeDialog} title={say.title} size="wide" initialFocus={field}>
      {open && <Content field={field} />}
    </Dialog>
  )
}

function Content({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const say = useWords(words)
  const { query, scope, search, visited } = useFind()
  const hasProject = useView((view) => view.sessionId !== null)
  const hasWorker = useView((view) => view.workerId !== null)
  const groups = useMemo(() => groupHits([...search.pending.hits, ...search.hits]), [search.pending, search.hits])
  const inOrder = useMemo(() => groups.flatMap((group) => group.hits), [groups])

  useEffect(() => {
    lookAgain()
    field.current?.select()
    return stopLooking
  }, [])

  const go = (index: number): void => {
    const hit = inOrder[index]
    if (hit) goTo(hit)
  }
  const list = useListbox(inOrder.length, `${query} ${scope}`, go)
  useEffect(() => {
    if (list.index >= inOrder.length - 1) lookFurther()
  }, [list.index])
  // Whoever comes back goes on from where they were.
  const back = inOrder.findIndex((hit) => keyOf(hit) === visited)
  useEffect(() => {
    if (back >= 0) list.choose(back)
  }, [back >= 0])
  const onScroll = (event: React.UIEvent<HTMLElement>): void => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget
    if (scrollTop > 0 && scrollTop + clientHeight > scrollHeight - NEAR_END_PX) lookFurther()
  }
  const options: readonly { value: Scope; label: string; disabled?: boolean }[] = [
    { value: 'everywhere', label: say.everywhere },
    { value: 'project', label: say.project, disabled: !hasProject },
    { value: 'worker', label: say.worker, disabled: !hasWorker }
  ]
  return (
    <section className="find">
      <div className="find-head">
        <div className="find-field">
          <Icon name="search" />
          <input
            {...list.field}
            ref={field}
            className="input"
            type="text"
            dir="auto"
            aria-label={say.title}
            placeholder={say.field}
            spellCheck={false}
            autoComplete="off"
            value={query}
            onChange={(event) => lookFor({ query: event.target.value })}
          />
        </div>
        <Segments<Scope> label={say.scope} value={scope} options={options} onChoose={(next) => lookFor({ scope: next })} />
      </div>
      <Told />
      <div className="find-list scrolls" id={list.listId} role="listbox" aria-label={say.results} tabIndex={-1} onScroll={onScroll}>
        {groups.map((group, at) => (
          <Group
            key={`${group.sessionId} ${group.workerId}`}
            group={group}
            first={groups.slice(0, at).reduce((sum, before) => sum + before.hits.length, 0)}
            index={list.index}
            optionId={list.optionId}
            onGo={go}
          />
        ))}
      </div>
      {search.next !== null && !search.isLooking && search.problem === null && (
        <p className="find-more">
          <Button kind="plain" icon="older" onClick={lookFurther}>
            {say.more}
          </Button>
        </p>
      )}
    </section>
  )
}

/** How near to its end the list must be scrolled to go on, in px. */
const NEAR_END_PX = 160

function goTo(hit: Hit): void {
  const { query } = useFind.getState()
  useFind.setState({ visited: keyOf(hit) })
  closeDialog()
  // Once the focus is back where it was: the bar of the timeline takes it.
  setTimeout(() => {
    if (isPending(hit)) return goToPending(hit)
    // What was said before the reply stands in the transcript only.
    if (hit.role === 'between') {
      useView.getState().select(hit.sessionId, hit.workerId)
      return showInTranscript(hit.workerId, hit.turn, hit.messageId)
    }
    goToTurn(hit.sessionId, hit.workerId, hit.turn)
    runAction('tab.timeline')
    openBar(hit, query, hit.id)
  })
}

/** What has been found so far, how far back, or why not. */
function Told() {
  const say = useWords(words)
  const { query, search } = useFind()
  const { hits, pending, isLooking, next, since, problem } = search
  const count = pending.hits.length + hits.length
  if (query.trim() === '') return <p className="find-told">{say.hint}</p>
  if (problem) {
    return (
      <p className="find-told is-problem" role="alert">
        {say.notNow} {problem.message} {problem.remedy} <Button small onClick={lookAgain}>{say.again}</Button>
      </p>
    )
  }
  const back = since === null ? null : formatMoment(since)
  const none = isLooking ? (back === null ? '' : say.noneSince(back)) : next === null ? say.none : ''
  return (
    <p className="find-told" role="status">
      {count === 0 ? none : `${say.count(count, next === null && pending.all)}${isLooking && back !== null ? ` · ${say.looking(back)}` : ''}`}
      {!pending.all && ` ${say.morePending}`}
    </p>
  )
}

interface GroupProps {
  group: HitGroup
  /** The index of its first hit among all. */
  first: number
  index: number
  optionId(index: number): string
  onGo(index: number): void
}

function Group({ group, first, index, optionId, onGo }: GroupProps) {
  const { workerName, projectName, hits } = group
  return (
    <div role="group" aria-label={`${workerName}, ${projectName}`} className="find-group">
      <p className="find-worker" aria-hidden="true">
        <b className="cut" lang={langOf(workerName)}>
          {workerName}
        </b>
        <span className="cut" lang={langOf(projectName)}>
          {projectName}
        </span>
      </p>
      {hits.map((hit, at) => (
        <HitRow key={keyOf(hit)} id={optionId(first + at)} hit={hit} isOn={first + at === index} onGo={() => onGo(first + at)} />
      ))}
    </div>
  )
}

function HitRow({ id, hit, isOn, onGo }: { id: string; hit: Hit; isOn: boolean; onGo(): void }) {
  const say = useWords(words)
  const now = useNow()
  const from = hit.source ? say.from[hit.source.kind] : !isPending(hit) && hit.role === 'reply' ? say.reply : say.between
  return (
    <div className="find-hit" id={id} role="option" aria-selected={isOn} onClick={onGo}>
      <span className="find-from">
        <span className="cut">{from}</span>
        {isPending(hit) ? <span className="find-pending">{say.pending}</span> : <span className="num">{say.turn(hit.turn)}</span>}
      </span>
      <span className="find-text" dir="auto" lang={langOf(hit.snippet)}>
        {hit.cutBefore && '… '}
        <Marked text={hit.snippet} ranges={hit.ranges} />
        {hit.cutAfter && ' …'}
      </span>
      <time className="num" title={formatMoment(hit.at)}>
        {formatAge(now - hit.at)}
      </time>
    </div>
  )
}
