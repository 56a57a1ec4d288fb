/** What is looked for in all messages. Kept while the window lives: whoever comes back goes on with the next result. */
import { create } from 'zustand'
import { termsOf } from '../../shared/find'
import { useView } from '../connection'
import { openDialog } from '../ui'
import { look, NO_SEARCH, type Question, type Search } from './search'

export type Scope = 'everywhere' | 'project' | 'worker'

interface Find {
  readonly query: string
  readonly scope: Scope
  readonly search: Search
  /** The hit that was gone to last. */
  readonly visited: string | null
}

export const useFind = create<Find>(() => ({ query: '', scope: 'everywhere', search: NO_SEARCH, visited: null }))

/** Hits that are read at once. */
const PAGE = 50
/** How long typing must rest, in ms. */
const REST_MS = 90

let stop = (): void => {}
let rest: ReturnType<typeof setTimeout> | undefined

/** Opens the dialog, with this query if one is given. */
export function openFind(query?: string): void {
  if (query !== undefined && query !== useFind.getState().query) lookFor({ query })
  openDialog('find')
}

/** Looks for something else, or somewhere else. */
export function lookFor(change: Partial<Pick<Find, 'query' | 'scope'>>): void {
  stop()
  clearTimeout(rest)
  useFind.setState({ ...change, visited: null })
  if (termsOf(useFind.getState().query).length === 0) return useFind.setState({ search: NO_SEARCH })
  rest = setTimeout(lookAgain, change.query === undefined ? 0 : REST_MS)
}

/** Looks once more, for example because the dialog is opened again: more may have been said. */
export function lookAgain(): void {
  const question = questionNow()
  if (!question) return
  let isFirst = true
  begin(question, NO_SEARCH, (search) => {
    // What is shown stays until there is something else to show.
    if (isFirst && search.hits.length === 0 && search.pending.hits.length === 0 && search.isLooking) useFind.setState(({ search: shown }) => ({ search: { ...shown, isLooking: true, problem: null } }))
    else useFind.setState({ search })
    isFirst = false
  })
}

/** Older hits, behind those that are shown. */
export function lookFurther(): void {
  const { search } = useFind.getState()
  const question = questionNow()
  if (question && !search.isLooking && search.next !== null) begin(question, search, (next) => useFind.setState({ search: next }))
}

export function stopLooking(): void {
  stop()
  clearTimeout(rest)
  useFind.setState(({ search }) => ({ search: { ...search, isLooking: false } }))
}

function begin(question: Question, found: Search, onSearch: (search: Search) => void): void {
  stop()
  stop = look(question, found, PAGE, onSearch)
}

function questionNow(): Question | null {
  const { query, scope } = useFind.getState()
  if (termsOf(query).length === 0) return null
  const { sessionId, workerId } = useView.getState()
  const project = scope === 'everywhere' || sessionId === null ? {} : { sessionId }
  return { query, within: 'all', ...project, ...(scope === 'worker' && workerId !== null ? { workerId } : {}) }
}
