import { useEffect, useRef, useState } from 'react'
import { useView } from '../../connection'
import { useQueue } from '../queue'
import { announcedKey, announcementOf } from './item.logic'

/** Says for screen readers, once each, what goes wrong with workers that are not on the screen. Requests have their own. */
export function AttentionAnnouncer() {
  const queue = useQueue((state) => state.queue)
  const known = useRef<Set<string> | null>(null)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (!queue) return
    const { screen, workerId } = useView.getState()
    // What was there before is no news.
    const sentence = known.current && announcementOf(known.current, queue.items, screen === 'crew' ? workerId : null)
    known.current ??= new Set()
    for (const item of queue.items) known.current.add(announcedKey(item))
    if (sentence) setNews(sentence)
  }, [queue])
  return (
    <p className="out" role="status">
      {news}
    </p>
  )
}
