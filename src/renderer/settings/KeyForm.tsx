import { useState, type FormEvent } from 'react'
import type { ProviderView } from '../../shared/model'
import { Icon } from '../ui'
import { FormEnd } from './FormEnd'
import { setKey } from './providers'
import { useAttempt } from './use-attempt'

/** Stores a key for one of these providers. With only one, there is nothing to choose. */
export function KeyForm({ providers, onDone }: { providers: readonly ProviderView[]; onDone(): void }) {
  const [id, setId] = useState(providers[0]?.id ?? '')
  const [key, setText] = useState('')
  const attempt = useAttempt()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void attempt.run(() => setKey(id, key.trim()), onDone)
  }
  return (
    <form className="form model-form" onSubmit={submit}>
      {providers.length > 1 && (
        <div className="form-field">
          <label className="form-label" htmlFor="key-provider">
            Provider
          </label>
          <div className="select">
            <select id="key-provider" className="input" value={id} onChange={(event) => setId(event.target.value)}>
              {providers.map((provider) => (
                <option key={provider.id} value={provider.id}>
                  {provider.name}
                </option>
              ))}
            </select>
            <Icon name="choose" />
          </div>
        </div>
      )}
      <div className="form-field">
        <label className="form-label" htmlFor="key-text">
          Key
        </label>
        <input
          id="key-text"
          className="input"
          type="password"
          autoComplete="off"
          value={key}
          autoFocus={providers.length === 1}
          onChange={(event) => setText(event.target.value)}
        />
        <p className="form-hint">It stays on the host; this window never sees it again.</p>
      </div>
      <FormEnd refusal={attempt.refusal} action="Store the key" disabled={attempt.busy || key.trim() === ''} onCancel={onDone} />
    </form>
  )
}
