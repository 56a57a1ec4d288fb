/** What it takes to call one model: where it is, how it speaks, and its key. Crosses to the pi process by message only. */
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import { ModelApi } from '../../shared/model'

export const ResolvedModel = z.discriminatedUnion('kind', [
  /** pi's own registry knows everything but the key. */
  z.object({ kind: z.literal('builtin'), provider: z.string(), providerName: z.string(), modelId: z.string(), key: z.string() }),
  z.object({
    kind: z.literal('custom'),
    provider: z.string(),
    providerName: z.string(),
    modelId: z.string(),
    /** Null for an endpoint that takes none, such as one on this machine. */
    key: z.string().nullable(),
    api: ModelApi,
    baseUrl: z.string()
  })
])
export type ResolvedModel = z.infer<typeof ResolvedModel>

/** A known provider has no key, neither in the store nor in the environment. */
export class MissingKey extends Refusal {
  constructor(providerName: string) {
    super('UNAVAILABLE', `There is no key for ${providerName}.`, 'Set one in Settings, then retry.')
  }
}

/** A provider as pi's registry lists it. */
export const KnownProvider = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string().nullable(),
  /** Environment variables that usually hold its key, best first. */
  environment: z.array(z.string()),
  models: z.array(z.object({ id: z.string(), name: z.string() }))
})
export type KnownProvider = z.infer<typeof KnownProvider>

export const CheckResult = z.object({ ok: z.boolean(), message: z.string(), ms: z.number().int().nonnegative() })
export type CheckResult = z.infer<typeof CheckResult>

/** Who knows the registry and can call a model: the pi process. Both reject with an EngineError when it cannot be had. */
export interface ModelBackend {
  /** Providers that need one key and nothing else. */
  catalogue(): Promise<readonly KnownProvider[]>
  /** Asks the model for one word; gives up after `timeoutMs`. */
  check(model: ResolvedModel, timeoutMs: number): Promise<CheckResult>
}
