/** Loaded when the first formula is on the screen: KaTeX with its fonts. */
import 'katex/dist/katex.css'
import katex from 'katex'

/** Templates that are kept, so that a row that comes back costs a copy only. */
const KEEP = 500

const kept = new Map<string, HTMLElement | null>()

/**
 * A formula as elements, to be copied into the page; null for one that cannot be drawn. KaTeX makes them by the DOM and
 * sets their styles by the CSSOM, so that the page's policy, which knows no markup from strings, is no hindrance.
 */
export function typeset(tex: string, isBlock: boolean): HTMLElement | null {
  const key = `${isBlock ? 'block' : 'inline'} ${tex}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make(tex, isBlock)
  kept.set(key, made)
  const [oldest] = kept.keys()
  if (kept.size > KEEP && oldest !== undefined) kept.delete(oldest)
  return made
}

function make(tex: string, isBlock: boolean): HTMLElement | null {
  const place = document.createElement('span')
  try {
    katex.render(tex, place, { displayMode: isBlock, throwOnError: true, trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20 })
    return place
  } catch {
    // What it cannot read, or a nesting without end.
    return null
  }
}
