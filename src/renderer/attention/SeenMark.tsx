import { useEffect, useRef } from 'react'
import { isLookedAt, onLooking } from './looking'
import { marks, sawTurn } from './marks'
import './attention.css'

/**
 * Stands at the end of an ended turn: the turn was read once this was on the screen of a window that somebody looks at.
 *
 *   <SeenMark workerId={workerId} turn={turn.number} />
 */
export function SeenMark({ workerId, turn }: { workerId: string; turn: number }) {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const element = mark.current
    if (!element || turn <= marks.read(workerId).turn) return
    let isShown = false
    const check = (): void => {
      if (!isShown || !isLookedAt()) return
      stop()
      sawTurn(workerId, turn)
    }
    const observer = new IntersectionObserver((entries) => {
      isShown = entries.at(-1)?.isIntersecting ?? false
      check()
    })
    const stopListening = onLooking(check)
    const stop = (): void => {
      observer.disconnect()
      stopListening()
    }
    observer.observe(element)
    return stop
  }, [workerId, turn])
  return <span ref={mark} className="seen-mark" aria-hidden="true" />
}
