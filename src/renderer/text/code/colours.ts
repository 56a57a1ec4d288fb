/** The colours of a listing, asked of the worker once. */
import type { Language } from './languages'
import { startWorker } from '../start-worker'
import { Workshop } from '../workshop'
import type { Done, Job } from './worker'
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the worker's own bundle
import address from './worker?worker&url'

/** Longer code stays plain, in characters. */
const CODE_MAX = 200_000
/** Code that takes longer stays plain, in ms. */
const BUDGET_MS = 3_000
/** Most characters of code whose colours are kept. */
const KEEP_CHARS = 100_000

const workshop = new Workshop<Omit<Job, 'id'>, Done>(() => startWorker(address), BUDGET_MS)
const kept = new Map<string, Uint32Array>()
let keptChars = 0

const NOTHING = new Uint32Array()

/** What is known already; null when it has to be asked for. */
export function knownColours(code: string, language: Language): Uint32Array | null {
  return code.length > CODE_MAX ? NOTHING : (kept.get(keyOf(code, language)) ?? null)
}

/** Calls back with the colours, unless it is disposed of before. Code that takes too long has none, for good. */
export function askColours(code: string, language: Language, onColours: (pieces: Uint32Array) => void): () => void {
  const { result, cancel } = workshop.ask({ code, language })
  let isWanted = true
  void result.then((done) => {
    if (!isWanted) return
    const pieces = done?.pieces ?? NOTHING
    keep(keyOf(code, language), pieces)
    onColours(pieces)
  })
  return () => {
    isWanted = false
    cancel()
  }
}

function keep(key: string, pieces: Uint32Array): void {
  kept.set(key, pieces)
  keptChars += key.length
  for (const [oldest] of kept) {
    if (keptChars <= KEEP_CHARS || oldest === key) return
    kept.delete(oldest)
    keptChars -= oldest.length
  }
}

function keyOf(code: string, language: Language): string {
  return `${language} ${code}`
}
