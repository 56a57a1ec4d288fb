import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { termsOf } from '../../shared/find'
import { useActionKey, useHandler } from '../actions'
import { IconButton, isComposing } from '../ui'
import { useWords } from '../words'
import { closeBar, followClears, openBar, stepInBar, typeInBar, useFindBar } from './bar'
import { highlightIn } from './highlight'
import { words } from './words'
import './find.css'

interface FindBarProps {
  sessionId: string
  workerId: string
  /** Makes sure that the timeline is what is shown. */
  onOpen(): void
}

/** The bar of a timeline in which something is looked for, and the marks in what is drawn. */
export function FindBar({ sessionId, workerId, onOpen }: FindBarProps) {
  const isOpen = useFindBar(({ worker }) => worker?.workerId === workerId)
  useHandler('find.here', () => {
    onOpen()
    openBar({ sessionId, workerId })
  })
  useHandler('find.older', () => stepInBar(1), isOpen)
  useHandler('find.newer', () => stepInBar(-1), isOpen)
  return isOpen && <Bar />
}

function Bar() {
  const say = useWords(words)
  const { query, search, at, opening } = useFindBar()
  const field = useRef<HTMLInputElement>(null)
  const olderKey = useActionKey('find.older')
  const newerKey = useActionKey('find.newer')
  const terms = useMemo(() => termsOf(query), [query])
  const shown = search.hits[at]?.messageId ?? null

  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [opening])
  useEffect(followClears, [])
  useMarks(terms, shown)

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      stepInBar(event.shiftKey ? -1 : 1)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      closeBar()
      timeline()?.focus()
    }
  }
  const count = search.hits.length
  const said = terms.length === 0 ? '' : count === 0 ? (search.isLooking ? '' : say.noneHere) : say.place(at + 1, count, search.next === null)
  return (
    <div className="find-bar" role="search" aria-label={say.here} onKeyDown={onKeyDown}>
      <input
        ref={field}
        className="input"
        type="text"
        dir="auto"
        aria-label={say.hereField}
        placeholder={say.field}
        spellCheck={false}
        autoComplete="off"
        value={query}
        onChange={(event) => typeInBar(event.target.value, lastTurnInView())}
      />
      <span className="find-place num" role="status">
        {said}
      </span>
      <IconButton small icon="up" label={withKey(say.older, olderKey)} aria-disabled={count === 0} onClick={() => void stepInBar(1)} />
      <IconButton small icon="down" label={withKey(say.newer, newerKey)} aria-disabled={count === 0} onClick={() => void stepInBar(-1)} />
      <IconButton small icon="close" label={say.close} onClick={closeBar} />
    </div>
  )
}

const withKey = (label: string, key: string | undefined): string => (key === undefined ? label : `${label} (${key})`)
const timeline = (): HTMLElement | null => document.querySelector<HTMLElement>('main .timeline')

function useMarks(terms: readonly string[], messageId: string | null): void {
  const marks = useRef<ReturnType<typeof highlightIn> | null>(null)
  useEffect(() => {
    const root = timeline()
    if (!root) return
    marks.current = highlightIn(root)
    return () => {
      marks.current?.dispose()
      marks.current = null
    }
  }, [])
  useEffect(() => marks.current?.set(terms, messageId), [terms, messageId])
}

/** The last turn that begins in the view; null where none is drawn. */
function lastTurnInView(): number | null {
  const root = timeline()
  if (!root) return null
  const { bottom } = root.getBoundingClientRect()
  const inView = [...root.querySelectorAll<HTMLElement>('.turn')].filter((turn) => turn.getBoundingClientRect().top < bottom)
  const numbers = inView.map((turn) => Number(turn.dataset['turn'])).filter(Number.isFinite)
  return numbers.length === 0 ? null : Math.max(...numbers)
}
