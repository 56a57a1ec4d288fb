import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { NAME_MAX_CHARS } from '../../shared/limits'
import type { WorkerView } from '../../shared/model'
import { plainName } from '../../shared/names'
import { client, refusalOf, useConnection, useProject } from '../connection'
import { Setting, SwitchSetting } from '../settings/Setting'
import { closeDialog, Dialog, formatMoment, isComposing, isOnScreen, langOf, useDialogs } from '../ui'
import { useWords } from '../words'
import { UsageSetting } from './Usage'
import { WorkerModel } from './WorkerModel'
import { useAnyWorker } from './any-worker'
import { settingsWords } from './words'
import { useSettingsOfWorker } from './worker-settings'

/** What can be changed of a worker: each holds at once. */
export function WorkerSettingsDialog() {
  const say = useWords(settingsWords)
  const { sessionId, workerId } = useSettingsOfWorker()
  const worker = useAnyWorker(sessionId, workerId)
  const name = useRef<HTMLInputElement>(null)
  const open = useDialogs(({ stack }) => stack.at(-1) === 'worker-settings') && worker !== null && sessionId !== null
  return (
    <Dialog open={open} onClose={closeDialog} title={say.title(worker?.name ?? '')} initialFocus={name}>
      {open && <Form sessionId={sessionId} worker={worker} nameField={name} />}
    </Dialog>
  )
}

interface FormProps {
  sessionId: string
  worker: WorkerView
  nameField: RefObject<HTMLInputElement | null>
}

function Form({ sessionId, worker, nameField }: FormProps) {
  const say = useWords(settingsWords)
  const isLive = useConnection((connection) => connection.state === 'live')
  const { workerId, engine, delegates, createdAt } = worker
  return (
    <>
      {!isLive && (
        <p className="form-problem" role="status">
          {say.notConnected}
        </p>
      )}
      <section className="settings">
        <NameSetting name={worker.name} field={nameField} save={(name) => client.workers.rename({ sessionId, workerId, name }).then(() => {})} />
        <DelegatesSetting sessionId={sessionId} workerId={workerId} isShell={engine === 'shell'} delegates={delegates} />
        <WorkerModel sessionId={sessionId} worker={worker} />
        {engine !== 'shell' && <UsageSetting usage={worker.usage} />}
        <Setting label={say.created}>{() => <time>{formatMoment(createdAt)}</time>}</Setting>
      </section>
    </>
  )
}

interface NameProps {
  name: string
  field: RefObject<HTMLInputElement | null>
  save(name: string): Promise<void>
}

/** Kept with Enter, or when the field is left; Escape takes the change back. */
function NameSetting({ name, field, save }: NameProps) {
  const say = useWords(settingsWords)
  // Kept apart from the name, of which news may come while somebody types; null while nobody does.
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const id = useId()
  useEffect(() => setTyped((now) => (now !== null && plainName(now) === name ? null : now)), [name])
  useEffect(() => field.current?.select(), [])

  /** Whether the name is kept. */
  const commit = async (): Promise<boolean> => {
    if (typed === null) return true
    const next = plainName(typed)
    if (next === '' || next === name) {
      setTyped(null)
      return true
    }
    try {
      await save(next)
      setProblem('')
      return true
    } catch (error) {
      const { message, remedy } = refusalOf(error)
      setProblem(`${message} ${remedy}`.trim())
      return false
    }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void commit().then((kept) => kept && isOnScreen('worker-settings') && closeDialog())
    } else if (event.key === 'Escape' && typed !== null && typed !== name) {
      // The first one is for the field, not for the dialog.
      event.stopPropagation()
      setTyped(null)
    }
  }
  const text = typed ?? name
  return (
    <div className="form-field">
      <label className="form-label" htmlFor={`${id}-name`}>
        {say.name}
      </label>
      <input
        ref={field}
        id={`${id}-name`}
        className="input"
        value={text}
        maxLength={NAME_MAX_CHARS}
        autoComplete="off"
        spellCheck={false}
        lang={langOf(text)}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem !== ''}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem('')
        }}
        onBlur={() => void commit()}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-hint`} className={problem === '' ? 'form-hint' : 'form-problem'} role="status">
        {problem || say.nameHint}
      </p>
    </div>
  )
}

interface DelegatesProps {
  sessionId: string
  workerId: string
  isShell: boolean
  delegates: boolean
}

/** Whether it may have children of its own. */
function DelegatesSetting({ sessionId, workerId, isShell, delegates }: DelegatesProps) {
  const say = useWords(settingsWords)
  const maxDepth = useProject(sessionId)?.conduct.maxDepth ?? 1
  if (isShell) return <Setting label={say.delegates} hint={say.delegatesShell}>{() => null}</Setting>
  return (
    <SwitchSetting
      label={say.delegates}
      hint={maxDepth === 1 ? say.delegatesNever : say.delegatesHint}
      value={delegates}
      save={async (on) => {
        await client.workers.setDelegates({ sessionId, workerId, delegates: on })
      }}
    />
  )
}
