/** The endpoints that the operator has added, kept in `models.json`. */
import { z } from 'zod'
import { Id, ModelApi } from '../../shared/model'
import { readIfThere, setAside, writeAtomically } from './atomic-file'

export const Endpoint = z.object({
  id: Id,
  name: z.string(),
  api: ModelApi,
  baseUrl: z.string(),
  models: z.array(z.string())
})
export type Endpoint = z.infer<typeof Endpoint>

const File = z.object({ version: z.literal(1), endpoints: z.array(Endpoint) })

export interface EndpointStore {
  list(): Promise<readonly Endpoint[]>
  /** Adds it, or replaces the one of the same id. */
  put(endpoint: Endpoint): Promise<void>
  remove(id: string): Promise<void>
  /** Where a damaged file has been put aside; null where there was none. */
  damaged(): Promise<string | null>
}

/** Endpoints in the file `path`; changes are one after the other and atomic. */
export function createEndpointStore(path: string): EndpointStore {
  let damaged: string | null = null
  let state: Promise<readonly Endpoint[]> | null = null

  const load = async (): Promise<readonly Endpoint[]> => {
    const text = await readIfThere(path)
    if (text === null) return []
    try {
      return File.parse(JSON.parse(text)).endpoints
    } catch {
      damaged = await setAside(path)
      return []
    }
  }
  const current = () => {
    state ??= load().catch((error: unknown) => {
      state = null
      throw error
    })
    return state
  }
  let changing: Promise<void> = Promise.resolve()
  const change = (edit: (endpoints: readonly Endpoint[]) => readonly Endpoint[]): Promise<void> => {
    const done = changing.then(async () => {
      const next = edit(await current())
      await writeAtomically(path, `${JSON.stringify({ version: 1, endpoints: next }, null, 2)}\n`)
      state = Promise.resolve(next)
    })
    changing = done.catch(() => {})
    return done
  }

  return {
    list: current,
    put: (endpoint) => change((all) => [...all.filter((known) => known.id !== endpoint.id), endpoint]),
    remove: (id) => change((all) => all.filter((known) => known.id !== id)),
    damaged: async () => {
      await current()
      return damaged
    }
  }
}
