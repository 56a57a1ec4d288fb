/**
 * What it means that a text contains what somebody looks for: every term, anywhere in it, whatever the case, the width
 * and the accents of the letters. Terms stand between spaces; "what stands in quotes" is one term. Pure: the host finds by it, and
 * the window marks by it.
 */
import { z } from 'zod'
import { Id, Source } from './model'

/** Longest query, in characters. */
export const FIND_QUERY_MAX_CHARS = 400
/** Most hits of one answer. */
export const FIND_PAGE_MAX = 200

/** A place in a text, in UTF-16 units; `end` is exclusive. */
export const TextRange = z.object({ start: z.number().int(), end: z.number().int() })
export type TextRange = z.infer<typeof TextRange>

export const FindInput = z.object({
  query: z.string().max(FIND_QUERY_MAX_CHARS),
  /** Only in this Project; all of those that are listed, without it. */
  sessionId: Id.optional(),
  /** Only what this worker was told and said; its Coordinator by the id of the Project. */
  workerId: Id.optional(),
  /** `timeline`: only what a timeline shows, without what an agent said before its reply. */
  within: z.enum(['all', 'timeline']).default('all'),
  /** Goes on from the `next` of an answer. */
  before: z.number().int().positive().optional(),
  limit: z.number().int().min(1).max(FIND_PAGE_MAX)
})
export type FindInput = z.output<typeof FindInput>

const Snippet = z.object({
  /** The text around the first match, on one line, and the matches in it. */
  snippet: z.string(),
  ranges: z.array(TextRange),
  /** Whether there is more text before and after it. */
  cutBefore: z.boolean(),
  cutAfter: z.boolean()
})

export const FindHit = Snippet.extend({
  /** Newer messages have larger ones. */
  id: z.number().int(),
  sessionId: z.string(),
  projectName: z.string(),
  workerId: z.string(),
  workerName: z.string(),
  turn: z.number().int().positive(),
  messageId: z.string(),
  /** `between`: what an agent said before the reply of its turn, which only the transcript shows. */
  role: z.enum(['input', 'reply', 'between']),
  /** Who sent an input; null for what an agent said. */
  source: Source.nullable(),
  at: z.number().int()
})
export type FindHit = z.infer<typeof FindHit>

export const FindAnswer = z.object({
  /** Newest first. */
  hits: z.array(FindHit),
  /** Where older messages are still to be looked at; null once all were. An answer may have no hits and still go on. */
  next: z.number().int().nullable(),
  /** Everything since then has been looked at; null once all was. */
  since: z.number().int().nullable()
})
export type FindAnswer = z.infer<typeof FindAnswer>

export const FindPendingInput = FindInput.pick({ query: true, sessionId: true, workerId: true, limit: true }).extend({
  /** `next` of the answer before this one. */
  after: Id.optional()
})
export type FindPendingInput = z.output<typeof FindPendingInput>

/** A message that the host has accepted and no turn holds. */
export const PendingHit = Snippet.extend({
  sessionId: z.string(),
  projectName: z.string(),
  workerId: z.string(),
  workerName: z.string(),
  messageId: z.string(),
  source: Source,
  /** When it was accepted. */
  at: z.number().int()
})
export type PendingHit = z.infer<typeof PendingHit>

export const FindPendingAnswer = z.object({
  /** Newest first. */
  hits: z.array(PendingHit),
  /** Behind which pending message to go on; null once all were looked at. An answer may have no hits and still go on. */
  next: z.string().nullable()
})
export type FindPendingAnswer = z.infer<typeof FindPendingAnswer>

/** The terms of a query as they are compared, each once; empty when there is nothing to look for. */
export function termsOf(query: string): string[] {
  const parts = [...query.matchAll(/"([^"]*)"?|[^\s"]+/g)].map(([all, quoted]) => foldCase(quoted ?? all))
  return [...new Set(parts.filter((part) => part.trim() !== ''))]
}

