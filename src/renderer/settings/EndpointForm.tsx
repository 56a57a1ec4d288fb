import { useId, useState, type FormEvent } from 'react'
import { ModelApi, type ProviderView } from '../../shared/model'
import { Icon } from '../ui'
import { useWords } from '../words'
import { freeId, parseModels } from './endpoint.logic'
import { FormEnd } from './FormEnd'
import { InnerForm } from './InnerForm'
import { saveProvider, setKey, useProviders } from './providers'
import { useAttempt } from './use-attempt'
import { modelWords } from './words'

interface EndpointFormProps {
  /** The endpoint that is changed; left out, a new one is added. */
  endpoint?: ProviderView
  onDone(): void
}

/** An endpoint that speaks one of the known APIs: a server of one's own, a gateway, a local model. */
export function EndpointForm({ endpoint, onDone }: EndpointFormProps) {
  const say = useWords(modelWords)
  const field = useId()
  const [name, setName] = useState(endpoint?.name ?? '')
  const [api, setApi] = useState<ModelApi>(endpoint?.api ?? 'openai-completions')
  const [baseUrl, setBaseUrl] = useState(endpoint?.baseUrl ?? '')
  const [models, setModels] = useState(endpoint?.models.map((model) => model.id).join('\n') ?? '')
  const [key, setText] = useState('')
  // Kept over attempts: what was stored before the key was refused is then stored again, not doubled.
  const [id, setId] = useState<string | null>(endpoint?.id ?? null)
  const attempt = useAttempt()
  const ids = parseModels(models)
  const ready = name.trim() !== '' && baseUrl.trim() !== '' && ids.length > 0 && !attempt.busy

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const taken = useProviders.getState().providers?.map((provider) => provider.id) ?? []
    const provider = { id: id ?? freeId(name, taken, 'endpoint'), name: name.trim(), api, baseUrl: baseUrl.trim(), models: ids }
    setId(provider.id)
    void attempt.run(async () => {
      await saveProvider(provider)
      if (key.trim() !== '') await setKey(provider.id, key.trim())
    }, onDone)
  }

  return (
    <InnerForm onSubmit={submit} onDone={onDone}>
      <div className="form-pair">
        <div className="form-field">
          <label className="form-label" htmlFor={`${field}-name`}>
            {say.name}
          </label>
          <input
            id={`${field}-name`}
            className="input"
            value={name}
            autoFocus
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <div className="form-field">
          <label className="form-label" htmlFor={`${field}-api`}>
            {say.speaks}
          </label>
          <div className="select">
            <select id={`${field}-api`} className="input" value={api} onChange={(event) => setApi(ModelApi.parse(event.target.value))}>
              {ModelApi.options.map((option) => (
                <option key={option} value={option}>
                  {say.apis[option]}
                </option>
              ))}
            </select>
            <Icon name="choose" />
          </div>
        </div>
      </div>
      <div className="form-field">
        <label className="form-label" htmlFor={`${field}-url`}>
          {say.baseUrl}
        </label>
        <input
          id={`${field}-url`}
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
          <label className="form-label" htmlFor={`${field}-models`}>
            {say.modelIds}
          </label>
          <textarea
            id={`${field}-models`}
            className="input"
            rows={2}
            value={models}
            spellCheck={false}
            onChange={(event) => setModels(event.target.value)}
          />
        </div>
        <div className="form-field">
          <label className="form-label" htmlFor={`${field}-key`}>
            {endpoint?.keySource ? say.keyKept : say.keyIfNeeded}
          </label>
          <input
            id={`${field}-key`}
            className="input"
            type="password"
            value={key}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </div>
      <FormEnd refusal={attempt.refusal} action={endpoint ? say.saveIt : say.addIt} disabled={!ready} onCancel={onDone} />
    </InnerForm>
  )
}
