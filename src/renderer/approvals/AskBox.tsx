import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { AskView } from '../../shared/asks'
import { useActionKey } from '../actions'
import { Button, formatAge, isComposing, langOf, useNow } from '../ui'
import { useIsLost } from '../connection'
import { fromHost, useWords } from '../words'
import { answerAsk, type Choice } from './answer'
import { hasDetail, keysOf, labelOf, optionOf, otherPaths, refusalOf } from './asks.logic'
import { Changes } from './Changes'
import { WordsField } from './WordsField'
import { words } from './words'
import './approvals.css'

/** One request: what exactly, for how long, and the answers as its agent offers them. Its keys act while it has the focus. */
export function AskBox({ ask }: { ask: AskView }) {
  const { request } = ask
  const say = useWords(words)
  const isLost = useIsLost()
  const [answering, setAnswering] = useState(false)
  const [givingReason, setGivingReason] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const title = useId()
  const keys = keysOf(request.options)
  const main = request.options.find((option) => option.kind === 'allow-once')
  const refusal = refusalOf(request)
  useFocusHandedOn(box)

  const choose = async (choice: Choice): Promise<void> => {
    if (answering || isLost) return
    setAnswering(true)
    await answerAsk(ask, choice)
    setAnswering(false)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.repeat && !isComposing(event.nativeEvent)
    // In a field, letters are text.
    const isTyping = event.target instanceof HTMLTextAreaElement
    const option = isPlain && !isTyping ? optionOf(request.options, event.key) : null
    if (!option) return
    event.preventDefault()
    // The same letters mean something else to the timeline.
    event.stopPropagation()
    void choose({ optionId: option.id })
  }
  const stopGiving = (): void => {
    setGivingReason(false)
    box.current?.focus()
  }

  return (
    <div className="ask" role="group" aria-labelledby={title} tabIndex={-1} ref={box} onKeyDown={onKeyDown} data-ask={ask.id}>
      <div className="ask-head">
        <h2 id={title} lang={langOf(fromHost(request.title))}>
          {fromHost(request.title)}
        </h2>
        <Waiting since={ask.askedAt} />
      </div>
      {hasDetail(request) && (
        <pre className={request.kind === 'question' ? 'scrolls is-words' : 'scrolls'} dir="auto" lang={langOf(request.detail)} tabIndex={0}>
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
      <Changes changes={request.changes ?? []} />
      {request.words === 'answer' && (
        <WordsField askId={ask.id} label={say.yourAnswer} act={say.answer} onSay={(text) => void choose({ optionId: null, text })} />
      )}
      <div className={request.kind === 'question' ? 'ask-acts is-stack' : 'ask-acts'}>
        {request.options.map((option) => (
          <Button
            key={option.id}
            kind={option === main ? 'main' : 'normal'}
            shortcut={keys.get(option.id)}
            aria-keyshortcuts={keys.get(option.id)}
            needsHost
            aria-disabled={answering}
            title={option.ours ? say.alwaysTitle : undefined}
            onClick={() => void choose({ optionId: option.id })}
          >
            <span className="ask-label" lang={langOf(labelOf(option, request.tool))}>
              {labelOf(option, request.tool)}
            </span>
          </Button>
        ))}
        {refusal && !givingReason && (
          <Button kind="plain" aria-disabled={answering} onClick={() => setGivingReason(true)}>
            {say.rejectWhy}
          </Button>
        )}
        {keys.size > 0 && <WayToKeys />}
      </div>
      {refusal && givingReason && (
        <WordsField
          askId={ask.id}
          label={say.reason}
          act={say.reject}
          hasFocus
          onSay={(text) => void choose({ optionId: refusal.id, text })}
          onCancel={stopGiving}
        />
      )}
    </div>
  )
}

/** How to get where the keys on the buttons work. Its place stays while it is not needed (approvals.css). */
function WayToKeys() {
  const say = useWords(words)
  const key = useActionKey('ask.next')
  return (
    key !== undefined && (
      <span className="ask-way">
        <kbd className="key">{key}</kbd> {say.wayToKeys}
      </span>
    )
  )
}

function Waiting({ since }: { since: number }) {
  const say = useWords(words)
  const now = useNow()
  const isLost = useIsLost()
  return (
    <span className="ask-age">
      {isLost ? say.wasWaiting : say.waitingForYou} {!isLost && <time>{formatAge(now - since)}</time>}
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
