/** Finding in one timeline: over everything that was said in it, loaded or not. */
import { create } from 'zustand'
import { termsOf } from '../../shared/find'
import { useView } from '../connection'
import { goToTurn } from '../timeline/go-to'
import { unfold } from '../timeline/kept-view'
import { useTimeline } from '../timeline/store'
import { clearedOf } from '../timeline/window.logic'
import { nearest } from './groups.logic'
import { look, NO_SEARCH, type Search } from './search'

export interface FindBar {
  /** Whose timeline; null while the bar is closed. */
  readonly worker: { readonly sessionId: string; readonly workerId: string } | null
  readonly query: string
  readonly search: Search
  /** The hit that is shown, from the newest; -1 for none. */
  readonly at: number
  /** Counts the openings: each one takes the focus. */
  readonly opening: number
}

export const useFindBar = create<FindBar>(() => ({ worker: null, query: '', search: NO_SEARCH, at: -1, opening: 0 }))

/** Most hits that are counted. */
const MOST = 1_000
const REST_MS = 90

let stop = (): void => {}
let rest: ReturnType<typeof setTimeout> | undefined

interface Address {
  readonly sessionId: string
  readonly workerId: string
}

/** Opens the bar in a worker's timeline; with a query, at the hit of this id. */
export function openBar({ sessionId, workerId }: Address, query?: string, hitId?: number): void {
  const before = useFindBar.getState()
  const isSame = before.worker?.workerId === workerId
  const next = query ?? before.query
  useFindBar.setState({ worker: { sessionId, workerId }, query: next, opening: before.opening + 1 })
  if (isSame && next === before.query && hitId === undefined) return
  useFindBar.setState({ search: NO_SEARCH, at: -1 })
  begin(hitId ?? null)
}

export function closeBar(): void {
  stop()
  clearTimeout(rest)
  useFindBar.setState({ worker: null, search: NO_SEARCH, at: -1 })
}

/** `turn`: the last one in view, from which the nearest hit is taken. */
export function typeInBar(query: string, turn: number | null): void {
  stop()
  clearTimeout(rest)
  useFindBar.setState({ query })
  if (termsOf(query).length === 0) return useFindBar.setState({ search: NO_SEARCH, at: -1 })
  rest = setTimeout(() => begin(null, turn), REST_MS)
}

/** To the next older hit (1) or the next newer one (-1), round the ends; answers whether there is any. */
export function stepInBar(by: 1 | -1): boolean {
  const { search, at } = useFindBar.getState()
  const count = search.hits.length
  if (count === 0) return false
  show((at + by + count) % count)
  return true
}

/** Looks anew once what was found is gone with its conversation; returns the disposer. */
export function followClears(): () => void {
  dropCleared()
  return useTimeline.subscribe(dropCleared)
}

function dropCleared(): void {
  const { worker, search } = useFindBar.getState()
  const timeline = useTimeline.getState()
  const cleared = clearedOf(timeline.state)
  if (!worker || timeline.worker?.workerId !== worker.workerId || !search.hits.some(({ turn }) => turn <= cleared)) return
  useFindBar.setState({ search: NO_SEARCH, at: -1 })
  begin(null)
}

function begin(hitId: number | null, turn: number | null = null): void {
  stop()
  const { worker, query } = useFindBar.getState()
  if (!worker || termsOf(query).length === 0) return
  let isFirst = true
  stop = look({ query, ...worker, within: 'timeline' }, NO_SEARCH, MOST, (search) => {
    if (isFirst && search.isLooking && search.hits.length === 0 && search.since === null) return useFindBar.setState(({ search: shown }) => ({ search: { ...shown, isLooking: true } }))
    useFindBar.setState({ search })
    if (search.hits.length === 0) return useFindBar.setState({ at: -1 })
    if (!isFirst) return
    isFirst = false
    const wanted = hitId === null ? -1 : search.hits.findIndex((hit) => hit.id === hitId)
    if (wanted >= 0) return put(worker.workerId, wanted)
    const found = nearest(search.hits, turn)
    // Whoever has gone elsewhere before the answer came stays there.
    if (isOnScreen(worker)) show(found)
    else useFindBar.setState({ at: found })
  })
}

function isOnScreen({ workerId }: Address): boolean {
  const view = useView.getState()
  return view.screen === 'crew' && view.workerId === workerId
}

function put(workerId: string, at: number): void {
  const hit = useFindBar.getState().search.hits[at]
  useFindBar.setState({ at })
  if (hit) unfold(workerId, hit.turn)
}

function show(at: number): void {
  const { worker, search } = useFindBar.getState()
  const hit = search.hits[at]
  if (!worker || !hit) return
  put(worker.workerId, at)
  goToTurn(worker.sessionId, worker.workerId, hit.turn)
}
