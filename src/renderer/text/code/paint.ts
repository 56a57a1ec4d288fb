/**
 * Colours over a text that stays as it is: one text node, no element for a word, so nothing can move. The colours are
 * CSS highlights: `::highlight(code-…)` in code.css, and others where they are used.
 */
import { CLASSES } from './theme'

const highlights = new Map<string, Highlight>()

/** Null where a browser knows no highlights. */
function highlightOf(name: string): Highlight | null {
  if (!('highlights' in CSS)) return null
  let highlight = highlights.get(name)
  if (!highlight) {
    highlight = new Highlight()
    highlights.set(name, highlight)
    CSS.highlights.set(name, highlight)
  }
  return highlight
}

/** Colours the pieces of `node`. Returns what takes the colours away. */
export function paint(node: Text, pieces: Uint32Array): () => void {
  const ends: (() => void)[] = []
  for (let at = 0; at + 2 < pieces.length; at += 3) {
    const [from = 0, to = 0, number = 0] = pieces.subarray(at, at + 3)
    const name = CLASSES[number - 1]
    if (name !== undefined) ends.push(paintAs(node, `code-${name}`, [[from, to]]))
  }
  return () => ends.forEach((end) => end())
}

/** Paints parts of `node` as the highlight of a name. Returns what takes it away. */
export function paintAs(node: Text, name: string, parts: readonly (readonly [number, number])[]): () => void {
  const highlight = highlightOf(name)
  if (!highlight) return () => {}
  const ranges = parts
    .filter(([, endOffset]) => endOffset <= node.length)
    .map(([startOffset, endOffset]) => new StaticRange({ startContainer: node, startOffset, endContainer: node, endOffset }))
  for (const range of ranges) highlight.add(range)
  return () => {
    for (const range of ranges) highlight.delete(range)
  }
}
