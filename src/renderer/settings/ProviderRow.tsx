import { useState } from 'react'
import type { ProviderView } from '../../shared/model'
import { client } from '../connection'
import { Button, formatDuration, Icon, IconButton, Menu, MenuItem } from '../ui'
import { KeyForm } from './KeyForm'
import { removeProvider, setKey } from './providers'
import { useAttempt } from './use-attempt'

const KEY_WORDS: Record<NonNullable<ProviderView['keySource']>, string> = {
  keychain: 'key in the keychain',
  file: 'key in a file of this host',
  environment: 'key from the environment'
}

type Checked = Awaited<ReturnType<typeof client.models.check>>

/** One provider: where its key is, and whether a model of it answers. */
export function ProviderRow({ provider }: { provider: ProviderView }) {
  const { id, models, keySource } = provider
  const [model, setModel] = useState(models[0]?.id ?? '')
  const [checked, setChecked] = useState<Checked | null>(null)
  const [changingKey, setChangingKey] = useState(false)
  const attempt = useAttempt()
  const isOurs = keySource === 'keychain' || keySource === 'file'

  const check = (): void => {
    setChecked(null)
    void attempt.run(async () => setChecked(await client.models.check({ model: `${id}/${model}` })))
  }

  return (
    <li className="provider">
      <div className="provider-line">
        <span className="cut">
          <b>{provider.name}</b>
          <span className="provider-about">
            {keySource === null ? 'no key' : KEY_WORDS[keySource]}
            {provider.baseUrl !== null && ` · ${provider.baseUrl}`}
          </span>
        </span>
        <span className="acts">
          {models.length > 0 && (
            <div className="select">
              <select
                className="input"
                aria-label={`Model of ${provider.name} to check`}
                value={model}
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
            Check
          </Button>
          <Menu trigger={<IconButton label={`Menu of ${provider.name}`} icon="more" />}>
            <MenuItem onSelect={() => setChangingKey(true)}>{keySource === null ? 'Set a key…' : 'Change the key…'}</MenuItem>
            {isOurs && <MenuItem onSelect={() => void attempt.run(() => setKey(id, null))}>Remove the key</MenuItem>}
            {provider.kind === 'custom' && (
              <MenuItem onSelect={() => void attempt.run(() => removeProvider(id))}>Remove the endpoint</MenuItem>
            )}
          </Menu>
        </span>
      </div>
      <p className={attempt.refusal || checked?.ok === false ? 'form-problem' : 'form-hint'} role="status">
        {attempt.busy && 'Asking for one word…'}
        {attempt.refusal && `${attempt.refusal.message} ${attempt.refusal.remedy}`}
        {checked && `${checked.message} (${formatDuration(checked.ms)})`}
      </p>
      {changingKey && <KeyForm providers={[provider]} onDone={() => setChangingKey(false)} />}
    </li>
  )
}
