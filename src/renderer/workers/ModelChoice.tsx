import { useId, useState } from 'react'
import type { AgentView } from '../../shared/agents'
import type { ProviderView } from '../../shared/model'
import { checkAgent } from '../settings/agents'
import { openSettings } from '../settings/sections'
import { Button, formatAge, showTrouble, useNow } from '../ui'
import { fromHost, useWords } from '../words'
import { usableProviders } from './new-worker.logic'
import { Select } from './Select'
import { runnerWords } from './words'

const ADD = 'add'
const NONE = ''

interface ModelSelectProps {
  /** Null until they were read. */
  providers: readonly ProviderView[] | null
  /** `provider/model`; null for none. */
  model: string | null
  /** What none means, where it can be chosen. */
  none?: string | undefined
  id?: string
  onChoose(model: string | null): void
}

/** A model of a provider that can be used; with none to choose from, the way to the first. */
export function ModelSelect({ providers, model, none, id, onChoose }: ModelSelectProps) {
  const say = useWords(runnerWords)
  const usable = usableProviders(providers ?? [])
  const isListed = usable.some((provider) => provider.models.some((known) => `${provider.id}/${known.id}` === model))
  if (providers !== null && usable.length === 0 && model === null) {
    return (
      <p className="no-model">
        <span>{say.noKey}</span>
        <Button id={id} icon="plus" onClick={() => openSettings('models')}>
          {say.addModel}
        </Button>
      </p>
    )
  }
  return (
    <Select id={id} value={model ?? NONE} onChoose={(value) => (value === ADD ? openSettings('models') : onChoose(value === NONE ? null : value))}>
      {none !== undefined && <option value={NONE}>{none}</option>}
      {model !== null && !isListed && <option value={model}>{providers === null ? model : say.noProvider(model)}</option>}
      {usable.map((provider) => (
        <optgroup key={provider.id} label={provider.name}>
          {provider.models.map(({ id, name }) => (
            <option key={id} value={`${provider.id}/${id}`}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
      <option value={ADD}>{say.addModel}</option>
    </Select>
  )
}

interface ModelChoiceProps extends Pick<ModelSelectProps, 'providers' | 'model'> {
  onChoose(model: string): void
}

/** The model of a new pi worker. */
export function ModelChoice({ providers, model, onChoose }: ModelChoiceProps) {
  const say = useWords(runnerWords)
  return (
    <div className="form-field">
      <label className="form-label" htmlFor="new-model">
        {say.model}
      </label>
      <ModelSelect id="new-model" providers={providers} model={model} onChoose={(chosen) => chosen !== null && onChoose(chosen)} />
    </div>
  )
}

interface AgentModelSelectProps {
  agent: AgentView
  /** As the agent names it; null leaves it to the agent. */
  model: string | null
  id?: string
  onChoose(model: string | null): void
}

/** A model that an own agent offers. Which ones it offers is known once it was asked, which starts it. */
export function AgentModelSelect({ agent, model, id, onChoose }: AgentModelSelectProps) {
  const say = useWords(runnerWords)
  const { models, custom } = agent
  if (models.length === 0 && model === null) return <AskForModels agent={agent} id={id} />
  return (
    <Select id={id} value={model ?? NONE} onChoose={(value) => onChoose(value === NONE ? null : value)}>
      <option value={NONE}>{custom?.model ? say.itsOwnIs(custom.model) : say.itsOwn}</option>
      {model !== null && !models.some((known) => known.id === model) && <option value={model}>{model}</option>}
      {models.map((known) => (
        <option key={known.id} value={known.id}>
          {known.name}
        </option>
      ))}
    </Select>
  )
}

function AskForModels({ agent, id }: { agent: AgentView; id: string | undefined }) {
  const say = useWords(runnerWords)
  const now = useNow()
  const [busy, setBusy] = useState(false)
  const { work, checked, label } = agent
  const ask = async (): Promise<void> => {
    setBusy(true)
    await checkAgent(agent.id).catch((error: unknown) => showTrouble(label, error))
    setBusy(false)
  }
  // It was asked, and offers nothing to choose from.
  if (checked?.report?.problem === null) return <span className="no-model">{say.itsOwn}</span>
  return (
    <p className="no-model">
      <span>{fromHost(checked?.problem ?? checked?.report?.problem ?? '') || say.unknownModels}</span>
      {work ? (
        <span role="status">
          {say.asking} <time aria-hidden="true">{formatAge(now - work.since)}</time>
        </span>
      ) : (
        <Button id={id} small disabled={busy} onClick={() => void ask()}>
          {say.ask}
        </Button>
      )}
    </p>
  )
}

/** The model of a new worker on an own agent. */
export function AgentModelChoice(props: Omit<AgentModelSelectProps, 'id'>) {
  const say = useWords(runnerWords)
  const id = useId()
  return (
    <div className="form-field">
      <label className="form-label" htmlFor={id}>
        {say.model}
      </label>
      <AgentModelSelect id={id} {...props} />
    </div>
  )
}
