/** pi's registry of models in this process, with the keys that the host has sent. Nothing of it is ever written to disk. */
import { ModelRuntime, type CreateAgentSessionOptions, type CreateModelRuntimeOptions } from '@earendil-works/pi-coding-agent'
import type { CheckResult, KnownProvider, ResolvedModel } from '../../../models/resolved'
import { EngineError } from '../../engine'
import { emptyFailure, failureOf, timeoutFailure, type Failure } from './failures.logic'

export type PiModel = NonNullable<CreateAgentSessionOptions['model']>
type CredentialStore = NonNullable<CreateModelRuntimeOptions['credentials']>

/** Providers that need more than one key: an account, a region, a sign-in. */
const NEEDS_MORE_THAN_A_KEY = new Set([
  'amazon-bedrock', 'azure', 'cloudflare-ai-gateway', 'cloudflare-workers-ai', 'github-copilot', 'google-vertex', 'openai-codex', 'radius'
])
/** The client libraries want a key even where the endpoint takes none. */
const NO_KEY = 'none'

export class Registry {
  readonly #keys: Map<string, string>
  /** What was registered for each endpoint of the operator's, and with which models. */
  readonly #endpoints = new Map<string, { address: string; models: Set<string> }>()

  private constructor(
    readonly runtime: ModelRuntime,
    keys: Map<string, string>
  ) {
    this.#keys = keys
  }

  static async create(): Promise<Registry> {
    const keys = new Map<string, string>()
    const runtime = await ModelRuntime.create({ credentials: storeOf(keys), modelsPath: null, refreshOnCreate: false })
    return new Registry(runtime, keys)
  }

  /** Takes the key and the address, and gives pi's model. @throws EngineError MODEL_UNKNOWN */
  use(model: ResolvedModel): PiModel {
    this.#keys.set(model.provider, model.key ?? NO_KEY)
    if (model.kind === 'custom') this.#register(model)
    const found = this.runtime.getModel(model.provider, model.modelId)
    if (!found) throw new EngineError('MODEL_UNKNOWN', `${model.providerName} has no model "${model.modelId}". Choose another model.`)
    return found
  }

  #register(model: Extract<ResolvedModel, { kind: 'custom' }>): void {
    const address = `${model.api} ${model.baseUrl}`
    const before = this.#endpoints.get(model.provider)
    if (before?.address === address && before.models.has(model.modelId)) return
    const models = new Set([...(before?.address === address ? before.models : []), model.modelId])
    this.#endpoints.set(model.provider, { address, models })
    this.runtime.registerProvider(model.provider, {
      name: model.providerName,
      baseUrl: model.baseUrl,
      api: model.api,
      models: [...models].map((id) => ({
        id,
        name: id,
        reasoning: false,
        input: ['text'],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        // What pi assumes of a model that it does not know. A smaller one says so in its errors, and pi then shortens.
        contextWindow: 128_000,
        // Anthropic's API wants a limit with every call; the others get none (`withoutOutputLimit`), but for summaries.
        maxTokens: model.api === 'anthropic-messages' ? 16_384 : 4_096,
        ...(model.api === 'openai-completions' ? { compat: { supportsStore: false } } : {})
      }))
    })
  }

  /** The providers that need one key and nothing else. */
  async catalogue(): Promise<KnownProvider[]> {
    const known: KnownProvider[] = []
    for (const provider of this.runtime.getProviders()) {
      const models = provider.getModels().map(({ id, name }) => ({ id, name }))
      if (NEEDS_MORE_THAN_A_KEY.has(provider.id) || this.#endpoints.has(provider.id) || models.length === 0) continue
      const environment = await this.#environmentOf(provider)
      known.push({ id: provider.id, name: provider.name, baseUrl: provider.baseUrl ?? null, environment, models })
    }
    return known
  }

  /** Which variables hold its key: those that pi asks for when it has none. */
  async #environmentOf(provider: ReturnType<ModelRuntime['getProviders']>[number]): Promise<string[]> {
    const names: string[] = []
    const env = async (name: string) => void names.push(name)
    const ctx = { env, fileExists: async () => false }
    await provider.auth.apiKey?.resolve({ ctx, signal: new AbortController().signal }).catch(() => undefined)
    return names.filter((name) => name.endsWith('_API_KEY') || name === 'HF_TOKEN')
  }

  /** Asks the model for one word. Never rejects. */
  async check(model: ResolvedModel, timeoutMs: number): Promise<CheckResult> {
    const startedAt = performance.now()
    const end = (failure: Failure | null): CheckResult => {
      const ms = Math.round(performance.now() - startedAt)
      const answered = ms < 1_000 ? `${model.modelId} answered in ${ms} ms.` : `${model.modelId} answered in ${(ms / 1_000).toFixed(1)} s.`
      return { ok: !failure, message: failure?.message ?? answered, ms }
    }
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const answer = await this.runtime.completeSimple(
        this.use(model),
        { messages: [{ role: 'user', content: 'Answer with the single word: ready', timestamp: Date.now() }] },
        { signal, maxRetries: 0, maxTokens: 256 }
      )
      if (signal.aborted) return end(timeoutFailure(model.providerName, timeoutMs / 1_000))
      if (answer.stopReason === 'error' || answer.stopReason === 'aborted') {
        return end(failureOf(answer.errorMessage ?? '', model.providerName, [model.key ?? '']))
      }
      return end(answer.content.length === 0 ? emptyFailure(model.providerName) : null)
    } catch (error) {
      if (signal.aborted) return end(timeoutFailure(model.providerName, timeoutMs / 1_000))
      return end(failureOf(error instanceof Error ? error.message : '', model.providerName, [model.key ?? '']))
    }
  }
}

/**
 * The body of a request without a limit for the answer, so that an endpoint applies its own: one that is larger than a
 * small model's window would be refused.
 */
export function withoutOutputLimit(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const limits = ['max_tokens', 'max_completion_tokens', 'max_output_tokens']
  return Object.fromEntries(Object.entries(body).filter(([name]) => !limits.includes(name)))
}

function storeOf(keys: Map<string, string>): CredentialStore {
  const read: CredentialStore['read'] = async (provider) => {
    const key = keys.get(provider)
    return key === undefined ? undefined : { type: 'api_key', key }
  }
  return {
    read,
    list: async () => [...keys.keys()].map((providerId) => ({ providerId, type: 'api_key' as const })),
    modify: (provider) => read(provider),
    delete: async () => undefined
  }
}
