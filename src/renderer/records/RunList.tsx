import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useEffect, useState, type KeyboardEvent } from 'react'
import type { ImportedRun, ImportedRuns } from '../../shared/imports'
import { useObserved } from '../connection'
import { Button, formatAge, formatMoment, formatNumber, Glyph, Icon, langOf, Strip, useNow } from '../ui'
import { listTarget } from '../ui/list-keys.logic'
import { useWords } from '../words'
import { told } from './evidence.logic'
import { FilterField } from './FilterField'
import { FoldersDialog } from './FoldersDialog'
import { FORMAT_NAMES, FORMATS_IN_ORDER } from './formats'
import { openRun, RUNS_PAGE, useRecordsView } from './records-view'
import { followRuns, useRunList } from './run-list'
import { statusOf } from './status.logic'
import { words } from './words'

const ROW_PX = 52

/** Where the list was left, in px: one comes back to the same place. */
let leftAt = 0

/** All runs that other programs left on this machine, the latest first. They are looked for while this is on the screen. */
export function RunList() {
  const say = useWords(words)
  const { query, format, limit } = useRecordsView()
  const { list, refusal } = useRunList()
  const [isAdding, setAdding] = useState(false)
  const wanted = useDeferredValue(query)
  useObserved(`${wanted}\n${format} ${limit}`, () => followRuns({ query: wanted, format, limit }))
  return (
    <div className="runs">
      <div className="runs-bar">
        <FilterField label={say.place.filter} value={query} onChange={(value) => useRecordsView.setState({ query: value, limit: RUNS_PAGE })} />
        {list && <Formats list={list} />}
        <Button icon="folder" className="is-last" onClick={() => setAdding(true)}>
          {say.place.folders}
        </Button>
      </div>
      {refusal && (
        <p className="form-problem runs-problem" role="alert">
          {refusal.message} {refusal.remedy}
        </p>
      )}
      {list?.problems.map((problem) => (
        <div key={problem} className="transcript-note">
          <Strip mark={<Icon name="alert" />}>{told(problem)}</Strip>
        </div>
      ))}
      {list ? <Runs list={list} onAddFolder={() => setAdding(true)} /> : !refusal && <p className="runs-blank is-late">{say.place.looking}</p>}
      {isAdding && <FoldersDialog folders={list?.folders ?? []} onClose={() => setAdding(false)} />}
    </div>
  )
}

/** One program, or all of them. Those of which there is nothing are left out. */
function Formats({ list }: { list: ImportedRuns }) {
  const say = useWords(words)
  const format = useRecordsView((view) => view.format)
  const there = FORMATS_IN_ORDER.filter((name) => (list.formats[name] ?? 0) > 0)
  if (there.length < 2) return null
  const all = there.reduce((sum, name) => sum + (list.formats[name] ?? 0), 0)
  const choices = [{ name: null, label: say.place.all, count: all }, ...there.map((name) => ({ name, label: FORMAT_NAMES[name], count: list.formats[name] ?? 0 }))]
  return (
    <div className="kinds" role="group" aria-label={say.place.program}>
      {choices.map(({ name, label, count }) => (
        <button
          key={label}
          type="button"
          className="kind is-choice"
          aria-pressed={format === name}
          onClick={() => useRecordsView.setState({ format: name, limit: RUNS_PAGE })}
        >
          {label} <span className="num">{formatNumber(count)}</span>
        </button>
      ))}
    </div>
  )
}

function Runs({ list, onAddFolder }: { list: ImportedRuns; onAddFolder(): void }) {
  const say = useWords(words)
  const { query, format, limit } = useRecordsView()
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [focused, setFocused] = useState(0)
  const { runs, total } = list
  const rows = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => runs[index]?.run_id ?? index,
    initialOffset: leftAt,
    paddingStart: 8,
    paddingEnd: 16,
    overscan: 6
  })
  useEffect(() => {
    if (!scroller) return
    const note = (): void => void (leftAt = scroller.scrollTop)
    scroller.addEventListener('scroll', note, { passive: true })
    return () => scroller.removeEventListener('scroll', note)
  }, [scroller])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.ctrlKey) return
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / ROW_PX) - 1)
    const index = listTarget(event.key, focused, runs.length, page)
    if (index === null) return
    event.preventDefault()
    setFocused(index)
    rows.scrollToIndex(index)
    requestAnimationFrame(() => scroller?.querySelector<HTMLElement>(`[data-index="${index}"] > button`)?.focus({ preventScroll: true }))
  }
  if (runs.length === 0) {
    const isFiltered = query.trim() !== '' || format !== null
    return (
      <div className="blank runs-blank">
        <h2>{isFiltered ? say.place.noneFound : say.place.none}</h2>
        <p>{isFiltered ? say.place.noneFoundAbout : say.place.noneAbout}</p>
        <div className="acts">
          {isFiltered ? (
            <Button onClick={() => useRecordsView.setState({ query: '', format: null })}>{say.place.showAll}</Button>
          ) : (
            <Button icon="folder" onClick={onAddFolder}>
              {say.place.addFolder}
            </Button>
          )}
        </div>
      </div>
    )
  }
  return (
    <div className="runs-list scrolls" ref={setScroller} onKeyDown={onKeyDown}>
      <ul aria-label={say.place.runs} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const run = runs[index]
          return (
            run && (
              <li key={key} data-index={index} className="run-slot" style={{ transform: `translateY(${start}px)` }} aria-posinset={index + 1} aria-setsize={total}>
                <RunRow run={run} isTabStop={index === Math.min(focused, runs.length - 1)} onFocus={() => setFocused(index)} />
              </li>
            )
          )
        })}
      </ul>
      {total > runs.length && (
        <p className="runs-more">
          <Button onClick={() => useRecordsView.setState({ limit: limit + RUNS_PAGE })}>{say.place.more(formatNumber(total - runs.length))}</Button>
        </p>
      )}
    </div>
  )
}

function RunRow({ run, isTabStop, onFocus }: { run: ImportedRun; isTabStop: boolean; onFocus(): void }) {
  const say = useWords(words)
  const now = useNow()
  const { glyph, word } = statusOf(run.status)
  const problem = run.problem === null ? null : told(run.problem)
  return (
    <button
      type="button"
      className="row run"
      tabIndex={isTabStop ? 0 : -1}
      title={[run.name, run.folder ?? '', run.file].filter(Boolean).join('\n')}
      onFocus={onFocus}
      onClick={() => openRun({ kind: 'imported', runId: run.run_id, workerId: null })}
    >
      <Glyph kind={glyph} />
      <span className="name cut" lang={langOf(run.name)} dir="auto">
        {run.name}
      </span>
      <span className="run-format cut">{FORMAT_NAMES[run.format]}</span>
      <span className="run-workers num">{run.workerLogs > 0 && say.place.subagents(run.workerLogs)}</span>
      <time className="run-age" title={say.place.writtenAt(formatMoment(run.updatedAt))}>
        {formatAge(now - run.updatedAt)}
      </time>
      <span className="status cut">
        <b>{word}</b> · {problem ?? told(run.evidence.what)}
        {run.folder !== null && (
          <>
            {' · '}
            <bdi>{run.folder}</bdi>
          </>
        )}
      </span>
    </button>
  )
}
