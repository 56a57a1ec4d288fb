import { memo, useCallback, useDeferredValue, useEffect, useId, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import type { Delivery, WorkerView } from '../../shared/model'
import { useHandler } from '../actions'
import { useConnection, useProject } from '../connection'
import { onFront } from '../connection/visibility'
import { runsOf } from '../text/visible.logic'
import { goToEnd } from '../timeline/go-to'
import { undoLastDelete, useDeletion } from '../workers/deletions'
import { Button, formatKey, Icon, IconButton, isComposing, isMod, langOf, Segments } from '../ui'
import { useWords } from '../words'
import { attachFiles, attachingOf, takeAttached, useAttaching, type Attaching } from './attachments'
import { ComposedChips } from './Chips'
import { flushDrafts, openDraft, setDraft, useDrafts } from './drafts'
import { useDrops } from './drops'
import { isBusy, landingWords, whyNoSteer } from './landing.logic'
import { sendMessage, type Address } from './outbox'
import { RecipientPicker } from './RecipientPicker'
import { forgetRemoved } from './removed'
import { comesAtOnce, deliveryOf, isEmpty, isLongPaste, opposite, pressOf, textProblem } from './send.logic'
import { choose, dismissSettled, sendToSeveral } from './several'
import { deliveriesOf } from './several.logic'
import { shortName } from './short-name.logic'
import { switchTo, useSwitched } from './switches'
import { filesOf, insertAtCaret, takeIn } from './take-in'
import { useHistory } from './use-history'
import { useRecipients } from './use-recipients'
import { fileWords, landing, words } from './words'

interface ComposerProps {
  address: Address
  worker: WorkerView
  /** How many queued messages go before the next one. */
  ahead: number
  /** How many steers wait. */
  steers: number
  /** What came of the last action, in a sentence; empty when there is nothing to say. */
  said: string
  onSay(sentence: string): void
}

const NO_FILES: readonly Attaching[] = []

/** Writes to one worker, or to several, and says beforehand where the message will land. */
export function Composer({ address, worker, ahead, steers, said, onSay }: ComposerProps) {
  const say = useWords(words)
  const { workerId, sessionId } = address
  const text = useDrafts((state) => state.texts[workerId] ?? '')
  const files = useAttaching((state) => state.files[workerId]) ?? NO_FILES
  const switched = useSwitched(workerId)
  const isLive = useConnection((connection) => connection.state === 'live')
  const folder = useProject(sessionId)?.folder ?? null
  const field = useRef<HTMLTextAreaElement>(null)
  const noteId = useId()
  const { canChoose, recipients, isSeveral } = useRecipients(worker)
  const delivery = deliveryOf(worker, switched, false)
  const isLeaving = useDeletion(workerId) !== null || worker.phase === 'deleting'
  const isCommand = worker.engine === 'shell'
  const problem = textProblem(text) ?? (files.some(({ state }) => state === 'failed') ? fileWords().notThere : null)
  const isArriving = files.some(({ state }) => state === 'sending' || state === 'waiting')
  const isBlank = isEmpty(text) && (files.length === 0 || recipients.some(({ engine }) => engine === 'shell'))
  const canSend = isLive && !isLeaving && problem === null && !isBlank && !isArriving

  useEffect(() => {
    if (!isLive) return
    void openDraft(address)
    return onFront(() => void openDraft(address))
  }, [address, isLive])
  useEffect(() => flushDrafts, [])
  useHandler('composer.focus', () => field.current?.focus())
  useHandler('composer.delivery', () => switchTo(workerId, opposite(switched)), worker.canSteer)

  // A very long text is looked through when there is time for it.
  const read = useDeferredValue(text)
  const put = useCallback((next: string): void => setDraft(address, next), [address])
  const walk = useHistory(address, put, () => onSay(say.noEarlier))

  const send = (otherWay: boolean): void => {
    if (isBlank) return onSay(files.length > 0 ? say.needsCommand : say.needsText)
    if (!canSend) return
    const attachments = takeAttached(workerId)
    if (isSeveral) sendToSeveral(sessionId, workerId, recipients, text, { switched, otherWay, attachments })
    else void sendMessage(address, text, deliveryOf(worker, switched, otherWay), attachments)
    // Whoever has sent something sees it, wherever they were reading.
    const isOwn = !isSeveral || recipients.some((one) => one.workerId === workerId)
    if (isOwn && comesAtOnce(worker, deliveryOf(worker, switched, otherWay))) goToEnd(workerId)
    put('')
    choose(workerId, null)
    forgetRemoved(address)
    if (!isSeveral) dismissSettled(workerId)
    onSay('')
    field.current?.focus()
  }
  const take = (given: readonly File[], folders?: ReadonlySet<File>): void => {
    const place = folder === null ? null : { folder, isWindows: window.crewdeck?.platform === 'win32', isCommand }
    const { references, problems } = takeIn(address, given, place, folders)
    onSay(problems.join(' '))
    if (references.length > 0 && field.current) insertAtCaret(field.current, references.join(' '))
  }
  const isOver = useDrops((transfer) => {
    const dropped = filesOf(transfer)
    take(dropped.files, dropped.folders)
  })
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const pasted = event.clipboardData.getData('text/plain')
    if (pasted === '' && event.clipboardData.files.length > 0) {
      event.preventDefault()
      take([...event.clipboardData.files])
    } else if (isLongPaste(pasted)) {
      event.preventDefault()
      const name = fileWords().pasted(attachingOf(workerId).length + 1)
      const problems = attachFiles(address, [new File([pasted], name, { type: 'text/plain' })])
      onSay(problems.length > 0 ? problems.join(' ') : fileWords().becameFile)
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event.nativeEvent)) return
    // There is no text to undo anything of: then it is the window's.
    if (text === '' && isMod(event) && event.key.toLowerCase() === 'z' && undoLastDelete()) return event.preventDefault()
    if (walk(event)) return event.preventDefault()
    const press = pressOf(event, false, isMod(event))
    if (press === null) return
    event.preventDefault()
    if (press === 'leave') event.currentTarget.blur()
    else send(press === 'send-other-way')
  }

  return (
    <div className="line compose">
      <div className="who">
        <b className="cut">{say.you}</b>
      </div>
      <div className={isOver ? 'field is-over' : 'field'}>
        <textarea
          ref={field}
          className="draft"
          rows={1}
          dir="auto"
          lang={langOf(text.slice(0, 400))}
          aria-label={say.to(worker.name)}
          aria-describedby={noteId}
          aria-invalid={problem !== null}
          placeholder={isSeveral ? say.messageSeveral(recipients.length) : placeholder(worker, delivery)}
          value={text}
          onFocus={() => void openDraft(address)}
          onChange={(event) => {
            put(event.target.value)
            if (said !== '') onSay('')
          }}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <ComposedChips address={address} onIntoText={(whole) => field.current && insertAtCaret(field.current, whole)} />
        <div className="bar">
          <span title={worker.canSteer ? undefined : say.noSteer(whyNoSteer(worker))}>
            <Segments
              label={say.delivery}
              value={worker.canSteer || isSeveral ? switched : 'queue'}
              options={[
                { value: 'steer', label: say.steer, icon: 'steer', disabled: !worker.canSteer && !isSeveral },
                { value: 'queue', label: say.queue, icon: 'queue' }
              ]}
              onChoose={(next) => switchTo(workerId, next)}
            />
          </span>
          {canChoose && <RecipientPicker worker={worker} chosen={recipients.map((one) => one.workerId)} />}
          <span className="end">
            <AttachButton onTake={take} />
            <Button kind="main" needsHost shortcut={formatKey('Enter')} aria-disabled={!canSend} onClick={() => send(false)}>
              {!isSeveral && isBusy(worker) ? (delivery === 'steer' ? say.steer : say.queue) : say.send}
            </Button>
          </span>
        </div>
        {isOver && (
          <p className="drop-here">
            <Icon name="clip" />
            {fileWords().dropHere}
          </p>
        )}
      </div>
      <div className="note" id={noteId}>
        {problem !== null ? (
          <p className="is-problem" role="alert">
            {problem}
          </p>
        ) : isLeaving ? (
          <p>{say.leaving}</p>
        ) : !isLive ? (
          <p>{say.notConnected}</p>
        ) : isArriving ? (
          <p>{fileWords().notYet}</p>
        ) : isSeveral ? (
          <SeveralLanding workers={recipients} switched={switched} />
        ) : (
          landingWords(worker, delivery, ahead, steers).map((sentence) => <p key={sentence}>{sentence}</p>)
        )}
        {isCommand && files.length > 0 && <p>{fileWords().inCommand(variablesOf(files))}</p>}
        <Unseen text={read} onRemove={put} />
        {isBusy(worker) && !isSeveral && isLive && <KeyHints worker={worker} delivery={delivery} />}
        <p role="status">{said}</p>
      </div>
    </div>
  )
}

