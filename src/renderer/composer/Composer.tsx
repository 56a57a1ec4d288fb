import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import type { WorkerView } from '../../shared/model'
import { useHandler } from '../actions'
import { useConnection } from '../connection'
import { useDeletion } from '../workers/deletions'
import { Button, formatKey, isComposing, isMod, langOf, Segments } from '../ui'
import { flushDrafts, openDraft, setDraft, useDrafts } from './drafts'
import { isBusy, landingWords, whyNoSteer } from './landing.logic'
import { sendMessage, type Address } from './outbox'
import { deliveryOf, isEmpty, opposite, pressOf, sizeProblem } from './send.logic'
import { switchTo, useSwitched } from './switches'

interface ComposerProps {
  address: Address
  worker: WorkerView
  /** How many queued messages go before the next one. */
  ahead: number
  /** What came of the last action, in a sentence; empty when there is nothing to say. */
  said: string
  onSay(sentence: string): void
}

/** Writes to one worker and says beforehand where the message will land. */
export function Composer({ address, worker, ahead, said, onSay }: ComposerProps) {
  const { workerId } = address
  const text = useDrafts((state) => state.texts[workerId] ?? '')
  const switched = useSwitched(workerId)
  const isLive = useConnection((connection) => connection.state === 'live')
  const field = useRef<HTMLTextAreaElement>(null)
  const noteId = useId()
  const delivery = deliveryOf(worker, switched, false)
  const problem = sizeProblem(text)
  const isLeaving = useDeletion(workerId) !== null || worker.phase === 'deleting'
  const canSend = isLive && !isLeaving && problem === null && !isEmpty(text)

  useEffect(() => {
    if (isLive) void openDraft(address)
  }, [address, isLive])
  useEffect(() => flushDrafts, [])
  useHandler('composer.focus', () => field.current?.focus())
  useHandler('composer.delivery', () => switchTo(workerId, opposite(switched)), worker.canSteer)

  const send = (otherWay: boolean): void => {
    if (isEmpty(text)) return onSay('A message needs some text.')
    if (!canSend) return
    sendMessage(address, text, deliveryOf(worker, switched, otherWay))
    setDraft(address, '')
    onSay('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const press = pressOf(event, isComposing(event.nativeEvent), isMod(event))
    if (press === null) return
    event.preventDefault()
    if (press === 'leave') event.currentTarget.blur()
    else send(press === 'send-other-way')
  }

  return (
    <div className="line compose">
      <div className="who">
        <b className="cut">You</b>
      </div>
      <div className="field">
        <textarea
          ref={field}
          className="draft"
          rows={1}
          dir="auto"
          lang={langOf(text.slice(0, 400))}
          aria-label={`Message to ${worker.name}`}
          aria-describedby={noteId}
          aria-invalid={problem !== null}
          placeholder={placeholder(worker, delivery)}
          value={text}
          onChange={(event) => {
            setDraft(address, event.target.value)
            if (said !== '') onSay('')
          }}
          onKeyDown={onKeyDown}
        />
        <div className="bar">
          <span title={worker.canSteer ? undefined : `It cannot be steered: ${whyNoSteer(worker)}.`}>
            <Segments
              label="Delivery"
              value={worker.canSteer ? switched : 'queue'}
              options={[
                { value: 'steer', label: 'Steer', icon: 'steer', disabled: !worker.canSteer },
                { value: 'queue', label: 'Queue', icon: 'queue' }
              ]}
              onChoose={(next) => switchTo(workerId, next)}
            />
          </span>
          <span className="end">
            <Button kind="main" shortcut={formatKey('Enter')} aria-disabled={!canSend} onClick={() => send(false)}>
              {isBusy(worker) ? (delivery === 'steer' ? 'Steer' : 'Queue') : 'Send'}
            </Button>
          </span>
        </div>
      </div>
      <div className="note" id={noteId}>
        {problem !== null ? (
          <p className="is-problem" role="alert">
            {problem}
          </p>
        ) : isLeaving ? (
          <p>This worker is being deleted, with all that waits for it: undo that before you send.</p>
        ) : !isLive ? (
          <p>Not connected: it cannot be sent now. What you type is kept here.</p>
        ) : (
          landingWords(worker, delivery, ahead).map((sentence) => <p key={sentence}>{sentence}</p>)
        )}
        {isBusy(worker) && isLive && <KeyHints worker={worker} delivery={delivery} />}
        <p role="status">{said}</p>
      </div>
    </div>
  )
}

function KeyHints({ worker, delivery }: { worker: WorkerView; delivery: 'steer' | 'queue' }) {
  return (
    <p className="hints">
      <span>
        <span className="key">{formatKey('Enter')}</span> {delivery}
      </span>
      {worker.canSteer && (
        <span>
          <span className="key">{formatKey('Mod+Enter')}</span> {opposite(delivery)}
        </span>
      )}
      <span>
        <span className="key">{formatKey('Shift+Enter')}</span> new line
      </span>
    </p>
  )
}

/** Longest name in the empty field, in characters: it has one line. */
const NAME_CHARS = 40

function placeholder(worker: WorkerView, delivery: 'steer' | 'queue'): string {
  const name = worker.name.length > NAME_CHARS ? `${worker.name.slice(0, NAME_CHARS).trimEnd()}…` : worker.name
  if (!isBusy(worker)) return `Message ${name}`
  return delivery === 'steer' ? `Steer ${name}` : `Queue for ${name}`
}
