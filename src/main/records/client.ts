/**
 * Reads the worker records of any instance that serves them. One question at a time, no retries, no wishes granted that
 * the answer does not hold: what is missing is missing, what changed between two pages is told.
 */
import { InstanceIdentity, RecordsError, type RunSummary } from '../../shared/records'
import { seePage, seeRun, seeRuns, type SeenPage, type SeenRun } from '../../shared/records-seen'
import { DEFAULT_BOUNDS, get, InstanceFailure, type Address, type Bounds, type Reply } from './transport'

export interface Connection extends Address {
  /** Null asks only what needs none. */
  readonly token: string | null
  /** The identity that must answer before the token is sent; null where none is known. */
  readonly instanceId?: string | null
}

export interface PageRequest {
  readonly offset: number
  readonly limit: number
}

/** Why a copy of a transcript is not the whole of it. */
export type PartialReason = 'total-changed' | 'page-cap' | 'no-progress' | 'failed'

/** An answer as it is understood, and as it came. */
export interface Answered<T> {
  readonly seen: T
  readonly raw: unknown
}

export type Step =
  | { readonly kind: 'page'; readonly page: SeenPage; readonly raw: unknown }
  /** The last step of a copy that is not whole. */
  | { readonly kind: 'partial'; readonly reason: PartialReason; readonly message: string }

export interface CopyRequest extends PageRequest {
  readonly maxPages: number
}

export const ANOTHER = {
  message: 'Another instance answers at this address.',
  remedy: 'The token was not sent. Look what runs there now.'
}

/** How long it counts as known who answers, in ms: another program may take over the address. */
const KNOWN_MS = 5_000

export class RecordsClient {
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly connection: Connection,
    private readonly bounds: Bounds = DEFAULT_BOUNDS
  ) {}

  /**
   * Who answers; null for an instance that does not say. No token is sent.
   * @throws InstanceFailure
   */
  async identity(signal?: AbortSignal): Promise<InstanceIdentity | null> {
    const reply = await get(this.connection, '/api/instance', { signal, bounds: this.bounds })
    const identity = reply.status === 200 ? InstanceIdentity.safeParse(parsed(reply.text)) : null
    return identity?.success ? identity.data : null
  }

  /** The runs that the instance tells of; null for one that has no such list. @throws InstanceFailure */
  async runs(signal?: AbortSignal): Promise<RunSummary[] | null> {
    const reply = await this.#ask('/api/runs', signal)
    if (reply.status === 404) return null
    return understood(seeRuns(jsonOf(reply)))
  }

  /** @throws InstanceFailure */
  async workers(runId: string, signal?: AbortSignal): Promise<Answered<SeenRun>> {
    const raw = jsonOf(await this.#ask(`/api/runs/${encodeURIComponent(runId)}/workers`, signal))
    const seen = understood(seeRun(raw))
    if (seen.run_id !== runId) throw mismatch()
    return { seen, raw }
  }

  /** One page, as it is now. @throws InstanceFailure */
  async page(runId: string, workerId: string, { offset, limit }: PageRequest, signal?: AbortSignal): Promise<Answered<SeenPage>> {
    const path = `/api/runs/${encodeURIComponent(runId)}/workers/${encodeURIComponent(workerId)}/transcript`
    const raw = jsonOf(await this.#ask(`${path}?offset=${offset}&limit=${limit}`, signal))
    const page = understood(seePage(raw))
    if (page.run_id !== runId || page.workerId !== workerId) throw mismatch()
    // More than it says that it holds would be read twice.
    const surplus = Math.max(0, page.entries.length - page.limit)
    return { seen: surplus === 0 ? page : { ...page, entries: page.entries.slice(0, page.limit), skipped: page.skipped + surplus }, raw }
  }

  /**
   * Page after page, each beginning where the last answer says that it ended. Ends with a `partial` step when the copy
   * is not whole.
   * @throws InstanceFailure when not even the first page can be had
   */
  async *copy(runId: string, workerId: string, request: CopyRequest, signal?: AbortSignal): AsyncGenerator<Step> {
    let offset = request.offset
    let total: number | null = null
    for (let pages = 0; ; pages++) {
      if (pages >= request.maxPages) {
        yield partial('page-cap', `Stopped after ${pages} ${pages === 1 ? 'page' : 'pages'}; the record goes on at ${offset}.`)
        return
      }
      let answered: Answered<SeenPage>
      try {
        answered = await this.page(runId, workerId, { offset, limit: request.limit }, signal)
      } catch (error) {
        if (pages === 0 || !(error instanceof InstanceFailure)) throw error
        yield partial('failed', `${error.message} What came before it is here.`)
        return
      }
      const { seen: page, raw } = answered
      if (total !== null && page.total !== total) {
        yield partial('total-changed', `The record had ${total} entries and now has ${page.total}: its pages do not fit together.`)
        return
      }
      total = page.total
      yield { kind: 'page', page, raw }
      const next = page.offset + page.limit
      if (next >= total) return
      if (next <= offset) {
        yield partial('no-progress', `The instance says that the next page begins at ${next}, and it began there before.`)
        return
      }
      offset = next
    }
  }

  async #ask(path: string, signal: AbortSignal | undefined): Promise<Reply> {
    const { token, instanceId = null } = this.connection
    if (instanceId !== null && performance.now() - this.#checkedAt > KNOWN_MS) {
      const identity = await this.identity(signal)
      if (identity?.instance_id !== instanceId) {
        throw new InstanceFailure('another', ANOTHER.message, ANOTHER.remedy)
      }
      this.#checkedAt = performance.now()
    }
    const headers = token === null ? {} : { 'X-Agent-Service-Token': token }
    return get(this.connection, path, { headers, signal, bounds: this.bounds })
  }
}

