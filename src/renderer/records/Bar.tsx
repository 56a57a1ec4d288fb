import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { useHandler } from '../actions'
import { copyText } from '../text/copy'
import { formatNumber, Glyph, Icon, IconButton, isComposing, Menu, MenuItem, MenuLine } from '../ui'
import { useWords } from '../words'
import { endOf } from './held.logic'
import { copyOf, KINDS, type Kind, type Row } from './rows.logic'
import type { TranscriptReader } from './transcript-reader'
import { words } from './words'

interface BarProps {
  reader: TranscriptReader
  rows: readonly Row[]
  /** Rows of all that is held, whatever is hidden. */
  lines: number
  shown: ReadonlySet<Kind>
  onChoose(kind: Kind | null): void
}

/** What is searched, what is shown, and where in the record the reader is. */
export function Bar({ reader, rows, lines, shown, onChoose }: BarProps) {
  const say = useWords(words)
  return (
    <div className="transcript-bar">
      <SearchField reader={reader} />
      <div className="kinds" role="group" aria-label={say.view.show}>
        {KINDS.map((kind) => (
          <button key={kind} type="button" className="kind" aria-pressed={shown.has(kind)} onClick={() => onChoose(kind)}>
            {say.kind[kind]}
          </button>
        ))}
      </div>
      <div className="transcript-end">
        <Range reader={reader} lines={lines} />
        <Menu trigger={<IconButton icon="more" label={say.view.more} small />}>
          <MenuItem onSelect={() => reader.goTo(0)}>{say.view.toBeginning}</MenuItem>
          <MenuItem onSelect={() => reader.goToEnd()}>{say.view.toEnd}</MenuItem>
          <MenuLine />
          <MenuItem onSelect={() => void copyText(rows.map(({ item }) => copyOf(item)).join('\n\n'))}>{say.view.copyShown}</MenuItem>
          <MenuItem onSelect={() => void reader.open(reader.place)}>{say.view.readAgain}</MenuItem>
        </Menu>
      </div>
    </div>
  )
}

/** How long typing must rest before it is searched, in ms. */
const TYPING_MS = 200

function SearchField({ reader }: { reader: TranscriptReader }) {
  const say = useWords(words)
  const [text, setText] = useState('')
  const asked = useRef('')
  const field = useRef<HTMLInputElement>(null)
  useHandler('find.here', () => {
    field.current?.focus()
    field.current?.select()
  })
  const find = useStore(reader.store, (state) => state.find)
  const deferred = useDeferredValue(text)
  const search = (query: string): void => {
    asked.current = query.trim()
    void reader.search(query)
  }
  useEffect(() => {
    if (deferred.trim() === asked.current) return
    const timer = setTimeout(() => search(deferred), TYPING_MS)
    return () => clearTimeout(timer)
  }, [deferred])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (text.trim() !== asked.current) search(text)
      else reader.step(event.shiftKey ? 1 : -1)
    } else if (event.key === 'Escape' && text !== '') {
      event.stopPropagation()
      setText('')
    }
  }
  const count = find?.offsets.length ?? 0
  return (
    <div className="search-field">
      <Icon name="search" />
      <input
        ref={field}
        className="input"
        type="text"
        role="searchbox"
        aria-label={say.view.searchLabel}
        placeholder={say.view.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {find && (
        <span className="search-found num" role="status">
          {count > 0 ? (find.current === null ? say.view.count(count) : say.view.matches(find.current + 1, count)) : find.searchedFrom === 0 && say.view.none}
          {find.searchedFrom > 0 && !find.problem && ` ${say.view.searching(Math.floor((100 * (find.total - find.searchedFrom)) / find.total))}`}
        </span>
      )}
      {find && count > 0 && (
        <>
          <IconButton icon="up" label={say.view.previousMatch} small onClick={() => reader.step(-1)} />
          <IconButton icon="down" label={say.view.nextMatch} small onClick={() => reader.step(1)} />
        </>
      )}
      {text !== '' && <IconButton icon="close" label={say.view.clearSearch} small onClick={() => setText('')} />}
    </div>
  )
}

function Range({ reader, lines }: { reader: TranscriptReader; lines: number }) {
  const say = useWords(words)
  const held = useStore(reader.store, (state) => state.held)
  if (!held) return <span className="transcript-range" />
  const end = endOf(held)
  const total = formatNumber(held.total)
  const isFolded = lines < held.total
  const isLive = held.about.status === 'running' && !reader.source.isRemote
  return (
    <span className="transcript-range num">
      {isLive && (
        <span className="is-live">
          <Glyph kind="busy" />
          {say.view.live}
        </span>
      )}
      <span className="cut" title={isFolded ? say.view.aboutRows : undefined}>
        {held.from === null || end === null
          ? say.view.lastOf(held.entries.length)
          : held.from === 0 && end >= held.total
            ? isFolded
              ? say.view.totalIn(total, formatNumber(lines))
              : say.view.total(total)
            : say.view.range(formatNumber(held.from + 1), formatNumber(end), total)}
      </span>
      <span className="read-only" title={say.readOnlyAbout}>· {say.readOnly}</span>
    </span>
  )
}
