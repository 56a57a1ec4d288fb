/**
 * When each open turn was last heard from, kept for the next host: a turn whose host dies has ended then, and not when
 * somebody starts the host again. Written every few seconds while something is heard, and never waited for.
 */
import { z } from 'zod'
import type { Database } from '../store/database'

const WRITE_EVERY_MS = 2_000

const Row = z.object({ heard_at: z.number() })

export class LastHeard {
  readonly #heard = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null

  constructor(private readonly db: Database) {}

  /** @param at epoch ms */
  heard(sessionId: string, at: number): void {
    this.#heard.set(sessionId, at)
    this.#timer ??= setTimeout(() => this.#write(), WRITE_EVERY_MS).unref()
  }

  /** As far as it was written; null where it never was. */
  of(sessionId: string): number | null {
    return this.db.get(Row, 'SELECT heard_at FROM heard WHERE session_id = ?', sessionId)?.heard_at ?? null
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  #write(): void {
    this.#timer = null
    const heard = [...this.#heard]
    this.#heard.clear()
    try {
      this.db.transaction(() => {
        for (const [sessionId, at] of heard) this.db.run('INSERT OR REPLACE INTO heard (session_id, heard_at) VALUES (?, ?)', sessionId, at)
      }, 'soon')
    } catch {
      // Its turns tell of a database that cannot be written; this alone would be no loss.
    }
  }
}
