/**
 * Which models there are and what it takes to call one: pi's registry, the operator's own endpoints, and keys. Keys
 * leave this module only by `resolve` and `check`, towards the pi process.
 */
import { join } from 'node:path'
import { Refusal } from '../../shared/errors'
import type { ModelApi, ProviderView } from '../../shared/model'
import type { KeyStore } from '../host-options'
import { createEndpointStore, type Endpoint } from './endpoints'
import { MissingKey, type CheckResult, type KnownProvider, type ModelBackend, type ResolvedModel } from './resolved'

/** A check gives up after this long, in ms. */
const CHECK_TIMEOUT_MS = 15_000
const DAMAGED = 'The list of model endpoints could not be read and was put aside. Add your endpoints again in Settings.'
/** Listed before the others, in this order. */
const FIRST = ['openai', 'anthropic', 'google', 'deepseek', 'openrouter', 'mistral', 'groq', 'xai']

export interface ModelsOptions {
  /** Holds `models.json`. */
  readonly dataFolder: string
  readonly keys: KeyStore
  readonly backend: ModelBackend
  /** A model of our own that is listed nowhere: only who knows its name gets it. */
  readonly demo?: { readonly provider: string; resolve(): Promise<ResolvedModel> }
  /** Where keys are looked for when the store has none; our own environment by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

export interface NewEndpoint {
  readonly id: string
  readonly name: string
  readonly api: ModelApi
  readonly baseUrl: string
  readonly models: readonly string[]
}

export interface Models {
  /** The operator's endpoints, then the known providers. @throws Refusal UNAVAILABLE when the registry cannot be read */
  providers(): Promise<ProviderView[]>
  /** Adds or replaces an endpoint. @throws Refusal BAD_INPUT (address), CONFLICT (the id of a known provider) */
  saveProvider(endpoint: NewEndpoint): Promise<ProviderView>
  /** Forgets an endpoint and its key. @throws Refusal NOT_FOUND, FORBIDDEN (a known provider) */
  removeProvider(id: string): Promise<void>
  /** Stores a key, or removes it with null. @throws Refusal NOT_FOUND, UNAVAILABLE (the store cannot be written) */
  setKey(id: string, key: string | null): Promise<ProviderView>
  /** Asks the model for one word; never rejects for what the endpoint does. */
  check(model: string): Promise<CheckResult>
  /** @throws Refusal BAD_INPUT, NOT_FOUND (provider or model), MissingKey */
  resolve(model: string): Promise<ResolvedModel>
  /** What the operator has to know: a damaged file that was put aside. */
  notices(): Promise<string[]>
}