/** Characters that stand for themselves in any form: for them lower case is all there is to do. */
const PLAIN = '\\x00-\\x7f\\u2013\\u2014\\u2018-\\u201d\\u2022\\u2190-\\u21ff\\u2500-\\u257f\\u3001\\u3002\\u3008-\\u3011\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc\\u4e00-\\u9fff'
const IS_PLAIN = new RegExp(`^[${PLAIN}]*$`)
/** A run of them, or a syllable that is written in its parts, or one character with the marks that belong to it. */
const CLUSTER = new RegExp(
  `[${PLAIN}]+(?!\\p{M})|[\\u1100-\\u115f][\\u1160-\\u11a7][\\u11a8-\\u11ff]?|[\\uac00-\\ud7a3][\\u11a8-\\u11ff]?|[\\uff66-\\uff9d][\\uff9e\\uff9f]|[^]\\p{M}*`,
  'gu'
)

/** Marks that people leave out when they look for something: accents, points of vowels; not those that make other syllables of kana, or the opposite (≠). */
const ACCENT = /[[[\p{Script=Inherited}\p{Script=Hebrew}]&&\p{M}]--[\u0338\u3099\u309a]]/gv
/** Letters that no form of Unicode takes apart, as people write them on a keyboard that lacks them. */
const LETTERS: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ł: 'l', ŧ: 't', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' }
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

/** The text as it is compared: one case, one width, no accents, one form of each character, and one kind of space. */
export function foldCase(text: string): string {
  return IS_PLAIN.test(text) ? foldPlain(text) : text.replace(CLUSTER, foldOne)
}

function foldPlain(text: string): string {
  return text.toLowerCase().replace(/[\t\n\v\f\r]/g, ' ')
}

/** Clusters as they are folded: a text has few of them, many times. */
const folds = new Map<string, string>()
const FOLDS_MOST = 4_096

function foldOne(cluster: string): string {
  if (IS_PLAIN.test(cluster)) return foldPlain(cluster)
  let folded = folds.get(cluster)
  if (folded === undefined) {
    folded = foldCluster(cluster)
    if (folds.size >= FOLDS_MOST) folds.clear()
    if (cluster.length <= 4) folds.set(cluster, folded)
  }
  return folded
}

function foldCluster(cluster: string): string {
  const bare = foldPlain(cluster.normalize('NFKC')).normalize('NFD').replace(ACCENT, '')
  return bare.replace(LETTER, (letter) => LETTERS[letter] ?? letter).normalize('NFC')
}

/** Whether a folded text contains all terms. */
export function containsAll(folded: string, terms: readonly string[]): boolean {
  return terms.every((term) => folded.includes(term))
}

/** Every place of every term in a text, ascending, without overlaps; at most `most`. */
export function matchesIn(text: string, terms: readonly string[], most = Number.POSITIVE_INFINITY): TextRange[] {
  const { folded, place } = foldWithPlaces(text)
  const found: TextRange[] = []
  for (const term of terms) {
    let count = 0
    for (let at = folded.indexOf(term); at >= 0 && count < most; at = folded.indexOf(term, at + term.length)) {
      found.push({ start: place(at, false), end: place(at + term.length, true) })
      count++
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end)
  const apart: TextRange[] = []
  for (const range of found) {
    const last = apart.at(-1)
    if (!last || range.start >= last.end) apart.push(range)
    else if (range.end > last.end) apart[apart.length - 1] = { start: last.start, end: range.end }
  }
  return apart.slice(0, most)
}

interface Folded {
  readonly folded: string
  /** Where a place of the folded text is in the text: the start of its character, or the end. */
  place(index: number, end: boolean): number
}

function foldWithPlaces(text: string): Folded {
  if (IS_PLAIN.test(text)) return { folded: foldPlain(text), place: (index) => index }
  /** Begins of the pieces in both texts; within a plain one, places run along. */
  const pieces: { folded: number; text: number; isPlain: boolean }[] = []
  let folded = ''
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    pieces.push({ folded: folded.length, text: index, isPlain: IS_PLAIN.test(cluster) })
    folded += foldOne(cluster)
  }
  pieces.push({ folded: folded.length, text: text.length, isPlain: false })
  return {
    folded,
    place(index, end) {
      let low = 0
      let high = pieces.length - 1
      // The last piece that begins at or before the place; for an end, the one that the last character before it is in.
      const wanted = end ? index - 1 : index
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((pieces[middle]?.folded ?? 0) <= wanted) low = middle
        else high = middle - 1
      }
      const piece = pieces[low] ?? { folded: 0, text: 0, isPlain: false }
      const next = pieces[low + 1] ?? piece
      if (piece.isPlain) return piece.text + index - piece.folded
      return end ? next.text : piece.text
    }
  }
}
