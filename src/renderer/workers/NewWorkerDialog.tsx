import { useEffect, useRef, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { agentModel } from '../../shared/agents'
import { NAME_MAX_CHARS } from '../../shared/limits'
import type { EngineKind, ProjectView } from '../../shared/model'
import { useConnection, useHost, useProject, useSettings, useView, useWorkers } from '../connection'
import { refreshProviders, useProviders } from '../settings/providers'
import { Button, closeDialog, Dialog, formatKey, isComposing, isMod, langOf, useDialogs } from '../ui'
import { useWords } from '../words'
import { DemoTag } from './DemoTag'
import { EngineChoice, useRunners } from './EngineChoice'
import { runnerKey, type Runner } from './engines'
import { AgentModelChoice, ModelChoice } from './ModelChoice'
import { firstEngine, modelsOf, suggestName, usableProviders } from './new-worker.logic'
import { createWorker, editNewWorker, useNewWorker, type NewWorker } from './new-worker'
import { beginWords, demoWords, words } from './words'

export function NewWorkerDialog() {
  const say = useWords(words)
  const project = useProject(useView((view) => view.sessionId))
  const open = useDialogs(({ stack }) => stack.at(-1) === 'new-worker') && project !== null
  const task = useRef<HTMLTextAreaElement>(null)
  return (
    <Dialog open={open} onClose={closeDialog} title={say.newWorkerIn(project?.name ?? '')} initialFocus={task} returnsFocus={() => !useNewWorker.getState().made}>
      {open && <NewWorkerForm project={project} taskField={task} />}
    </Dialog>
  )
}

function NewWorkerForm({ project, taskField }: { project: ProjectView; taskField: RefObject<HTMLTextAreaElement | null> }) {
  const say = useWords(words)
  const { draft, sending, refusal } = useNewWorker()
  const workers = useWorkers((state) => state.workers) ?? []
  const providers = useProviders((state) => state.providers)
  const defaultModel = useSettings((state) => state.settings.defaultModel)
  const engines = useHost((host) => host.info?.engines) ?? []
  const isLive = useConnection((connection) => connection.state === 'live')
  useEffect(() => {
    useNewWorker.setState({ made: false })
    const closed = new AbortController()
    refreshProviders(closed.signal).catch(() => {})
    return () => closed.abort()
  }, [])

  const suggestion = suggestName(
    draft.task,
    workers.map((worker) => worker.name)
  )
  const named = draft.task.trim() === '' ? say.namedAfterTask : suggestion
  const models = modelsOf(usableProviders(providers ?? []))
  const runners = useRunners()
  const runner = runnerOf(draft, runners, firstEngine(engines, project.demo || (providers && models.length > 0)))
  const { engine, agent } = runner
  const wanted = [draft.model, defaultModel].find((value) => value !== null && models.includes(value)) ?? models[0] ?? null
  const piModel = project.demo ? project.conduct.workers.model : wanted
  const agentModelId = agent ? (draft.agentModels[agent.id] ?? null) : null
  const model = engine === 'pi' ? piModel : engine === 'acp' && agent ? agentModel({ agentId: agent.id, model: agentModelId }) : null
  const canRun = engine === 'pi' ? model !== null : engine === 'shell' || (agent !== null && runner.problem === null)
  const ready = draft.task.trim() !== '' && canRun && isLive && !sending

  const submit = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault()
    if (ready) void createWorker(project.sessionId, { name: draft.name.trim() || suggestion, engine, model, keepsModel: !project.demo })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && isMod(event) && !isComposing(event.nativeEvent)) submit(event)
  }

  return (
    <form className="form" onSubmit={submit} onKeyDown={onKeyDown}>
      <EngineChoice runners={runners} chosen={runner.key} onChoose={(chosen) => editNewWorker({ engine: chosen.engine, agentId: chosen.agent?.id ?? null })} />
      {engine === 'pi' && project.demo && <DemoModel />}
      {engine === 'pi' && !project.demo && <ModelChoice providers={providers} model={model} onChoose={(value) => editNewWorker({ model: value })} />}
      {engine === 'acp' && agent && (
        <AgentModelChoice
          agent={agent}
          model={agentModelId}
          onChoose={(chosen) => {
            const { [agent.id]: _, ...others } = draft.agentModels
            editNewWorker({ agentModels: chosen === null ? others : { ...others, [agent.id]: chosen } })
          }}
        />
      )}
      <div className="form-field">
        <label className="form-label" htmlFor="new-task">
          {engine === 'shell' ? say.firstCommand : say.firstTask}
        </label>
        <textarea
          id="new-task"
          ref={taskField}
          className={engine === 'shell' ? 'input new-task is-code' : 'input new-task is-reading'}
          rows={4}
          value={draft.task}
          lang={langOf(draft.task)}
          // Whoever writes has seen the engine: it stays.
          onChange={(event) => editNewWorker({ task: event.target.value, engine, agentId: agent?.id ?? null })}
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
          placeholder={named}
          maxLength={NAME_MAX_CHARS}
          autoComplete="off"
          lang={langOf(draft.name || named)}
          onChange={(event) => editNewWorker({ name: event.target.value })}
        />
      </div>
      <div className="form-end">
        <p className={refusal ? 'form-problem' : 'form-hint'} role="status">
          {refusal ? `${refusal.message} ${refusal.remedy}` : isLive ? '' : say.notConnected}
        </p>
        <span className="is-last" />
        <Button onClick={closeDialog}>{say.cancel}</Button>
        <Button kind="main" type="submit" needsHost shortcut={formatKey('Mod+Enter')} disabled={!ready}>
          {say.startWorker}
        </Button>
      </div>
    </form>
  )
}

/** The one that was chosen, where it is here; else the first that works: an own agent rather than a shell. */
function runnerOf({ engine, agentId }: Pick<NewWorker, 'engine' | 'agentId'>, runners: readonly Runner[], first: EngineKind): Pick<Runner, 'key' | 'engine' | 'agent' | 'problem'> {
  const chosen = engine === null ? undefined : runners.find(({ key }) => key === runnerKey(engine, agentId))
  const own = first === 'shell' ? runners.find(({ agent, problem }) => agent !== null && problem === null) : undefined
  return chosen ?? own ?? runners.find(({ key }) => key === first) ?? { key: first, engine: first, agent: null, problem: null }
}

/** What answers in the demo. There is nothing to choose. */
function DemoModel() {
  const say = useWords(demoWords)
  const { demoModel } = useWords(beginWords)
  return (
    <div className="form-field">
      <span className="form-label">{demoModel}</span>
      <span>
        {say.model} <DemoTag />
      </span>
      <p className="form-hint">{say.about}</p>
    </div>
  )
}
