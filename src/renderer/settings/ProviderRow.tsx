import { useState } from 'react'
import type { ProviderView } from '../../shared/model'
import { client } from '../connection'
import { Button, formatDuration, Icon, IconButton, Menu, MenuItem } from '../ui'
import { fromHost, useWords } from '../words'
import { Confirm } from './Confirm'
import { EndpointForm } from './EndpointForm'
import { KeyForm } from './KeyForm'
import { removeProvider, setKey } from './providers'
import { useAttempt } from './use-attempt'
import { modelWords } from './words'

type Checked = Awaited<ReturnType<typeof client.models.check>>

/** One provider: where its key is, and whether a model of it answers. */
export function ProviderRow({ provider }: { provider: ProviderView }) {
  const say = useWords(modelWords)
  const { id, models, keySource } = provider
  const [model, setModel] = useState(models[0]?.id ?? '')
  const [checked, setChecked] = useState<{ readonly model: string; readonly answer: Checked } | null>(null)
  /** What is done with it now, below its line. */
  const [doing, setDoing] = useState<'key' | 'edit' | 'remove' | 'remove-key' | null>(null)
  const attempt = useAttempt()
  const chosen = models.some((known) => known.id === model) ? model : (models[0]?.id ?? '')
  const isOurs = keySource === 'keychain' || keySource === 'file'

  const close = (): void => setDoing(null)
  const check = (): void => {
    setChecked(null)
    void attempt.run(async () => setChecked({ model: chosen, answer: await client.models.check({ model: `${id}/${chosen}` }) }))
  }

  // An answer is for the model that was asked, whichever is chosen by now.
  const answer = checked?.model === chosen ? checked.answer : null

  return (
    <li className="provider">
      <div className="provider-line">
        <span className="cut">
          <b>{provider.name}</b>
          <span className="provider-about">
            {keySource === null ? say.noKey : say.keyFrom[keySource]}
            {provider.baseUrl !== null && ` · ${provider.baseUrl}`}
          </span>
        </span>
        <span className="acts">
          {models.length > 0 && (
            <div className="select">
              <select
                className="input"
                aria-label={say.modelToCheck(provider.name)}
                value={chosen}
                onChange={(event) => setModel(event.target.value)}
              >
                {models.map((known) => (
                  <option key={known.id} value={known.id}>
                    {known.name}
                  </option>
                ))}
              </select>
              <Icon name="choose" />
            </div>
          )}
          <Button disabled={attempt.busy || models.length === 0} onClick={check}>
            {say.check}
          </Button>
          <Menu trigger={<IconButton label={say.menuOf(provider.name)} icon="more" />}>
            {provider.kind === 'custom' && <MenuItem onSelect={() => setDoing('edit')}>{say.edit}</MenuItem>}
            <MenuItem onSelect={() => setDoing('key')}>{keySource === null ? say.setKey : say.changeKey}</MenuItem>
            {isOurs && <MenuItem onSelect={() => setDoing('remove-key')}>{say.removeKey}</MenuItem>}
            {provider.kind === 'custom' && <MenuItem onSelect={() => setDoing('remove')}>{say.removeEndpoint}</MenuItem>}
          </Menu>
        </span>
      </div>
      <p className={attempt.refusal || answer?.ok === false ? 'form-problem' : 'form-hint'} role="status">
        {attempt.busy && doing === null && say.checking}
        {attempt.refusal && `${attempt.refusal.message} ${attempt.refusal.remedy}`}
        {answer && (answer.ok ? fromHost(answer.message) : `${fromHost(answer.message)} (${formatDuration(answer.ms)})`)}
      </p>
      {doing === 'key' && <KeyForm providers={[provider]} onDone={close} />}
      {doing === 'edit' && <EndpointForm endpoint={provider} onDone={close} />}
      {(doing === 'remove' || doing === 'remove-key') && (
        <Confirm
          question={doing === 'remove' ? say.endpointGoes(provider.name) : say.keyGoes(provider.name)}
          action={say.remove}
          keep={say.keep}
          busy={attempt.busy}
          onAction={() => void attempt.run(() => (doing === 'remove' ? removeProvider(id) : setKey(id, null)), close)}
          onKeep={close}
        />
      )}
    </li>
  )
}
