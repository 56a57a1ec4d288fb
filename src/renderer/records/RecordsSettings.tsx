import { useEffect, useState } from 'react'
import type { ServingView } from '../../shared/records'
import { client, refusalOf, useConnection, type RefusalView } from '../connection'
import { Setting, SwitchSetting } from '../settings/Setting'
import { useAttempt } from '../settings/use-attempt'
import { Button } from '../ui'
import { useWords } from '../words'
import { CopyButton } from './CopyButton'
import { sourceWords } from './source-words'
import './records.css'

/** Whether other programs may read the records of this host's workers, where, and with which token. */
export function RecordsSettings() {
  const from = useWords(sourceWords)
  const isLive = useConnection((connection) => connection.state === 'live')
  const [serving, setServing] = useState<ServingView | null>(null)
  const [refusal, setRefusal] = useState<RefusalView | null>(null)
  const renewing = useAttempt()
  useEffect(() => {
    if (!isLive) return
    const asked = new AbortController()
    client.records
      .serving({}, { signal: asked.signal })
      .then(setServing)
      .catch((error: unknown) => !asked.signal.aborted && setRefusal(refusalOf(error)))
    return () => asked.abort()
  }, [isLive])
  const renew = (): void => void renewing.run(async () => setServing(await client.records.renewToken({})))
  const url = serving?.state === 'always' ? location.origin : (serving?.url ?? null)
  return (
    <section className="settings">
      <p className="form-hint">{from.serving.about}</p>
      {refusal && (
        <p className="form-problem" role="alert">
          {refusal.message} {refusal.remedy}
        </p>
      )}
      {serving?.state === 'always' && <p>{from.serving.always}</p>}
      {serving && serving.state !== 'always' && (
        <SwitchSetting
          label={from.serving.on}
          hint={from.serving.onHint}
          value={serving.state === 'on'}
          save={async (enabled) => setServing(await client.records.serve({ enabled }))}
        />
      )}
      {serving && url !== null && serving.token !== null && (
        <>
          <Setting label={from.serving.url} hint={from.serving.urlHint} isGroup>
            {({ name }) => <Secret name={name} text={url} label={from.serving.copyUrl} isShown />}
          </Setting>
          <Setting
            label={from.serving.token}
            hint={from.serving.tokenHint}
            problem={renewing.refusal ? `${renewing.refusal.message} ${renewing.refusal.remedy}` : ''}
            isGroup
          >
            {({ name }) => <Secret name={name} text={serving.token ?? ''} label={from.serving.copyToken} isShown={false} />}
          </Setting>
          <p className="form-end">
            <Button icon="retry" disabled={renewing.busy} onClick={renew}>
              {from.serving.renew}
            </Button>
          </p>
        </>
      )}
    </section>
  )
}

/** A text that is copied; one that is secret stays hidden until it is asked for. */
function Secret({ name, text, label, isShown }: { name: string; text: string; label: string; isShown: boolean }) {
  const from = useWords(sourceWords)
  const [isOpen, setOpen] = useState(isShown)
  return (
    <span className="serving-token" role="group" aria-labelledby={name}>
      {isOpen ? <code className="cut">{text}</code> : <span aria-hidden="true">{'•'.repeat(6)}</span>}
      {!isShown && (
        <Button small kind="plain" onClick={() => setOpen(!isOpen)}>
          {isOpen ? from.serving.hide : from.serving.show}
        </Button>
      )}
      <CopyButton text={() => text} label={label} />
    </span>
  )
}
