/** Tells of what is new in the queue: each thing once, and nothing of what somebody looks at. */
import { askItem, factId, factItem, type Look, type News, type QueueItem } from '../../shared/attention'
import { assertNever } from '../../shared/errors'
import type { Outcome, Settings } from '../../shared/model'
import { plainLine } from '../../shared/plain'
import type { Approvals } from '../approvals/approvals'
import { Listeners } from '../listeners'
import type { Projects } from '../project/projects'
import { cutText } from '../project/worker-view'
import type { SessionLog } from '../session/log'
import type { DeskMarks } from './desk-marks'
import type { AttentionFacts } from './facts'
import { Looks } from './looks'
import { Told } from './told.logic'

/** News that come within this time are told together, in ms. */
const TOGETHER_MS = 250
/** What is told of a request, a fault or a reply, in characters. */
const DETAIL_MAX = 240

export interface NewsSources {
  readonly facts: AttentionFacts
  readonly approvals: Approvals
  readonly marks: DeskMarks
  readonly log: SessionLog
  readonly projects: Projects
  readonly settings: { get(): Pick<Settings, 'notify'> }
}

export type NewsListener = (news: readonly News[]) => void

export class AttentionNews {
  readonly #looks = new Looks()
  readonly #told = new Told()
  readonly #listeners = new Listeners<Parameters<NewsListener>>(() => this.#begin())
  #fresh: QueueItem[] = []
  #timer: NodeJS.Timeout | null = null

  constructor(private readonly sources: NewsSources) {}

  /** Hears of news until the disposer is called. What is in the queue already is none. */
  subscribe(listener: NewsListener): () => void {
    return this.#listeners.add(listener)
  }

  /** A focused, visible window shows this until the signal aborts. */
  look(look: Look, signal: AbortSignal | undefined): AsyncGenerator<Record<string, never>, void> {
    return this.#looks.hold(look, signal)
  }

  #begin(): () => void {
    const { approvals, facts } = this.sources
    const disposers = [facts.watch((ids) => this.#factsChanged(ids)), approvals.onChange(() => this.#asksChanged())]
    for (const item of this.#all()) this.#told.isNews(item)
    return () => {
      disposers.forEach((dispose) => dispose())
      if (this.#timer) clearTimeout(this.#timer)
      this.#timer = null
      this.#fresh = []
    }
  }

  #all(): QueueItem[] {
    const { approvals, facts } = this.sources
    return [...approvals.open().map(askItem), ...facts.all().flatMap((fact) => this.#itemOf(factId(fact)) ?? [])]
  }

  #factsChanged(ids: readonly string[]): void {
    const { facts } = this.sources
    for (const id of ids) {
      const item = this.#itemOf(id)
      if (item) this.#consider(item)
      else if (!facts.get(id)) this.#forgetGone(workerOf(id))
    }
  }

  #forgetGone(workerId: string): void {
    const lifecycle = this.sources.log.get(workerId)?.lifecycle
    if (lifecycle === undefined || lifecycle === 'deleted') this.#told.forget(workerId)
  }

  #asksChanged(): void {
    const asks = this.sources.approvals.open()
    this.#told.keepAsks(new Set(asks.map((ask) => ask.id)))
    for (const ask of asks) this.#consider(askItem(ask))
  }

  #consider(item: QueueItem): void {
    if (!this.#told.isNews(item) || !this.#isWanted(item)) return
    this.#fresh.push(item)
    this.#timer ??= setTimeout(() => this.#tell(), TOGETHER_MS)
  }

  #isWanted({ rank, workerId }: QueueItem): boolean {
    const { marks, settings } = this.sources
    const { notify } = settings.get()
    return (notify === 'all' || (notify === 'needs' && rank !== 'unread')) && !marks.isMuted(workerId) && !this.#looks.sees(workerId)
  }

  /** What has been answered, read or looked at meanwhile is no news any more. */
  #tell(): void {
    const open = this.#openAsks()
    const fresh = this.#fresh.filter((item) => {
      const stands = item.rank === 'ask' ? open.has(item.ask.id) : this.#itemOf(idOf(item))?.key === item.key
      return stands && this.#isWanted(item)
    })
    this.#fresh = []
    this.#timer = null
    const news = fresh.map((item) => this.#newsOf(item))
    if (news.length > 0) this.#listeners.tell(news)
  }

  /** What the newest end of a worker is by itself: an earlier failure was told of when it came. */
  #itemOf(id: string): QueueItem | null {
    const { facts, marks } = this.sources
    const fact = facts.get(id)
    return fact ? factItem(fact.kind === 'ended' ? { ...fact, failure: null } : fact, marks) : null
  }

  #openAsks(): ReadonlySet<string> {
    return new Set(this.sources.approvals.open().map((ask) => ask.id))
  }

  #newsOf(item: QueueItem): News {
    const { key, rank, sessionId, workerId, name } = item
    const project = this.sources.projects.find(sessionId)?.name ?? ''
    return { key, rank, sessionId, workerId, worker: name, project, detail: cutText(this.#detailOf(item), DETAIL_MAX) }
  }

  #detailOf(item: QueueItem): string {
    switch (item.rank) {
      case 'ask': {
        const { title, detail } = item.ask.request
        return detail === '' ? title : `${title}: ${detail}`
      }
      case 'failed':
        return messageOf(item.outcome)
      case 'unknown':
        return item.what
      case 'unread':
        return headOf(this.sources.log.lastReply(item.workerId, item.turn))
      default:
        return assertNever(item)
    }
  }
}

function idOf(item: Exclude<QueueItem, { rank: 'ask' }>): string {
  return factId({ kind: item.rank === 'unknown' ? 'unknown' : 'ended', workerId: item.workerId })
}

function messageOf(outcome: Outcome): string {
  return outcome.kind === 'error' ? outcome.error.message : outcome.kind === 'blocked' ? (outcome.message ?? '') : ''
}

/** The beginning of a reply on one line, in plain words, bounded. */
export function headOf(reply: string | null): string {
  return cutText(plainLine(reply ?? '', 2 * DETAIL_MAX), DETAIL_MAX)
}

function workerOf(id: string): string {
  return id.slice(id.indexOf(' ') + 1)
}
