import { Dialog as Base } from '@base-ui/react/dialog'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { WorkerView } from '../../shared/model'
import { isKeyOf, useBindings } from '../actions'
import { observeCrews, useCrews, useProjects, useView, useWorkers } from '../connection'
import { openFind } from '../find/store'
import { closeDialog, formatKey, Glyph, Icon, langOf, Marked, useDialogs, useFocusBack, useListbox } from '../ui'
import { useWords } from '../words'
import { useStatus } from '../workers/use-status'
import { allItems, choose, type Crew, type Shown } from './items'
import { firstPlaces, hereIn } from './places.logic'
import { remember, useRecent, useVisited } from './recent'
import { words } from './words'
import './palette.css'

/** Everything by its name: what can be done, all workers, all Projects. */
export function Palette() {
  const open = useDialogs(({ stack }) => stack.at(-1) === 'palette')
  const say = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  const popup = useFocusBack(open)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && closeDialog()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup ref={popup} className="dialog palette" initialFocus={field}>
          <Base.Title className="out">{say.title}</Base.Title>
          <Content field={field} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Content({ field }: { field: React.RefObject<HTMLInputElement | null> }) {
  const say = useWords(words)
  const [query, setQuery] = useState('')
  const recent = useRecent()
  const visited = useVisited()
  const view = useView()
  const bound = useBindings()
  const crews = useAllCrews()
  // What can be done is looked at once: the palette itself changes nothing of it.
  const items = useMemo(() => allItems(bound, crews), [bound, crews])
  const places = useMemo(() => firstPlaces(items, visited, hereIn(view)), [items, visited, view])
  const shown = useMemo(() => choose(items, query, recent, places), [items, query, recent, places])
  const text = query.trim()
  const count = shown.length + (text === '' ? 0 : 1)

  const enter = (index: number): void => {
    const item = shown[index]
    closeDialog()
    // Once the focus is back where it was: what is done may move it on.
    setTimeout(() => {
      if (!item) return openFind(text)
      remember(item.id)
      item.run()
    })
  }
  const list = useListbox(count, query, enter)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isKeyOf(event.nativeEvent, 'palette.open')) {
      event.preventDefault()
      return closeDialog()
    }
    list.field.onKeyDown(event)
  }
  return (
    <>
      <div className="palette-field">
        <Icon name="search" />
        <input
          {...list.field}
          ref={field}
          type="text"
          aria-label={say.field}
          placeholder={say.field}
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className="out" role="status">
        {say.count(shown.length)}
      </p>
      {shown.length === 0 && <p className="palette-none">{say.none}</p>}
      <div className="palette-list scrolls" id={list.listId} role="listbox" aria-label={say.results}>
        {shown.map((item, index) => (
          <Option key={item.id} id={list.optionId(index)} item={item} isOn={index === list.index} onEnter={() => enter(index)} />
        ))}
        {text !== '' && (
          <div
            className="palette-item"
            id={list.optionId(shown.length)}
            role="option"
            aria-selected={list.index === shown.length}
            onClick={() => enter(shown.length)}
          >
            <Icon name="search" />
            <span className="cut">{say.findAll(text)}</span>
          </div>
        )}
      </div>
    </>
  )
}

interface OptionProps {
  id: string
  item: Shown
  isOn: boolean
  onEnter(): void
}

function Option({ id, item, isOn, onEnter }: OptionProps) {
  const { kind, name, detail, ranges, keys, worker } = item
  return (
    <div className="palette-item" id={id} role="option" aria-selected={isOn} onClick={onEnter}>
      {worker ? <Status worker={worker} /> : kind === 'project' ? <Icon name="folder" /> : <span className="palette-blank" />}
      <span className="palette-name cut" lang={kind === 'action' ? undefined : langOf(name)}>
        <Marked text={name} ranges={ranges} />
      </span>
      <span className="palette-detail cut">{detail}</span>
      {keys !== null && <kbd className="key">{formatKey(keys)}</kbd>}
    </div>
  )
}

function Status({ worker }: { worker: WorkerView }) {
  return <Glyph kind={useStatus(worker).glyph} />
}

/** Coordinators and workers of all Projects, kept true while the palette is open. */
function useAllCrews(): readonly Crew[] {
  useEffect(observeCrews, [])
  const projects = useProjects((state) => state.projects)
  const crews = useCrews((state) => state.crews)
  const shown = useWorkers()
  return useMemo(
    () =>
      (projects ?? []).map((project) => {
        const crew = project.sessionId === shown.sessionId ? shown : crews.get(project.sessionId)
        return { project, coordinator: crew?.coordinator ?? null, workers: crew?.workers ?? [] }
      }),
    [projects, crews, shown]
  )
}
