import type { ProviderView } from '../../shared/model'
import { Button, Icon, openDialog } from '../ui'
import { usableProviders } from './new-worker.logic'

const ADD = 'add'

interface ModelChoiceProps {
  /** Null until they were read. */
  providers: readonly ProviderView[] | null
  /** `provider/model` */
  model: string | null
  onChoose(model: string): void
}

/** The model of a pi worker; with none to choose from, the way to the first. */
export function ModelChoice({ providers, model, onChoose }: ModelChoiceProps) {
  const usable = usableProviders(providers ?? [])
  return (
    <div className="form-field">
      <label className="form-label" htmlFor="new-model">
        Model
      </label>
      {providers !== null && usable.length === 0 ? (
        <p className="no-model">
          <span>No provider has a key yet.</span>
          <Button id="new-model" icon="plus" onClick={() => openDialog('settings')}>
            Add a model…
          </Button>
        </p>
      ) : (
        <div className="select">
          <select
            id="new-model"
            className="input"
            value={model ?? ''}
            onChange={(event) => (event.target.value === ADD ? openDialog('settings') : onChoose(event.target.value))}
          >
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
      )}
    </div>
  )
}
