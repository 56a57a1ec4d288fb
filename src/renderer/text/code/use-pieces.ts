import { useEffect, useState } from 'react'
import { askColours, knownColours } from './colours'
import type { Language } from './languages'

/** The coloured pieces of a text; null until they are known. */
export function usePieces(code: string, language: Language | null): Uint32Array | null {
  const [asked, setAsked] = useState<{ code: string; pieces: Uint32Array } | null>(null)
  const known = language && knownColours(code, language)
  useEffect(() => {
    if (language && !known) return askColours(code, language, (pieces) => setAsked({ code, pieces }))
    return undefined
  }, [code, language, known])
  return known ?? (asked?.code === code ? asked.pieces : null)
}

/** Those that lie between two places, counted from the first of them. */
export function piecesIn(pieces: Uint32Array, from: number, to: number): Uint32Array {
  // The first piece that ends behind `from`.
  let [low, high] = [0, pieces.length / 3]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((pieces[middle * 3 + 1] ?? 0) <= from) low = middle + 1
    else high = middle
  }
  const found: number[] = []
  for (let at = low * 3; at < pieces.length && (pieces[at] ?? 0) < to; at += 3) {
    found.push(Math.max((pieces[at] ?? 0) - from, 0), Math.min((pieces[at + 1] ?? 0), to) - from, pieces[at + 2] ?? 0)
  }
  return Uint32Array.from(found)
}