function partial(reason: PartialReason, message: string): Step {
  return { kind: 'partial', reason, message }
}

/** The JSON of an answer that is one. @throws InstanceFailure */
function jsonOf(reply: Reply): unknown {
  if (reply.status === 200) {
    const json = parsed(reply.text)
    if (json === undefined) throw malformed()
    return json
  }
  throw failureOf(reply)
}

function failureOf({ status, text }: Reply): InstanceFailure {
  const said = RecordsError.safeParse(parsed(text))
  const words = said.success ? ` It says: ${said.data.error.message.slice(0, 300)}` : ''
  switch (status) {
    case 400:
      return new InstanceFailure('id', `The instance takes an id for none.${words}`, 'Use ids that it has returned.')
    case 401:
      return new InstanceFailure('token', `The instance does not take the token.${words}`, 'Enter its token again.')
    case 404:
      return new InstanceFailure('missing', `There is no such run, worker or record, or it belongs to somebody else.${words}`, 'An older instance may not serve records at all.')
    case 503:
      return new InstanceFailure('not-ready', `The instance is not ready.${words}`, 'Try again in a moment.')
    default:
      if (status >= 500) return new InstanceFailure('fault', `Something went wrong inside of the instance (${status}).${words}`, 'Its log may say what.')
      if (status >= 300 && status < 400) {
        return new InstanceFailure('redirected', 'The instance sends its readers elsewhere, where the token may not go.', 'Enter the address that it really has.')
      }
      return new InstanceFailure('unexpected', `The instance answered with ${status}.${words}`, 'Look whether the address is right.')
  }
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function understood<T>(seen: T | null): T {
  if (seen === null) throw malformed()
  return seen
}

function malformed(): InstanceFailure {
  return new InstanceFailure('malformed', 'The answer is none that a records API gives.', 'Look whether the address is right.')
}

function mismatch(): InstanceFailure {
  return new InstanceFailure('malformed', 'The answer is about another run or worker than the question.')
}
