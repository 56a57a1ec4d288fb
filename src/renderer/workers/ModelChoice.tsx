import type { ProviderView } from '../../shared/model'
import { Button, Icon, openDialog } from '../ui'
import { usableProviders } from './new-worker.logic'

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
  const usable = usableProviders(providers ?? [])
  const isListed = usable.some((provider) => provider.models.some((known) => `${provider.id}/${known.id}` === model))
  if (providers !== null && usable.length === 0 && model === null) {
    return (
      <p className="no-model">
        <span>No provider has a key yet.</span>
        <Button id={id} icon="plus" onClick={() => openDialog('settings')}>
          Add a model…
        </Button>
      </p>
    )
  }
  return (
    <div className="select">
      <select
        id={id}
        className="input"
        value={model ?? NONE}
        onChange={({ target: { value } }) => (value === ADD ? openDialog('settings') : onChoose(value === NONE ? null : value))}
      >
        {none !== undefined && <option value={NONE}>{none}</option>}
        {model !== null && !isListed && <option value={model}>{providers === null ? model : `${model} (no provider)`}</option>}
        {usable.map((provider) => (
          <optgroup key={provider.id} label={provider.name}>
            {provider.models.map(({ id, name }) => (
              <option key={id} value={`${provider.id}/${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
        <option value={ADD}>Add a model…</option>
      </select>
      <Icon name="choose" />
    </div>
  )
}

interface ModelChoiceProps extends Pick<ModelSelectProps, 'providers' | 'model'> {
  onChoose(model: string): void
}

/** The model of a new pi worker. */
export function ModelChoice({ providers, model, onChoose }: ModelChoiceProps) {
  return (
    <div className="form-field">
      <label className="form-label" htmlFor="new-model">
        Model
      </label>
      <ModelSelect id="new-model" providers={providers} model={model} onChoose={(chosen) => chosen !== null && onChoose(chosen)} />
    </div>
  )
}
