import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { useLabel } from '../actions'
import { useWorkers } from '../connection'
import { IconButton, isComposing, langOf, openDialog } from '../ui'
import { useWords } from '../words'
import { archive, askDelete, stoppable, stopTurns } from './acts'
import { ArrangeMenu } from './ArrangeMenu'
import { search, select, showAll, useArrangement, useList, useListView } from './list'
import { workersIn, type WorkerListRow } from './list.logic'
import { NOTHING } from './selection.logic'
import { listWords } from './list-words'
import { showRow } from './WorkerRow'

/** Puts the focus into the list: on its first worker, or where it was last. */
type GoTo = (where: 'first' | 'back') => void

/** The head of the list: how many there are and what can be done; while some are selected, what can be done with them. */
export function ListHead({ ref, goTo }: { ref: RefObject<HTMLDivElement | null>; goTo: GoTo }) {
  const { ids } = useListView((view) => view.selection)
  const isSearching = useListView((view) => view.isSearching)
  // Of the selected ones those that are in sight.
  const chosen = workersIn(useList().rows).filter((row) => ids.has(row.key))
  return (
    <div className="list-head" ref={ref}>
      {chosen.length > 0 ? <ChosenHead rows={chosen} /> : <PlainHead />}
      {isSearching && <SearchField goTo={goTo} />}
      <AwayLine />
    </div>
  )
}

function PlainHead() {
  const say = useWords(listWords)
  const { total, away } = useList()
  const { grouped } = useArrangement()
  const isKnown = useWorkers((state) => state.workers !== null)
  const newLabel = useLabel(say.newWorker, 'worker.new')
  const findLabel = useLabel(say.find, 'list.find')
  return (
    <div className="group">
      <h2 id="workers-title" className="cut">
        {grouped ? say.allWorkers : say.workers}
      </h2>
      {isKnown && <span className="num">{away === null ? total : say.shownOf(total - away.count, total)}</span>}
      <span className="tools">
        {total > 0 && <IconButton label={findLabel} icon="search" small onClick={search} />}
        <ArrangeMenu />
        <IconButton label={newLabel} icon="plus" small onClick={() => openDialog('new-worker')} />
      </span>
    </div>
  )
}

function ChosenHead({ rows }: { rows: readonly WorkerListRow[] }) {
  const say = useWords(listWords)
  const open = stoppable(rows).length
  const archived = rows.every((row) => row.archived)
  return (
    <div className="group is-chosen">
      <h2 id="workers-title" className="cut">
        <span role="status">{say.chosen(rows.length)}</span>
      </h2>
      <span className="tools">
        <IconButton label={say.stopTurns(open)} icon="stop" small disabled={open === 0} onClick={() => void stopTurns(rows)} />
        <IconButton label={archived ? say.fromArchive : say.toArchive} icon="archive" small onClick={() => archive(rows, !archived)} />
        <IconButton label={say.deleteAll} icon="trash" small onClick={() => askDelete(rows)} />
        <IconButton label={say.letGo} icon="close" small onClick={() => select(NOTHING)} />
      </span>
    </div>
  )
}

/** Escape ends the search; the down arrow goes into the list, Enter shows the first that was found. */
function SearchField({ goTo }: { goTo: GoTo }) {
  const say = useWords(listWords)
  const query = useListView((view) => view.query)
  const { rows } = useList()
  const field = useRef<HTMLInputElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      useListView.setState({ query: '', isSearching: false })
      goTo('back')
      return
    }
    const [first] = workersIn(rows)
    if (!first || (event.key !== 'ArrowDown' && event.key !== 'Enter')) return
    event.preventDefault()
    if (event.key === 'Enter') showRow(first)
    else goTo('first')
  }
  return (
    <div className="list-search">
      <input
        ref={field}
        type="search"
        className="input"
        aria-label={say.find}
        placeholder={say.find}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        lang={langOf(query)}
        value={query}
        onChange={(event) => useListView.setState({ query: event.target.value })}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

/** Says that there is more than what is shown, above all what waits for a human. */
function AwayLine() {
  const say = useWords(listWords)
  const { away, rows } = useList()
  if (away === null) return null
  return (
    <p className="list-away" role="status">
      {away.waiting > 0 ? <b className="waitnum">{say.waitingAway(away.waiting)}</b> : <span>{rows.length === 0 ? say.noneFound : ''}</span>}
      <button type="button" className="link" onClick={showAll}>
        {say.showAll}
      </button>
    </p>
  )
}
