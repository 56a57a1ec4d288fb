/** The operator's settings: one row, read back through its schema so that an old or broken value is simply the default. */
import { z } from 'zod'
import { DEFAULT_SETTINGS, Settings } from '../../shared/model'
import { Listeners } from '../listeners'
import type { Database } from '../store/database'

type Change = { [K in keyof Settings]?: Settings[K] | undefined }

export class SettingsStore {
  readonly #listeners = new Listeners()

  constructor(private readonly db: Database) {}

  get(): Settings {
    const row = this.db.get(z.object({ value: z.string() }), "SELECT value FROM setting WHERE key = 'settings'")
    if (!row) return DEFAULT_SETTINGS
    const parsed = Settings.partial().safeParse(JSON.parse(row.value))
    return parsed.success ? merge(DEFAULT_SETTINGS, parsed.data) : DEFAULT_SETTINGS
  }

  set(change: Change): Settings {
    const next = merge(this.get(), change)
    this.db.run("INSERT OR REPLACE INTO setting (key, value) VALUES ('settings', ?)", JSON.stringify(next))
    this.#listeners.tell()
    return next
  }

  /** Hears of every change, whoever made it. Returns the disposer. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }
}

function merge(base: Settings, change: Change): Settings {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return Settings.parse({ ...base, ...given })
}
