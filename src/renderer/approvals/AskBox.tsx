import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { AskView } from '../../shared/model'
import { Button, formatAge, isComposing, langOf, useNow } from '../ui'
import { answerAsk } from './answer'
import { keysOf, optionOf, otherPaths } from './asks.logic'
import './approvals.css'

/** One request: what exactly, for how long, and the answers as its agent offers them. Its keys act while it has the focus. */
export function AskBox({ ask }: { ask: AskView }) {
  const { request } = ask
  const [chosen, setChosen] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const title = useId()
  const keys = keysOf(request.options)
  const main = request.options.find((option) => option.kind === 'allow-once')
  useFocusHandedOn(box)

  const choose = async (optionId: string): Promise<void> => {
    if (chosen !== null) return
    setChosen(optionId)
    await answerAsk(ask, optionId)
    setChosen(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.repeat && !isComposing(event.nativeEvent)
    const option = isPlain ? optionOf(request.options, event.key) : null
    if (!option) return
    event.preventDefault()
    // The same letters mean something else to the timeline.
    event.stopPropagation()
    void choose(option.id)
  }

  return (
    <div className="ask" role="group" aria-labelledby={title} tabIndex={-1} ref={box} onKeyDown={onKeyDown} data-ask={ask.id}>
      <div className="ask-head">
        <h2 id={title} lang={langOf(request.title)}>
          {request.title}
        </h2>
        <Waiting since={ask.askedAt} />
      </div>
      {request.detail !== '' && (
        <pre className="scrolls" dir="auto" lang={langOf(request.detail)} tabIndex={0}>
          {request.detail}
        </pre>
      )}
      {otherPaths(request).length > 0 && (
        <ul className="ask-paths">
          {otherPaths(request).map((path) => (
            <li key={path}>
              <code>{path}</code>
            </li>
          ))}
        </ul>
      )}
      <div className={request.kind === 'question' ? 'ask-acts is-stack' : 'ask-acts'}>
        {request.options.map((option) => (
          <Button
            key={option.id}
            kind={option === main ? 'main' : 'normal'}
            shortcut={keys.get(option.id)}
            aria-keyshortcuts={keys.get(option.id)}
            aria-disabled={chosen !== null}
            onClick={() => void choose(option.id)}
          >
            <span className="ask-label" lang={langOf(option.label)}>
              {option.label}
            </span>
          </Button>
        ))}
      </div>
    </div>
  )
}

function Waiting({ since }: { since: number }) {
  const now = useNow()
  return (
    <span className="ask-age">
      waiting for you <time>{formatAge(now - since)}</time>
    </span>
  )
}

/** When the box goes while it has the focus, the next one takes it, else the field of the composer, else the heading. */
function useFocusHandedOn(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = box.current
    return () => {
      if (!element?.contains(document.activeElement)) return
      queueMicrotask(() => document.querySelector<HTMLElement>('main :is(.ask, .draft)')?.focus())
    }
  }, [box])
}
