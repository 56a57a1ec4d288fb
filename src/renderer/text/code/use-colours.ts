import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { askColours, knownColours } from './colours'
import type { Language } from './languages'
import { paint } from './paint'

/** Code that still grows is coloured once it has rested for this long, in ms. */
const REST_MS = 200

interface Painted {
  readonly code: string
  readonly clear: () => void
}

/** Colours the code that stands as the only text in an element. While it grows, what is coloured stays so. */
export function useColours(element: RefObject<HTMLElement | null>, code: string, language: Language | null): void {
  const painted = useRef<Painted | null>(null)
  const put = (pieces: Uint32Array): void => {
    painted.current?.clear()
    const node = element.current?.firstChild
    painted.current = node instanceof Text ? { code, clear: paint(node, pieces) } : null
  }
  // Before the next frame: what belonged to other code is gone, and what is known is there.
  useLayoutEffect(() => {
    const before = painted.current
    if (before && !code.startsWith(before.code)) {
      before.clear()
      painted.current = null
    }
    const known = language && knownColours(code, language)
    if (known) put(known)
  }, [code, language])
  useEffect(() => {
    if (!language || code.trim() === '' || knownColours(code, language)) return
    let dispose: (() => void) | null = null
    const timer = setTimeout(() => (dispose = askColours(code, language, put)), painted.current ? REST_MS : 0)
    return () => {
      clearTimeout(timer)
      dispose?.()
    }
  }, [code, language])
  useEffect(
    () => () => {
      painted.current?.clear()
      painted.current = null
    },
    []
  )
}
