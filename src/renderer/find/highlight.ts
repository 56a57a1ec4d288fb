/** Marks what is looked for in the turns that are drawn, by the CSS Custom Highlight API: no element is changed. */
import { matchesIn } from '../../shared/find'

/** What a timeline shows of messages. */
const TEXTS = '.turn .text, .turn .md'
/** Text of one of these is one text, whatever stands around it. */
const BLOCK = 'p, li, td, th, pre, h1, h2, h3, h4, h5, h6, dt, dd, summary, blockquote, div'
/** More marks than this help nobody, and cost time. */
const MOST = 2_000

export interface Highlighting {
  /** Marks other terms, or another message as the one that is shown; null for none. */
  set(terms: readonly string[], messageId: string | null): void
  dispose(): void
}

/** Marks in everything under `root`, also what is drawn later. */
export function highlightIn(root: Element): Highlighting {
  let terms: readonly string[] = []
  let shown: string | null = null
  let frame = 0
  /** The message whose first match is still to be brought into view. */
  let wanted: string | null = null

  const draw = (): void => {
    frame = 0
    const all: Range[] = []
    const current: Range[] = []
    if (terms.length > 0) {
      for (const element of root.querySelectorAll(TEXTS)) {
        const isCurrent = shown !== null && element.closest<HTMLElement>('[data-message]')?.dataset['message'] === shown
        for (const range of rangesIn(element, terms)) (isCurrent ? current : all).push(range)
        if (all.length + current.length > MOST) break
      }
    }
    put('find', all)
    put('find-current', current)
    const [first] = current
    if (wanted !== null && first) {
      wanted = null
      bringIntoView(root, first)
    }
  }
  const drawSoon = (): void => {
    frame ||= requestAnimationFrame(draw)
  }
  const observer = new MutationObserver(drawSoon)
  observer.observe(root, { childList: true, subtree: true, characterData: true })
  return {
    set(nextTerms, messageId) {
      if (messageId !== shown || nextTerms.join('\n') !== terms.join('\n')) wanted = messageId
      terms = nextTerms
      shown = messageId
      drawSoon()
    },
    dispose() {
      observer.disconnect()
      cancelAnimationFrame(frame)
      put('find', [])
      put('find-current', [])
    }
  }
}

function put(name: string, ranges: readonly Range[]): void {
  if (!('highlights' in CSS)) return
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}

function rangesIn(element: Element, terms: readonly string[]): Range[] {
  const ranges: Range[] = []
  for (const nodes of blocksOf(element)) {
    const starts: number[] = []
    let text = ''
    for (const node of nodes) {
      starts.push(text.length)
      text += node.data
    }
    const placeOf = (at: number, isEnd: boolean): [Text, number] | null => {
      let index = starts.length - 1
      while (index > 0 && (starts[index] ?? 0) > (isEnd ? at - 1 : at)) index -= 1
      const node = nodes[index]
      return node ? [node, at - (starts[index] ?? 0)] : null
    }
    for (const { start, end } of matchesIn(text, terms)) {
      const [from, to] = [placeOf(start, false), placeOf(end, true)]
      if (!from || !to) continue
      const range = document.createRange()
      range.setStart(...from)
      range.setEnd(...to)
      ranges.push(range)
    }
  }
  return ranges
}

/** The text nodes of each block, in their order. */
function blocksOf(element: Element): Text[][] {
  const blocks: Text[][] = []
  let last: Element | null = null
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    const block = node.parentElement?.closest(BLOCK) ?? element
    if (block === last) blocks.at(-1)?.push(node)
    else blocks.push([node])
    last = block
  }
  return blocks
}

/** Only as far as it is not in view: the turn has been brought there already. */
function bringIntoView(root: Element, range: Range): void {
  const box = range.getBoundingClientRect()
  const view = root.getBoundingClientRect()
  if (box.top < view.top || box.bottom > view.bottom) range.startContainer.parentElement?.scrollIntoView({ block: 'center' })
}
