import { useState, type FormEvent } from 'react'
import { ModelApi } from '../../shared/model'
import { Icon } from '../ui'
import { endpointId, parseModels } from './endpoint.logic'
import { FormEnd } from './FormEnd'
import { saveProvider, setKey, useProviders } from './providers'
import { useAttempt } from './use-attempt'

const API_NAMES: Record<ModelApi, string> = {
  'openai-completions': 'OpenAI, chat completions',
  'openai-responses': 'OpenAI, responses',
  'anthropic-messages': 'Anthropic, messages'
}

/** Adds an endpoint that speaks one of the known APIs: a server of one's own, a gateway, a local model. */
export function EndpointForm({ onDone }: { onDone(): void }) {
  const [name, setName] = useState('')
  const [api, setApi] = useState<ModelApi>('openai-completions')
  const [baseUrl, setBaseUrl] = useState('')
  const [models, setModels] = useState('')
  const [key, setText] = useState('')
  // Kept over attempts: what was stored before the key was refused is then stored again, not doubled.
  const [id, setId] = useState<string | null>(null)
  const attempt = useAttempt()
  const ids = parseModels(models)
  const ready = name.trim() !== '' && baseUrl.trim() !== '' && ids.length > 0 && !attempt.busy

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const taken = useProviders.getState().providers?.map((provider) => provider.id) ?? []
    const provider = { id: id ?? endpointId(name, taken), name: name.trim(), api, baseUrl: baseUrl.trim(), models: ids }
    setId(provider.id)
    void attempt.run(async () => {
      await saveProvider(provider)
      if (key.trim() !== '') await setKey(provider.id, key.trim())
    }, onDone)
  }

  return (
    <form className="form model-form" onSubmit={submit}>
      <div className="form-pair">
        <div className="form-field">
          <label className="form-label" htmlFor="endpoint-name">
            Name
          </label>
          <input
            id="endpoint-name"
            className="input"
            value={name}
            autoFocus
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <div className="form-field">
          <label className="form-label" htmlFor="endpoint-api">
            It speaks
          </label>
          <div className="select">
            <select id="endpoint-api" className="input" value={api} onChange={(event) => setApi(ModelApi.parse(event.target.value))}>
              {ModelApi.options.map((option) => (
                <option key={option} value={option}>
                  {API_NAMES[option]}
                </option>
              ))}
            </select>
            <Icon name="choose" />
          </div>
        </div>
      </div>
      <div className="form-field">
        <label className="form-label" htmlFor="endpoint-url">
          Base URL
        </label>
        <input
          id="endpoint-url"
          className="input"
          inputMode="url"
          placeholder="http://127.0.0.1:8080/v1"
          value={baseUrl}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setBaseUrl(event.target.value)}
        />
      </div>
      <div className="form-pair">
        <div className="form-field">
          <label className="form-label" htmlFor="endpoint-models">
            Model ids, one a line
          </label>
          <textarea
            id="endpoint-models"
            className="input"
            rows={2}
            value={models}
            spellCheck={false}
            onChange={(event) => setModels(event.target.value)}
          />
        </div>
        <div className="form-field">
          <label className="form-label" htmlFor="endpoint-key">
            Key, if it needs one
          </label>
          <input
            id="endpoint-key"
            className="input"
            type="password"
            value={key}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </div>
      <FormEnd refusal={attempt.refusal} action="Add the endpoint" disabled={!ready} onCancel={onDone} />
    </form>
  )
}
