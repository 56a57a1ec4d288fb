import { useEffect, useRef, useState } from 'react'
import { useAsks } from '../connection'
import { useWords } from '../words'
import { newsOf } from './asks.logic'
import { words } from './words'

/** Says each new request once, for screen readers. */
export function AskAnnouncer() {
  const say = useWords(words)
  const asks = useAsks((state) => state.asks)
  const known = useRef<ReadonlySet<string>>(new Set())
  const [news, setNews] = useState('')
  useEffect(() => {
    if (asks === null) return
    const sentence = newsOf(known.current, asks)
    // Ids that are gone stay known: an open one comes back with every new connection.
    known.current = new Set([...known.current, ...asks.map((ask) => ask.id)])
    if (sentence !== '') setNews(sentence)
    else if (asks.length === 0) setNews('')
  }, [asks])
  return (
    <p className="out" role="status" aria-label={say.requests}>
      {news}
    </p>
  )
}
