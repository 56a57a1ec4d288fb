/** The beginning of a text that is too long to be shown at once. */

/** Characters that count as one line, however few line breaks there are. */
const LINE_CHARS = 400

export interface Beginning {
  readonly text: string
  /** Lines of the whole text. */
  readonly lines: number
}

/** Null for a text that is short enough, or nearly: a button that brings three more lines helps nobody. */
export function beginningOf(text: string, lines: number): Beginning | null {
  const slack = lines + 3
  if (text.length <= slack * LINE_CHARS && countUpTo(text, slack) < slack) return null
  let end = 0
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf('\n', end)
    if (next < 0) {
      end = text.length
      break
    }
    end = next + 1
  }
  const shown = text.slice(0, Math.min(end, lines * LINE_CHARS)).trimEnd()
  return { text: `${shown}…`, lines: countUpTo(text, Number.POSITIVE_INFINITY) + 1 }
}

/** Line breaks in a text, counted no further than needed. */
function countUpTo(text: string, most: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && count < most; at = text.indexOf('\n', at + 1)) count += 1
  return count
}
