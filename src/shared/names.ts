/**
 * Names as they may be shown: one line of what can be seen. A name that hides its end behind a control character, or
 * turns the line around behind it, could pass for another one.
 */

/** What a name is called of which nothing can be seen. */
export const UNNAMED = '(no name)'

/** C0, C1, soft hyphen, bidi marks and overrides, zero-width blanks, line and paragraph separators, tags. Joiners stay: emoji and scripts need them. */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Marks that are stacked on one character; more than this many hide the lines around them. */
const STACKED = /(\p{M}{4})\p{M}+/gu

/** The name in one line, without what cannot be seen; empty when nothing is left. */
export function plainName(text: string): string {
  return text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replace(UNSEEN, '')
    .replace(STACKED, '$1')
    .replace(/\s+/gu, ' ')
    .trim()
}
