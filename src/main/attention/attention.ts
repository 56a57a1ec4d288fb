/** What needs the operator, put together: its facts, what is new, and what a row of the queue says. */
import type { Database } from '../store/database'
import type { SessionLog } from '../session/log'
import { DeskMarks } from './desk-marks'
import { AttentionFacts, type FactSources } from './facts'
import { AttentionNews, headOf, type NewsSources } from './news'
import { AttentionReads } from './reads'
import { watchWaiting, type WaitingSources } from './waiting'

type Sources = Omit<FactSources, 'reads' | 'marks'> & Omit<NewsSources, 'facts' | 'marks'> & { readonly db: Database }

export class Attention {
  readonly facts: AttentionFacts
  readonly news: AttentionNews
  readonly #log: SessionLog
  readonly #waiting: WaitingSources

  constructor(sources: Sources) {
    const marks = new DeskMarks(sources.desk, sources.clock())
    this.facts = new AttentionFacts({ ...sources, marks, reads: new AttentionReads(sources.db) })
    this.news = new AttentionNews({ ...sources, marks, facts: this.facts })
    this.#log = sources.log
    this.#waiting = { ...sources, marks, facts: this.facts }
  }

  /** Calls the listener with how many things need the operator, now and at each change. Returns the disposer. */
  watchWaiting(listener: (count: number) => void): () => void {
    return watchWaiting(this.#waiting, listener)
  }

  /** How the reply of a turn begins, on one line; empty where it left none. */
  head(workerId: string, turn: number): string {
    return headOf(this.#log.lastReply(workerId, turn))
  }
}