function AttachButton({ onTake }: { onTake(files: readonly File[]): void }) {
  const { attach } = useWords(fileWords)
  const input = useRef<HTMLInputElement>(null)
  useHandler('composer.attach', () => input.current?.click())
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onTake([...(target.files ?? [])])
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
      <IconButton icon="clip" label={attach} onClick={() => input.current?.click()} />
    </>
  )
}

function SeveralLanding({ workers, switched }: { workers: readonly WorkerView[]; switched: Delivery }) {
  const say = useWords(landing)
  const { steer, queue } = deliveriesOf(workers, switched, false)
  return <p>{say.several(workers.length, steer, queue)}</p>
}

/** Characters that change how a text reads without being seen: said, and removed if the operator wants. */
const Unseen = memo(function Unseen({ text, onRemove }: { text: string; onRemove(text: string): void }) {
  const say = useWords(words)
  const runs = runsOf(text)
  const notes = [...new Set(runs.flatMap(({ note }) => note ?? []))]
  if (notes.length === 0) return null
  return (
    <p>
      {say.unseen(notes.join(', '))}{' '}
      <button type="button" className="link" onClick={() => onRemove(runs.map((run) => (run.note === null ? run.text : '')).join(''))}>
        {say.removeUnseen}
      </button>
    </p>
  )
})

function KeyHints({ worker, delivery }: { worker: WorkerView; delivery: Delivery }) {
  const say = useWords(words)
  const hint = (way: Delivery): string => (way === 'steer' ? say.steer : say.queue).toLowerCase()
  return (
    <p className="hints">
      <span>
        <span className="key">{formatKey('Enter')}</span> {hint(delivery)}
      </span>
      {worker.canSteer && (
        <span>
          <span className="key">{formatKey('Mod+Enter')}</span> {hint(opposite(delivery))}
        </span>
      )}
      <span>
        <span className="key">{formatKey('Shift+Enter')}</span> {say.newLine}
      </span>
    </p>
  )
}

function variablesOf(files: readonly Attaching[]): string {
  return files.map((_, index) => `$ATTACHMENT_${index + 1}`).join(', ')
}

function placeholder(worker: WorkerView, delivery: Delivery): string {
  const say = words()
  const name = shortName(worker.name)
  if (!isBusy(worker)) return say.message(name)
  return delivery === 'steer' ? say.steerTo(name) : say.queueFor(name)
}
