import { useEffect, useState } from 'react'
import { useTimeline } from '../timeline/store'
import { newsOf } from './news.logic'

/** Says for screen readers when a turn starts and ends. */
export function Announcer({ name }: { name: string }) {
  const [news, setNews] = useState('')
  useEffect(
    () =>
      useTimeline.subscribe((view, before) => {
        if (view.shown === before.shown || view.worker !== before.worker) return
        const sentence = newsOf(before.shown, view.shown)
        if (sentence !== '') setNews(sentence)
      }),
    []
  )
  return (
    <p className="out" role="status">
      {news === '' ? '' : `${name}: ${news}`}
    </p>
  )
}
