/** The list as it is on the screen: what is told of workers, what the desk remembers, and what the operator wishes. */
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { create } from 'zustand'
import type { WorkerView } from '../../shared/model'
import { useQueue } from '../attention'
import { deskEntry, useCrews, useDesk, useProjects, useView, useWorkers } from '../connection'
import { tellApart } from '../ui/tell-apart.logic'
import { useLanguage } from '../words'
import { makeList, workersIn, type Crew, type List, type WorkerListRow } from './list.logic'
import { marksNow } from './marks'
import { NOTHING, type Selection } from './selection.logic'
import { SORTS, type ListWish, type Sort, type StatusFilter } from './wish.logic'

/** Kept on the desk. */
const arrangement = deskEntry('list', z.object({ sort: z.enum(SORTS), grouped: z.boolean() }), { sort: 'created', grouped: false })
const ARRANGEMENT = 'arrangement'

/** Of this window, until it closes: nothing is hidden tomorrow that was filtered today. */
interface ListView extends Pick<ListWish, 'query' | 'statuses' | 'engines' | 'held'> {
  readonly isSearching: boolean
  readonly selection: Selection
}

export const useListView = create<ListView>(() => ({ query: '', statuses: [], engines: [], held: null, isSearching: false, selection: NOTHING }))

export function useArrangement(): { readonly sort: Sort; readonly grouped: boolean } {
  return arrangement.use(ARRANGEMENT)
}

export function arrange(change: Partial<{ sort: Sort; grouped: boolean }>): void {
  arrangement.set(ARRANGEMENT, { ...arrangement.get(ARRANGEMENT), ...change })
}

/** The other way round: all Projects, or the one on the screen. */
export function switchGrouped(): void {
  arrange({ grouped: !arrangement.get(ARRANGEMENT).grouped })
}

/** Adds a value to a filter, or takes it away. */
export function switchStatus(status: StatusFilter): void {
  useListView.setState(({ statuses }) => ({ statuses: without(statuses, status) }))
}

export function switchEngine(engine: string): void {
  useListView.setState(({ engines }) => ({ engines: without(engines, engine) }))
}

function without<T>(list: readonly T[], value: T): readonly T[] {
  return list.includes(value) ? list.filter((known) => known !== value) : [...list, value]
}

export function search(): void {
  useListView.setState({ isSearching: true })
}

/** All workers are in sight again. */
export function showAll(): void {
  useListView.setState({ query: '', statuses: [], engines: [], isSearching: false })
}

export function select(selection: Selection): void {
  useListView.setState({ selection })
}

/** Keeps the places of rows that time would move, or lets them go. */
export function holdPlaces(on: boolean): void {
  if (!on) return useListView.setState({ held: null })
  if (arrangement.get(ARRANGEMENT).sort !== 'activity') return
  useListView.setState({ held: new Map(shownWorkers().map((row, at) => [row.key, at])) })
}

/** Of all Projects that are listed, also those that are put away, in the order of creation. */
export function allWorkers(): readonly WorkerView[] {
  return everyWorker(inputsNow().crews)
}

const everyWorker = (crews: readonly Crew[]): readonly WorkerView[] => crews.flatMap((crew) => crew.workers)

interface Inputs {
  readonly crews: readonly Crew[]
  readonly grouped: boolean
}

let inputs: { of: readonly unknown[]; value: Inputs } | null = null

/** Whose workers are listed; the same object as long as they are the same. */
function inputsNow(): Inputs {
  const { sessionId, coordinator, workers } = useWorkers.getState()
  const { crews } = useCrews.getState()
  const { projects } = useProjects.getState()
  const { grouped } = arrangement.get(ARRANGEMENT)
  const shown = useView.getState().sessionId
  const of = [sessionId, coordinator, workers, crews, projects, grouped, shown]
  if (inputs?.of.every((value, at) => value === of[at])) return inputs.value
  const places = tellApart((projects ?? []).map((project) => ({ ...project, id: project.sessionId })))
  const crewOf = (id: string, name: string): Crew => ({
    sessionId: id,
    name,
    place: places.get(id) ?? null,
    coordinator: coordinatorOf(id === sessionId ? useWorkers.getState() : crews.get(id)),
    workers: (id === sessionId ? workers : null) ?? crews.get(id)?.workers ?? []
  })
  const all = (projects ?? []).filter((project) => grouped || project.sessionId === shown).map((project) => crewOf(project.sessionId, project.name))
  inputs = { of, value: { crews: all, grouped } }
  return inputs.value
}

/** Null until the host has said. */
const coordinatorOf = (crew: { readonly coordinator: WorkerView | null; readonly workers: unknown } | undefined): Crew['coordinator'] =>
  crew && crew.workers !== null ? (crew.coordinator ?? 'operator') : null

let made: { of: readonly unknown[]; list: List } | null = null
let collator: { language: string; is: Intl.Collator } | null = null

/** The list of now; the same object as long as nothing in it has changed. */
export function listNow(): List {
  const { language } = useLanguage.getState()
  if (collator?.language !== language) collator = { language, is: new Intl.Collator(language, { numeric: true, sensitivity: 'base' }) }
  const value = inputsNow()
  const marks = marksNow()
  const { query, statuses, engines, held } = useListView.getState()
  const { sort } = arrangement.get(ARRANGEMENT)
  const { unread } = useQueue.getState()
  const of = [value, marks, query, statuses, engines, unread, held, sort, collator.is]
  if (made?.of.every((known, at) => known === of[at])) return made.list
  const wish: ListWish = { sort, held, collator: collator.is, query, statuses, engines, unread }
  made = { of, list: makeList(value.crews, value.grouped, marks, wish) }
  return made.list
}

const STORES = [useWorkers, useCrews, useProjects, useView, useDesk, useQueue, useListView, useLanguage]

function subscribe(listener: () => void): () => void {
  const stops = STORES.map((store) => store.subscribe(listener))
  return () => stops.forEach((stop) => stop())
}

export function useList(): List {
  return useSyncExternalStore(subscribe, listNow)
}

/** The workers in the order of their rows. */
export function shownWorkers(): readonly WorkerListRow[] {
  return workersIn(listNow().rows)
}

/** Those that are chosen and in sight: what a filter hides is not acted on. */
export function chosenWorkers(): readonly WorkerListRow[] {
  const { ids } = useListView.getState().selection
  return ids.size === 0 ? [] : shownWorkers().filter((row) => ids.has(row.key))
}
