import { useEffect } from 'react'
import { isComposing } from '../ui'
import { timelineKey, type TimelineKey } from './keys.logic'

/** Where letters are typed or chosen from, so that they are no shortcuts. */
const TAKEN = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]'

/** Calls `onKey` for the timeline's own keys. The handler may change with every render. */
export function useTimelineKeys(onKey: (key: TimelineKey) => void): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body
      const isTaken = isComposing(event) || target.closest(TAKEN) !== null || document.querySelector('[role="dialog"]') !== null
      const key = timelineKey(event, isTaken)
      if (!key) return
      event.preventDefault()
      onKey(key)
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  })
}
