/** Markdown as one plain line, for where there is room for the beginning of what was said. Pure. */

/** What a line begins with that only says how it is set: quotes, headings, items, boxes to tick. */
const LINE_MARKS = /^[\s>]*(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?/
/** A fence of code, a rule, or the line under the head of a table. */
const NO_WORDS = /^\s*(?:(?:```|~~~).*|[-*_=\s]{3,}|\|?[\s:|-]*-[\s:|-]*)$/

/** @param max longest line, in characters */
export function plainLine(markdown: string, max: number): string {
  const lines = markdown
    .slice(0, 4 * max)
    .split('\n')
    .filter((line) => !NO_WORDS.test(line))
    .map((line) => line.replace(LINE_MARKS, '').replace(/^\||\|\s*$/g, '').replaceAll(/\s\|\s/g, ' · '))
  return lines
    .join(' ')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/\*\*|__|~~|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, max)
}
