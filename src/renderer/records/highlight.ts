/** Marks searched words in what is drawn, without touching it: by ranges that the style sheet colours. */
import { useEffect } from 'react'
import { foldCase, matchesIn } from '../../shared/find'

/** All matches, and those in the row that was gone to. Names of `::highlight()` in transcript.css. */
const [FOUND, CURRENT] = ['transcript-found', 'transcript-current']
/** Most ranges that are marked at once. */
const RANGES_MAX = 2_000

/** Marks the words below `root`, as rows come and go. An empty query marks nothing. */
export function useHighlights(root: HTMLElement | null, query: string): void {
  useEffect(() => {
    const words = foldCase(query.trim())
    if (!root || words === '' || !('highlights' in CSS)) return
    let frame = 0
    const mark = (): void => {
      frame = 0
      const [found, current] = rangesOf(root, words)
      CSS.highlights.set(FOUND, new Highlight(...found))
      CSS.highlights.set(CURRENT, new Highlight(...current))
    }
    const markSoon = (): void => {
      frame ||= requestAnimationFrame(mark)
    }
    mark()
    const observer = new MutationObserver(markSoon)
    observer.observe(root, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ['aria-current'] })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete(FOUND)
      CSS.highlights.delete(CURRENT)
    }
  }, [root, query])
}

function rangesOf(root: HTMLElement, words: string): readonly [Range[], Range[]] {
  const [found, current]: [Range[], Range[]] = [[], []]
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    // What names and dates an entry is not searched.
    if (!element || element.closest('[data-unsearched]')) continue
    for (const { start, end } of matchesIn(node.textContent ?? '', [words])) {
      const range = new Range()
      range.setStart(node, start)
      range.setEnd(node, end)
      if (element.closest('[aria-current="true"]')) current.push(range)
      else found.push(range)
      if (found.length + current.length >= RANGES_MAX) return [found, current]
    }
  }
  return [found, current]
}
