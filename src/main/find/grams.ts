/**
 * The words of the index. SQLite's own tokenizers know words between spaces, which Chinese has not, or three characters
 * in a row, of which a Chinese word has two. Ours are short pieces of folded text: two characters in a row, and each
 * alone, where a script is written without spaces; three in a row within other words. So whatever a text contains, its
 * pieces are among the pieces of the text; whether it does is then seen in the text itself.
 */

/** A change of what `gramsOf` or `foldCase` gives must change it: the index is then made anew. */
export const GRAMS_VERSION = 2

/** Runs of one kind: what is written without spaces, or else words. */
const DENSE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}\\p{Script=Hangul}\\u30fc'
const RUN = new RegExp(`([${DENSE}]+)|[[\\p{L}\\p{N}\\p{M}]--[${DENSE}]]+`, 'gv')

/** Most pieces that a query asks for: more would not make it more exact. */
const QUERY_MAX = 16

/** Every piece of a folded text, each once. */
export function gramsOf(folded: string): Set<string> {
  const grams = new Set<string>()
  for (const [run, dense] of folded.matchAll(RUN)) {
    const parts = charactersOf(run)
    if (dense === undefined) addRuns(grams, parts, 3)
    else {
      for (const part of parts) grams.add(part)
      addRuns(grams, parts, 2)
    }
  }
  return grams
}

/** The pieces that every text with these folded terms has; empty where they are too short to tell. */
export function gramsOfTerms(terms: readonly string[]): string[] {
  const grams = new Set<string>()
  for (const term of terms) {
    for (const [run, dense] of term.matchAll(RUN)) {
      const parts = charactersOf(run)
      if (dense !== undefined && parts.length === 1) grams.add(run)
      else addRuns(grams, parts, dense === undefined ? 3 : 2)
    }
  }
  return [...grams].slice(0, QUERY_MAX)
}

function addRuns(grams: Set<string>, parts: string | readonly string[], length: number): void {
  for (let at = 0; at + length <= parts.length; at++) {
    const gram = parts.slice(at, at + length)
    grams.add(typeof gram === 'string' ? gram : gram.join(''))
  }
}

/** Characters beyond the basic plane are two units of a string, and one of ours. */
function charactersOf(run: string): string | readonly string[] {
  return /[\ud800-\udfff]/.test(run) ? [...run] : run
}
