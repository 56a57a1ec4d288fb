import { useEffect, useRef, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { NAME_MAX_CHARS } from '../../shared/limits'
import { useConnection, useProject, useSettings, useView, useWorkers } from '../connection'
import { refreshProviders, useProviders } from '../settings/providers'
import { Button, closeDialog, Dialog, formatKey, isComposing, isMod, langOf, useDialogs } from '../ui'
import { useWords } from '../words'
import { EngineChoice } from './EngineChoice'
import { ModelChoice } from './ModelChoice'
import { modelsOf, suggestName, usableProviders } from './new-worker.logic'
import { createWorker, editNewWorker, useNewWorker } from './new-worker'
import { words } from './words'

export function NewWorkerDialog() {
  const say = useWords(words)
  const project = useProject(useView((view) => view.sessionId))
  const open = useDialogs(({ stack }) => stack.at(-1) === 'new-worker') && project !== null
  const task = useRef<HTMLTextAreaElement>(null)
  return (
    <Dialog open={open} onClose={closeDialog} title={say.newWorkerIn(project?.name ?? '')} initialFocus={task}>
      {open && <NewWorkerForm sessionId={project.sessionId} taskField={task} />}
    </Dialog>
  )
}

function NewWorkerForm({ sessionId, taskField }: { sessionId: string; taskField: RefObject<HTMLTextAreaElement | null> }) {
  const say = useWords(words)
  const { draft, sending, refusal } = useNewWorker()
  const workers = useWorkers((state) => state.workers) ?? []
  const providers = useProviders((state) => state.providers)
  const defaultModel = useSettings((state) => state.settings.defaultModel)
  const isLive = useConnection((connection) => connection.state === 'live')
  useEffect(() => {
    const closed = new AbortController()
    refreshProviders(closed.signal).catch(() => {})
    return () => closed.abort()
  }, [])

  const suggestion = suggestName(
    draft.task,
    workers.map((worker) => worker.name)
  )
  const models = modelsOf(usableProviders(providers ?? []))
  const model = [draft.model, defaultModel].find((value) => value !== null && models.includes(value)) ?? models[0] ?? null
  const ready = draft.task.trim() !== '' && (draft.engine === 'shell' || model !== null) && isLive && !sending

  const submit = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault()
    if (ready) void createWorker(sessionId, draft.name.trim() || suggestion, model)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isMod(event) && !isComposing(event.nativeEvent)) submit(event)
  }

  return (
    <form className="form" onSubmit={submit} onKeyDown={onKeyDown}>
      <EngineChoice engine={draft.engine} onChoose={(engine) => editNewWorker({ engine })} />
      {draft.engine === 'pi' && <ModelChoice providers={providers} model={model} onChoose={(value) => editNewWorker({ model: value })} />}
      <div className="form-field">
        <label className="form-label" htmlFor="new-task">
          {draft.engine === 'shell' ? say.firstCommand : say.firstTask}
        </label>
        <textarea
          id="new-task"
          ref={taskField}
          className={draft.engine === 'shell' ? 'input new-task is-code' : 'input new-task is-reading'}
          rows={4}
          value={draft.task}
          lang={langOf(draft.task)}
          onChange={(event) => editNewWorker({ task: event.target.value })}
        />
      </div>
      <div className="form-field">
        <label className="form-label" htmlFor="new-name">
          {say.name}
        </label>
        <input
          id="new-name"
          className="input"
          value={draft.name}
          placeholder={suggestion}
          maxLength={NAME_MAX_CHARS}
          autoComplete="off"
          lang={langOf(draft.name || suggestion)}
          onChange={(event) => editNewWorker({ name: event.target.value })}
        />
      </div>
      <div className="form-end">
        <p className={refusal ? 'form-problem' : 'form-hint'} role="status">
          {refusal ? `${refusal.message} ${refusal.remedy}` : isLive ? '' : say.notConnected}
        </p>
        <span className="is-last" />
        <Button onClick={closeDialog}>{say.cancel}</Button>
        <Button kind="main" type="submit" shortcut={formatKey('Mod+Enter')} disabled={!ready}>
          {say.startWorker}
        </Button>
      </div>
    </form>
  )
}
