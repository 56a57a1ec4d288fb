import { useState } from 'react'
import { Button } from '../ui'
import { EndpointForm } from './EndpointForm'
import { KeyForm } from './KeyForm'
import { ProviderRow } from './ProviderRow'
import { useProviders } from './providers'

/** Where models come from: providers that pi knows and that need only a key, and endpoints of one's own. */
export function ModelSettings() {
  const providers = useProviders((state) => state.providers)
  const [adding, setAdding] = useState<'key' | 'endpoint' | null>(null)
  if (providers === null) return null
  const inUse = providers.filter((provider) => provider.kind === 'custom' || provider.keySource !== null)
  const others = providers.filter((provider) => !inUse.includes(provider))
  const close = (): void => setAdding(null)
  return (
    <section className="models" aria-labelledby="models-title">
      <h3 id="models-title">Models</h3>
      {inUse.length === 0 && <p className="form-hint">No provider has a key yet. Shell workers need none; pi workers need one.</p>}
      <ul>
        {inUse.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
      </ul>
      {adding === 'key' && <KeyForm providers={others} onDone={close} />}
      {adding === 'endpoint' && <EndpointForm onDone={close} />}
      {adding === null && (
        <p className="form-end">
          {others.length > 0 && (
            <Button icon="plus" onClick={() => setAdding('key')}>
              Add a provider key…
            </Button>
          )}
          <Button icon="plus" onClick={() => setAdding('endpoint')}>
            Add an endpoint…
          </Button>
        </p>
      )}
    </section>
  )
}
