/** The longest input that is shown whole, and the longest of those that are told elsewhere too. */
const INPUT = { chars: 3_000, lines: 40 }
export const NOTICE = { chars: 600, lines: 8 }

/** The beginning of a long input, up to the end of a line where there is one; null for one that is shown whole. */
export function cutInput(text: string, most = INPUT): string | null {
  let end = Math.min(text.length, most.chars)
  let at = -1
  for (let line = 0; line < most.lines; line += 1) {
    at = text.indexOf('\n', at + 1)
    if (at < 0) break
  }
  if (at >= 0) end = Math.min(end, at)
  if (end >= text.length) return null
  const lineEnd = text.lastIndexOf('\n', end)
  return text.slice(0, lineEnd > end / 2 ? lineEnd : end)
}
