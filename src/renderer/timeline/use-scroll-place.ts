import type { ReactVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef } from 'react'
import { dropKept } from './observer'
import { placeOf } from './places'
import { anchorIndex, END_THRESHOLD } from './scroll.logic'

/** How long the view must rest before what is in it is taken as the place to hold, in ms. */
const REST_MS = 80

/**
 * Remembers where the reader is, and holds that place when the view itself changes its size: at the end it stays at
 * the end, and with a new width the first thing in view stays where it is, whatever the new lines do around it.
 */
export function useScrollPlace(virtualizer: ReactVirtualizer<HTMLDivElement, HTMLLIElement>, scroller: HTMLDivElement, workerId: string): void {
  // Heights become known while the first rows are drawn, so the place is aimed at until the view has come to rest.
  const restoring = useRef(placeOf(workerId).at)
  useLayoutEffect(() => {
    if (restoring.current) scrollToPlace(virtualizer, restoring.current)
  })
  useLayoutEffect(() => {
    const place = placeOf(workerId)
    let anchor: { element: Element; top: number } | null = null
    let rest: ReturnType<typeof setTimeout> | undefined
    let width = scroller.clientWidth
    let height = scroller.clientHeight

    const top = (element: Element): number => element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    const takeAnchor = (): void => {
      restoring.current = null
      const element = place.at === null ? null : firstInView(scroller)
      anchor = element && { element, top: top(element) }
    }
    const restSoon = (): void => {
      clearTimeout(rest)
      rest = setTimeout(takeAnchor, REST_MS)
    }
    const onScroll = (): void => {
      const wasAtEnd = place.at === null
      const offset = scroller.scrollTop
      const isAtEnd = scroller.scrollHeight - scroller.clientHeight - offset <= END_THRESHOLD
      const first = virtualizer.getVirtualItemForOffset(offset)
      place.at = isAtEnd || !first ? null : { turn: Number(first.key), offset: offset - first.start }
      if (isAtEnd && !wasAtEnd) dropKept()
      restSoon()
    }
    const onResize = (): void => {
      const isWidth = scroller.clientWidth !== width
      if (!isWidth && scroller.clientHeight === height) return
      width = scroller.clientWidth
      height = scroller.clientHeight
      if (isWidth) measureAgain(virtualizer)
      if (place.at === null) virtualizer.scrollToEnd()
      else if (isWidth && anchor?.element.isConnected) virtualizer.scrollToOffset(scroller.scrollTop + top(anchor.element) - anchor.top)
    }

    // What else came with the first rows may have taken some of the view's height.
    if (place.at === null) virtualizer.scrollToEnd()
    restSoon()
    scroller.addEventListener('scroll', onScroll, { passive: true })
    const observer = new ResizeObserver(onResize)
    observer.observe(scroller)
    return () => {
      clearTimeout(rest)
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [virtualizer, scroller, workerId])
}

/** Puts a turn back where the reader left it, now that its height is known. */
function scrollToPlace(virtualizer: ReactVirtualizer<HTMLDivElement, HTMLLIElement>, at: { turn: number; offset: number }): void {
  const row = virtualizer.getVirtualItems().find((item) => item.key === at.turn)
  if (row) virtualizer.scrollToOffset(row.start + at.offset)
}

/** Forgets the heights that belong to the old width, and measures what is drawn. */
function measureAgain(virtualizer: ReactVirtualizer<HTMLDivElement, HTMLLIElement>): void {
  const drawn = [...virtualizer.elementsCache.values()]
  virtualizer.measure()
  for (const element of drawn) virtualizer.measureElement(element)
}

/** The turn, or the block of a turn that fills the view, to which the view is held. */
function firstInView(scroller: HTMLDivElement): Element | null {
  const view = scroller.getBoundingClientRect()
  const pick = (elements: Element[]): Element | null => {
    const boxes = elements.map((element) => element.getBoundingClientRect())
    const index = anchorIndex(
      boxes.map((box) => ({ top: box.top - view.top, bottom: box.bottom - view.top })),
      view.height
    )
    return elements[index] ?? null
  }
  const rows = [...scroller.querySelectorAll('.turn')].sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
  const row = pick(rows)
  if (!row || row.getBoundingClientRect().top >= view.top) return row
  return pick([...row.querySelectorAll('.said, .fault, .now, .md > *')]) ?? row
}
