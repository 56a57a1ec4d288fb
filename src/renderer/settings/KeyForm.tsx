import { useId, useState, type FormEvent } from 'react'
import type { ProviderView } from '../../shared/model'
import { Icon } from '../ui'
import { useWords } from '../words'
import { FormEnd } from './FormEnd'
import { InnerForm } from './InnerForm'
import { setKey } from './providers'
import { useAttempt } from './use-attempt'
import { modelWords } from './words'

/** Stores a key for one of these providers. With only one, there is nothing to choose. */
export function KeyForm({ providers, onDone }: { providers: readonly ProviderView[]; onDone(): void }) {
  const say = useWords(modelWords)
  const field = useId()
  const [id, setId] = useState(providers[0]?.id ?? '')
  const [key, setText] = useState('')
  const attempt = useAttempt()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void attempt.run(() => setKey(id, key.trim()), onDone)
  }
  return (
    <InnerForm onSubmit={submit} onDone={onDone}>
      {providers.length > 1 && (
        <div className="form-field">
          <label className="form-label" htmlFor={`${field}-provider`}>
            {say.provider}
          </label>
          <div className="select">
            <select id={`${field}-provider`} className="input" value={id} onChange={(event) => setId(event.target.value)}>
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
        <label className="form-label" htmlFor={`${field}-text`}>
          {say.key}
        </label>
        <input
          id={`${field}-text`}
          className="input"
          type="password"
          autoComplete="off"
          value={key}
          autoFocus={providers.length === 1}
          onChange={(event) => setText(event.target.value)}
        />
        <p className="form-hint">{say.keyStays}</p>
      </div>
      <FormEnd refusal={attempt.refusal} action={say.storeKey} disabled={attempt.busy || key.trim() === ''} onCancel={onDone} />
    </InnerForm>
  )
}
