/** Other instances whose worker records the operator reads here. */
import { z } from 'zod'
import { RunSummary } from './records'

export const InstanceView = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  /** SHA-256 of the certificate that the operator has confirmed for this host; null for none. */
  fingerprint: z.string().nullable(),
  addedAt: z.number()
})
export type InstanceView = z.infer<typeof InstanceView>

/** How an instance was found when it was asked last. */
export const InstanceState = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ok'),
    /** What it says that it is, for example `crewdeck 0.1.0`; null for one that does not say. */
    service: z.string().nullable(),
    /** Those that it tells of, and those that the operator named. */
    runs: z.array(RunSummary)
  }),
  /** Nothing was sent: the operator has to compare the fingerprint and confirm it. */
  z.object({ kind: z.literal('untrusted'), fingerprint: z.string(), message: z.string(), remedy: z.string() }),
  /** Something answers that is not what was there before: the token was not sent. */
  z.object({ kind: z.literal('another'), message: z.string(), remedy: z.string() }),
  z.object({ kind: z.literal('failed'), message: z.string(), remedy: z.string() })
])
export type InstanceState = z.infer<typeof InstanceState>
