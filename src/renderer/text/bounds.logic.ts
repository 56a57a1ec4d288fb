/**
 * Looks at a Markdown text before it is parsed: what would hold the window up is shown as plain text instead. The scan
 * is linear and knows fenced code, so that long listings do not count as markup.
 */
export type Excess =
  | { kind: 'long'; bytes: number }
  | { kind: 'table'; rows: number }
  | { kind: 'deep'; levels: number }
  | { kind: 'dense'; marks: number }

/** Longest text that is drawn as Markdown, in characters. */
export const MARKDOWN_MAX_CHARS = 200_000
/** Most rows of all tables of one text. */
export const TABLE_MAX_ROWS = 500
/** Most levels of lists and quotations in each other. */
export const NESTING_MAX = 100
/** Most marks of emphasis and links in one paragraph; the parser's cost grows with their square. */
export const MARKS_MAX = 2_000
/** The same where the scan sees fenced code: much more, but not without end, because the parser may see it otherwise. */
export const FENCED_MARKS_MAX = 20_000

const FENCE = /^[\s>]{0,200}(`{3,}(?=[^`]*$)|~{3,})/
const DELIMITER_ROW = /^[\s>|:-]*-[\s|:-]*$/
const MARK = /[*_~[\]]/g

/** The first reason against drawing `text` as Markdown; null when there is none. */
export function excessOf(text: string): Excess | null {
  if (text.length > MARKDOWN_MAX_CHARS) return { kind: 'long', bytes: new TextEncoder().encode(text).length }
  let fence: string | null = null
  let inTable = false
  let previous = ''
  let rows = 0
  let marks = 0
  for (const line of lines(text)) {
    const opening = FENCE.exec(line)?.[1]
    if (fence !== null || opening) {
      if (fence === null) {
        fence = opening ?? null
        inTable = false
        marks = 0
      } else if (opening?.startsWith(fence)) {
        fence = null
        marks = 0
      } else {
        marks += marksOf(line)
        if (marks > FENCED_MARKS_MAX) return { kind: 'dense', marks }
      }
      previous = ''
      continue
    }
    const levels = levelsOf(line)
    if (levels > NESTING_MAX) return { kind: 'deep', levels }
    if (line.trim() === '') {
      inTable = false
      marks = 0
    } else if (inTable) {
      rows += 1
      if (rows > TABLE_MAX_ROWS) return { kind: 'table', rows }
    } else if (previous.trim() !== '' && DELIMITER_ROW.test(line) && (line.includes('|') || previous.includes('|'))) {
      inTable = true
    }
    marks += marksOf(line)
    if (marks > MARKS_MAX && !inTable) return { kind: 'dense', marks }
    previous = line
  }
  return null
}

/** How deep the containers of a line can be: each quotation mark, list mark and two columns of indent is one level. */
function levelsOf(line: string): number {
  let levels = 0
  let indent = 0
  let at = 0
  for (; at < line.length; at += 1) {
    const char = line[at]
    if (char === '>') levels += 1
    else if (char === ' ') indent += 1
    else if (char === '\t') indent += 4
    else {
      const mark = /^(?:[-+*]|\d{1,9}[.)])(?=\s|$)/.exec(line.slice(at, at + 12))?.[0]
      if (mark === undefined) break
      levels += 1
      at += mark.length - 1
      indent = Math.max(0, indent - 1)
    }
  }
  return levels === 0 ? 0 : levels + Math.floor(indent / 2)
}

function marksOf(line: string): number {
  return line.match(MARK)?.length ?? 0
}

function* lines(text: string): Generator<string> {
  let from = 0
  while (from <= text.length) {
    const end = text.indexOf('\n', from)
    yield end < 0 ? text.slice(from) : text.slice(from, end)
    if (end < 0) return
    from = end + 1
  }
}
