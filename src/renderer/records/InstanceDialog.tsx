import { useId, useRef, useState, type SubmitEvent } from 'react'
import type { InstanceView } from '../../shared/instances'
import { client } from '../connection'
import { useAttempt } from '../settings/use-attempt'
import { Button, Dialog } from '../ui'
import { useWords } from '../words'
import { askInstance } from './instances'
import { sourceWords } from './source-words'
import { words } from './words'

interface InstanceDialogProps {
  /** The one whose token is changed; without it, a new one is added. */
  instance?: InstanceView
  onClose(): void
}

export function InstanceDialog({ instance, onClose }: InstanceDialogProps) {
  const say = useWords(words)
  const from = useWords(sourceWords)
  const [url, setUrl] = useState('')
  const [token, setToken] = useState('')
  const [name, setName] = useState('')
  const attempt = useAttempt()
  const first = useRef<HTMLInputElement>(null)
  const id = useId()
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const work = async (): Promise<void> => {
      if (instance) await client.instances.setToken({ id: instance.id, token })
      else await client.instances.add({ url, token, name })
      if (instance) void askInstance(instance.id)
    }
    void attempt.run(work, onClose)
  }
  const isWhole = token.trim() !== '' && (instance !== undefined || url.trim() !== '')
  return (
    <Dialog
      open
      title={instance ? from.instance.tokenOf(instance.name) : from.instance.addTitle}
      description={instance ? undefined : from.instance.addAbout}
      onClose={onClose}
      initialFocus={first}
    >
      <form className="form" onSubmit={submit} noValidate>
        {!instance && (
          <div className="form-field">
            <label className="form-label" htmlFor={`${id}-url`}>
              {from.instance.url}
            </label>
            <input ref={first} id={`${id}-url`} className="input" type="url" value={url} placeholder="https://127.0.0.1:8443" autoComplete="off" onChange={(event) => setUrl(event.target.value)} />
          </div>
        )}
        <div className="form-field">
          <label className="form-label" htmlFor={`${id}-token`}>
            {from.instance.token}
          </label>
          <input ref={instance ? first : undefined} id={`${id}-token`} className="input" type="password" value={token} autoComplete="off" onChange={(event) => setToken(event.target.value)} />
          <p className="form-hint">{from.instance.tokenAbout}</p>
        </div>
        {!instance && (
          <div className="form-field">
            <label className="form-label" htmlFor={`${id}-name`}>
              {from.instance.name}
            </label>
            <input id={`${id}-name`} className="input" value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
          </div>
        )}
        <p className="form-problem" role="alert">
          {attempt.refusal && `${attempt.refusal.message} ${attempt.refusal.remedy}`}
        </p>
        <div className="form-end">
          <span className="is-last" />
          <Button onClick={onClose}>{say.clear.cancel}</Button>
          <Button kind="main" type="submit" disabled={attempt.busy || !isWhole}>
            {instance ? from.instance.keep : from.folder.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
