import { useLayoutEffect, useRef, type RefObject } from 'react'

interface Now {
  isOpen: boolean
  /** What had the focus before it opened. */
  before: Element | null
  to(): HTMLElement | null | false
}

/**
 * Gives the focus back the moment that something which floats begins to close, not once it has faded away: a key that is
 * pressed in between belongs to what lies below, and would otherwise be heard by nobody.
 *
 *   const popup = useFocusBack(open)            // for the `ref` of the popup
 *
 * `to` is asked when it closes: false leaves the focus where it is, null stands for what had it before. Whoever has moved
 * the focus elsewhere by then keeps it.
 */
export function useFocusBack(open: boolean, to: () => HTMLElement | null | false = () => null): RefObject<HTMLDivElement | null> {
  const popup = useRef<HTMLDivElement | null>(null)
  const now = useRef<Now>({ isOpen: false, before: null, to })
  const giveBack = (): void => {
    const { isOpen, before, to: ask } = now.current
    now.current.isOpen = false
    if (!isOpen || !isOnNothing(popup.current)) return
    const asked = ask()
    if (asked === false) return
    const place = asked ?? before
    if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    // What is gone, disabled or a part of the popup cannot take it.
    if (isOnNothing(popup.current) && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }
  useLayoutEffect(() => {
    now.current.to = to
  })
  // Not while React removes anything: it puts the focus back to where it was before.
  useLayoutEffect(() => {
    if (!open) return giveBack()
    now.current.isOpen = true
    now.current.before = document.activeElement
    // One that closes as this opens gives the focus back first. The popup takes it a frame later.
    queueMicrotask(() => {
      if (!isOnNothing(popup.current)) now.current.before = document.activeElement
    })
  }, [open])
  useLayoutEffect(() => giveBack, [])
  return popup
}

/** Whether the focus is on nothing but the popup that closes. */
export function isOnNothing(popup: HTMLElement | null): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || (popup?.contains(activeElement) ?? false)
}
