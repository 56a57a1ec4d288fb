/**
 * Characters that change what a reader sees without being seen: controls of the reading direction, which can make code
 * read otherwise than it runs, and heaps of combining marks, which cover the lines around them. Both are shown as what
 * they are.
 */

/** A run of a text, with the note that stands in place of it; `note` is null for ordinary text. */
export interface Run {
  readonly text: string
  readonly note: string | null
}

/** By code point: the short names that Unicode gives them. */
const CONTROLS = new Map([
  [0x202a, 'LRE'],
  [0x202b, 'RLE'],
  [0x202c, 'PDF'],
  [0x202d, 'LRO'],
  [0x202e, 'RLO'],
  [0x2066, 'LRI'],
  [0x2067, 'RLI'],
  [0x2068, 'FSI'],
  [0x2069, 'PDI']
])

/** More marks than any script puts on one letter. */
export const MARKS_KEPT = 8

const STRANGE = new RegExp(`[\\u202a-\\u202e\\u2066-\\u2069]|(?<=\\p{M}{${MARKS_KEPT}})\\p{M}+`, 'gu')

/** The text in runs: what can be drawn as it is, and what a note has to stand for. One run for almost every text. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  let from = 0
  for (const found of text.matchAll(STRANGE)) {
    if (found.index > from) runs.push({ text: text.slice(from, found.index), note: null })
    runs.push({ text: found[0], note: noteOf(found[0]) })
    from = found.index + found[0].length
  }
  if (from < text.length || runs.length === 0) runs.push({ text: text.slice(from), note: null })
  return runs
}

/** The same as one text, for places that hold nothing but text: notes stand in brackets of their own. */
export function visible(text: string): string {
  return text.replace(STRANGE, (found) => `⟦${noteOf(found)}⟧`)
}

function noteOf(found: string): string {
  return CONTROLS.get(found.codePointAt(0) ?? 0) ?? `+${[...found].length}`
}
