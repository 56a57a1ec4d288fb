/**
 * What a terminal would show of raw output, as plain text: escape sequences are obeyed where they rewrite a line
 * (progress bars) and dropped otherwise, and so is every other control character. The result holds no control
 * character but tab and newline, so that cleaning it again changes nothing.
 */

/** Decodes UTF-8 and cleans it; what is not valid becomes U+FFFD. */
export function cleanBytes(bytes: Uint8Array): string {
  return cleanText(new TextDecoder('utf-8').decode(bytes))
}

export function cleanText(text: string): string {
  return text.split('\n').map(cleanLine).join('\n')
}

// eslint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/
/** CSI, then strings (OSC, DCS, SOS, PM, APC) that are closed within the line, then two-character escapes. */
const SEQUENCE =
  // eslint-disable-next-line no-control-regex
  /(?:\x1b\[|\x9b)([0-?]*)[ -/]*([@-~])|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c)|\x1b[ -/]*[0-~]/y
/** A cursor is never sent farther right than this, lest a few bytes become much text. */
const MAX_COLUMN = 400

function cleanLine(line: string): string {
  if (!CONTROL.test(line)) return line
  const cells: string[] = []
  let cursor = 0
  let at = 0
  while (at < line.length) {
    SEQUENCE.lastIndex = at
    const sequence = SEQUENCE.exec(line)
    if (sequence !== null) {
      at = SEQUENCE.lastIndex
      if (sequence[2] === 'K') erase(cells, cursor, sequence[1] ?? '')
      else if (sequence[2] === 'G') cursor = Math.min(Math.max(Number(sequence[1]) || 1, 1), MAX_COLUMN) - 1
      continue
    }
    const character = String.fromCodePoint(line.codePointAt(at) ?? 0)
    at += character.length
    if (character === '\r') cursor = 0
    else if (character === '\b') cursor = Math.max(cursor - 1, 0)
    else if (!CONTROL.test(character)) {
      while (cells.length < cursor) cells.push(' ')
      cells[cursor++] = character
    }
  }
  return cells.join('')
}

/** "Erase in line": to its end (the default), to its start, or all of it. The cursor stays. */
function erase(cells: string[], cursor: number, what: string): void {
  if (what === '2') cells.length = 0
  else if (what === '1') cells.fill(' ', 0, cursor + 1)
  else cells.length = Math.min(cells.length, cursor)
}
