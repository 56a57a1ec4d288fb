/** Room for a name in the empty field, which has one line; a wide character takes two. */
const ROOM = 40

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u

/** A name as far as there is room for it in the empty field. */
export function shortName(name: string): string {
  let room = ROOM
  let kept = ''
  for (const character of name) {
    room -= WIDE.test(character) ? 2 : 1
    if (room < 0) return `${kept.trimEnd()}…`
    kept += character
  }
  return name
}
