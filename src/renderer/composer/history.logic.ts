/** Walking through what was said before with the arrow keys. */

export interface Walk {
  /** Newest first. */
  readonly texts: readonly string[]
  /** Where in `texts`; -1 while the operator's own draft is in the field. */
  readonly at: number
  /** The draft that the walk began with. */
  readonly draft: string
}

/** One message back, or forth; null when there is none that way. */
export function stepIn(walk: Walk, by: 1 | -1): Walk | null {
  const at = walk.at + by
  return at < -1 || at >= walk.texts.length ? null : { ...walk, at }
}

/** What the field shows. */
export function textAt({ texts, at, draft }: Walk): string {
  return at < 0 ? draft : (texts[at] ?? draft)
}

/** More messages, read later; what is there already is not taken twice, nor a text that was said twice in a row. */
export function extended(walk: Walk, more: readonly string[]): Walk {
  const texts = [...walk.texts]
  for (const text of more) if (text.trim() !== '' && text !== texts.at(-1)) texts.push(text)
  return { ...walk, texts }
}

/** Whether an arrow key leaves the text, so that it walks: the caret is on its first line, or on its last. */
export function leavesText(key: 'ArrowUp' | 'ArrowDown', text: string, start: number, end: number): boolean {
  if (start !== end) return false
  return key === 'ArrowUp' ? !text.slice(0, start).includes('\n') : !text.slice(end).includes('\n')
}
