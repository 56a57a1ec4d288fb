/**
 * What this operator's desk remembers of its own view: what was read, pinned, put aside, where a timeline stood. Never a
 * part of a Session: no tool and no record shows it. Values are JSON that only the window understands.
 */
import { z } from 'zod'
import { DESK_ENTRIES_MAX } from '../../shared/limits'
import { Refusal } from '../../shared/errors'
import type { DeskEntry } from '../../shared/model'
import { latest } from '../latest'
import { Listeners } from '../listeners'
import type { Database } from '../store/database'

const Row = z.object({ key: z.string(), value: z.string() })

export class Desk {
  readonly #listeners = new Listeners<[key: string]>()

  constructor(private readonly db: Database) {}

  all(): DeskEntry[] {
    return this.db.all(Row, 'SELECT key, value FROM desk ORDER BY key')
  }

  /** Null where there is none. */
  get(key: string): DeskEntry {
    return this.db.get(Row, 'SELECT key, value FROM desk WHERE key = ?', key) ?? { key, value: null }
  }

  /**
   * Keeps a value; null drops it.
   * @throws Refusal TOO_LARGE when the desk holds too many
   */
  set(key: string, value: string | null): void {
    if (value === null) this.db.run('DELETE FROM desk WHERE key = ?', key)
    else {
      const { count } = this.db.get(z.object({ count: z.number() }), 'SELECT count(*) AS count FROM desk') ?? { count: 0 }
      if (count >= DESK_ENTRIES_MAX && this.get(key).value === null) {
        throw new Refusal('TOO_LARGE', 'This desk remembers too much already.')
      }
      this.db.transaction(() => this.db.run('INSERT OR REPLACE INTO desk (key, value) VALUES (?, ?)', key, value), 'soon')
    }
    this.#listeners.tell(key)
  }

  /** Drops what was remembered of a worker that is gone: every key that ends with its id. */
  forget(workerId: string): void {
    for (const { key } of this.all()) if (key.endsWith(`.${workerId}`)) this.set(key, null)
  }

  /** Returns the disposer. */
  onChange(listener: (key: string) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** All entries at first, then those that have changed, until the signal aborts. */
  entries(signal: AbortSignal | undefined): AsyncGenerator<{ entries: DeskEntry[] }, void> {
    /** Null until all were told. */
    let changed: Set<string> | null = null
    const watch = (tell: () => void) =>
      this.onChange((key) => {
        changed?.add(key)
        tell()
      })
    const take = () => {
      const entries = changed ? [...changed].map((key) => this.get(key)) : this.all()
      changed = new Set()
      return { entries }
    }
    return latest(signal, watch, take, 0)
  }
}
