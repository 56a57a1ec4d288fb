import { useEffect, useState } from 'react'
import { refusalOf, type RefusalView } from '../connection'

export type Reading<T> = { readonly kind: 'reading' } | { readonly kind: 'read'; readonly value: T } | { readonly kind: 'failed'; readonly refusal: RefusalView }

/** What a call answers, asked anew whenever `key` changes; what was there stays until the answer comes. */
export function useReading<T>(key: string, ask: () => Promise<T>): Reading<T> {
  const [reading, setReading] = useState<Reading<T>>({ kind: 'reading' })
  useEffect(() => {
    let isWanted = true
    ask().then(
      (value) => isWanted && setReading({ kind: 'read', value }),
      (error: unknown) => isWanted && setReading({ kind: 'failed', refusal: refusalOf(error) })
    )
    return () => {
      isWanted = false
    }
  }, [key])
  return reading
}