export function createModels(options: ModelsOptions): Models {
  const { keys, backend } = options
  const environment = options.environment ?? process.env
  const endpoints = createEndpointStore(join(options.dataFolder, 'models.json'))
  let asked: Promise<readonly KnownProvider[]> | null = null

  /** pi's registry; asked for once, and again after a failure. */
  const catalogue = async (): Promise<readonly KnownProvider[]> => {
    asked ??= backend.catalogue().then(inOrder)
    try {
      return await asked
    } catch (error) {
      asked = null
      const why = error instanceof Error ? error.message : ''
      throw new Refusal('UNAVAILABLE', `The list of model providers could not be read. ${why}`.trim(), 'Try again in a moment.')
    }
  }
  const endpointOf = async (id: string) => (await endpoints.list()).find((endpoint) => endpoint.id === id)
  const knownOf = async (id: string) => (await catalogue()).find((provider) => provider.id === id)
  const fromEnvironment = (names: readonly string[]) => {
    for (const name of names) {
      const value = environment[name]?.trim()
      if (value) return value
    }
    return null
  }

  const viewEndpoint = async (endpoint: Endpoint): Promise<ProviderView> => ({
    id: endpoint.id,
    name: endpoint.name,
    kind: 'custom',
    api: endpoint.api,
    baseUrl: endpoint.baseUrl,
    keySource: (await keys.get(endpoint.id)) === null ? null : keys.kind,
    models: endpoint.models.map((id) => ({ id, name: id }))
  })
  const viewKnown = async (provider: KnownProvider): Promise<ProviderView> => ({
    id: provider.id,
    name: provider.name,
    kind: 'builtin',
    api: null,
    baseUrl: provider.baseUrl,
    keySource:
      (await keys.get(provider.id)) !== null ? keys.kind : fromEnvironment(provider.environment) !== null ? 'environment' : null,
    models: [...provider.models]
  })

  const resolve = async (model: string): Promise<ResolvedModel> => {
    const slash = model.indexOf('/')
    const id = model.slice(0, slash)
    const modelId = model.slice(slash + 1)
    if (slash < 1 || modelId === '') {
      throw new Refusal('BAD_INPUT', `"${model}" is no model.`, 'Name one as provider/model, for example openai/gpt-5.')
    }
    if (options.demo?.provider === id) return options.demo.resolve()
    const endpoint = await endpointOf(id)
    if (endpoint) {
      if (!endpoint.models.includes(modelId)) throw noModel(endpoint.name, modelId)
      const { name: providerName, api, baseUrl } = endpoint
      return { kind: 'custom', provider: id, providerName, modelId, key: await keys.get(id), api, baseUrl }
    }
    const known = await knownOf(id)
    if (!known) throw noProvider(id, 'Choose another model, or add the endpoint in Settings.')
    if (!known.models.some((candidate) => candidate.id === modelId)) throw noModel(known.name, modelId)
    const key = (await keys.get(id)) ?? fromEnvironment(known.environment)
    if (key === null) throw new MissingKey(known.name)
    return { kind: 'builtin', provider: id, providerName: known.name, modelId, key }
  }

  return {
    resolve,
    async providers() {
      const own = await Promise.all((await endpoints.list()).map(viewEndpoint))
      return [...own, ...(await Promise.all((await catalogue()).map(viewKnown)))]
    },
    async saveProvider(wish) {
      const baseUrl = checkedBaseUrl(wish.baseUrl, wish.api)
      const known = await knownOf(wish.id)
      if (known) {
        throw new Refusal('CONFLICT', `"${wish.id}" is the id of ${known.name}.`, 'Give your endpoint another id.')
      }
      const endpoint = { id: wish.id, name: wish.name, api: wish.api, baseUrl, models: [...new Set(wish.models.map((id) => id.trim()))] }
      await endpoints.put(endpoint)
      return viewEndpoint(endpoint)
    },
    async removeProvider(id) {
      if (!(await endpointOf(id))) {
        const known = await knownOf(id)
        if (known) throw new Refusal('FORBIDDEN', `${known.name} is always listed.`, 'Remove its key instead.')
        throw noProvider(id, 'It may have been removed already.')
      }
      await endpoints.remove(id)
      await keys.set(id, null)
    },
    async setKey(id, key) {
      const endpoint = await endpointOf(id)
      const known = endpoint ? undefined : await knownOf(id)
      const view = endpoint ? () => viewEndpoint(endpoint) : known ? () => viewKnown(known) : null
      if (!view) throw noProvider(id, 'Add its endpoint first.')
      const trimmed = key?.trim() ?? null
      if (trimmed === '' || (trimmed !== null && /[^\x21-\x7e]/.test(trimmed))) {
        throw new Refusal('BAD_INPUT', 'This is no key: a key is one word without blanks.', 'Copy the key again.')
      }
      await keys.set(id, trimmed)
      return view()
    },
    async check(model) {
      const startedAt = performance.now()
      try {
        return await backend.check(await resolve(model), CHECK_TIMEOUT_MS)
      } catch (error) {
        return { ok: false, message: sentences(error), ms: Math.round(performance.now() - startedAt) }
      }
    },
    async notices() {
      const damaged = await endpoints.damaged()
      return damaged === null ? [] : [DAMAGED]
    }
  }
}

const noProvider = (id: string, remedy: string) => new Refusal('NOT_FOUND', `There is no model provider "${id}".`, remedy)

const noModel = (provider: string, modelId: string) =>
  new Refusal('NOT_FOUND', `${provider} has no model "${modelId}".`, 'Choose another model.')

function inOrder(providers: readonly KnownProvider[]): readonly KnownProvider[] {
  const place = (id: string) => (FIRST.includes(id) ? FIRST.indexOf(id) : FIRST.length)
  return providers.toSorted((a, b) => place(a.id) - place(b.id) || a.name.localeCompare(b.name, 'en'))
}

/** An address as pi wants it: no credentials, no query, and without the `/v1` that the Anthropic client adds itself. */
function checkedBaseUrl(text: string, api: ModelApi): string {
  const url = URL.parse(text.trim())
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Refusal('BAD_INPUT', 'The address of an endpoint starts with http:// or https://.', 'Example: http://127.0.0.1:11434/v1')
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new Refusal('BAD_INPUT', 'The address of an endpoint holds no key, query or fragment.', 'Put the key into the key field.')
  }
  const plain = url.href.replace(/\/+$/, '')
  return api === 'anthropic-messages' ? plain.replace(/\/v1$/, '') : plain
}

function sentences(error: unknown): string {
  if (error instanceof Refusal) return `${error.message} ${error.remedy}`.trim()
  return error instanceof Error ? error.message : 'The check failed.'
}
