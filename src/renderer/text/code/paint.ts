/**
 * Colours over a text that stays as it is: one text node, no element for a word, so nothing can move. The colours are
 * CSS highlights, `::highlight(code-…)` in code.css.
 */
import { CLASSES } from './theme'

const highlights = new Map<number, Highlight>()

function highlightOf(number: number): Highlight | null {
  const name = CLASSES[number - 1]
  if (name === undefined || !('highlights' in CSS)) return null
  let highlight = highlights.get(number)
  if (!highlight) {
    highlight = new Highlight()
    highlights.set(number, highlight)
    CSS.highlights.set(`code-${name}`, highlight)
  }
  return highlight
}

/** Colours `node`; where colours are not known to a browser, nothing. Returns what takes them away. */
export function paint(node: Text, pieces: Uint32Array): () => void {
  const painted: [Highlight, StaticRange][] = []
  for (let at = 0; at + 2 < pieces.length; at += 3) {
    const [startOffset = 0, endOffset = 0, number = 0] = pieces.subarray(at, at + 3)
    const highlight = endOffset <= node.length ? highlightOf(number) : null
    if (!highlight) continue
    const range = new StaticRange({ startContainer: node, startOffset, endContainer: node, endOffset })
    highlight.add(range)
    painted.push([highlight, range])
  }
  return () => {
    for (const [highlight, range] of painted) highlight.delete(range)
  }
}
