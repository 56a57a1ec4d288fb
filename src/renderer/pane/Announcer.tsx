import { useEffect, useState } from 'react'
import { useTimeline } from '../timeline/store'
import { newsOf } from './news.logic'
import { words } from './words'

/** Says for screen readers when a turn starts and ends. */
export function Announcer({ name }: { name: string }) {
  const [news, setNews] = useState('')
  useEffect(
    () =>
      useTimeline.subscribe((view, before) => {
        const [latest, was] = [view.state?.turns, before.state?.turns]
        if (!latest || !was || latest === was || view.worker !== before.worker) return
        const sentence = newsOf(was, latest)
        if (sentence !== '') setNews(sentence)
      }),
    []
  )
  return (
    <p className="out" role="status">
      {news === '' ? '' : words().newsOf(name, news)}
    </p>
  )
}
