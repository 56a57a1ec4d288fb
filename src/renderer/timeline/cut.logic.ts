/** Longest input that is shown whole, in characters and in lines. */
const MAX_CHARS = 3_000
const MAX_LINES = 40

/** The beginning of a long input, up to the end of a line where there is one; null for one that is shown whole. */
export function cutInput(text: string): string | null {
  let end = Math.min(text.length, MAX_CHARS)
  let at = -1
  for (let line = 0; line < MAX_LINES; line += 1) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) break
  }
  if (at >= 0) end = Math.min(end, at)
  if (end >= text.length) return null
  const lineEnd = text.lastIndexOf('\n', end)
  return text.slice(0, lineEnd > end / 2 ? lineEnd : end)
}
