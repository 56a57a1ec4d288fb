import { useEffect, useState } from 'react'
import { useConnection } from '../connection'
import { Button, showTrouble } from '../ui'
import { useWords } from '../words'
import { EndpointForm } from './EndpointForm'
import { KeyForm } from './KeyForm'
import { ProviderRow } from './ProviderRow'
import { refreshProviders, useProviders } from './providers'
import { modelWords } from './words'

/** Where models come from: providers that pi knows and that need only a key, and endpoints of one's own. */
export function ModelSettings() {
  const say = useWords(modelWords)
  const providers = useProviders((state) => state.providers)
  const isLive = useConnection((connection) => connection.state === 'live')
  const [adding, setAdding] = useState<'key' | 'endpoint' | null>(null)
  useEffect(() => {
    if (!isLive) return
    const closed = new AbortController()
    refreshProviders(closed.signal).catch((error: unknown) => {
      if (!closed.signal.aborted) showTrouble(modelWords().notRead, error)
    })
    return () => closed.abort()
  }, [isLive])
  const inUse = providers?.filter((provider) => provider.kind === 'custom' || provider.keySource !== null) ?? []
  const others = providers?.filter((provider) => !inUse.includes(provider)) ?? []
  const close = (): void => setAdding(null)
  return (
    <section className="models">
      <p className="form-hint">{say.about}</p>
      {providers === null && <p className="form-hint">{say.reading}</p>}
      {providers !== null && inUse.length === 0 && <p className="form-hint">{say.none}</p>}
      <ul>
        {inUse.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </ul>
      {adding === 'key' && <KeyForm providers={others} onDone={close} />}
      {adding === 'endpoint' && <EndpointForm onDone={close} />}
      {adding === null && providers !== null && (
        <p className="form-end">
          {others.length > 0 && (
            <Button icon="plus" onClick={() => setAdding('key')}>
              {say.addKey}
            </Button>
          )}
          <Button icon="plus" onClick={() => setAdding('endpoint')}>
            {say.addEndpoint}
          </Button>
        </p>
      )}
    </section>
  )
}
