/** News and the count of what waits as one stream. */
import type { News } from '../../shared/attention'
import { latest } from '../latest'
import type { Attention } from './attention'

export interface Tidings {
  readonly news: News[]
  /** How many things need the operator now. */
  readonly waiting: number
}

/** The count at once, then whatever is new or counted anew, until the signal aborts. */
export function tidings(attention: Attention, signal: AbortSignal | undefined): AsyncGenerator<Tidings, void> {
  let news: News[] = []
  let waiting = 0
  const watch = (tell: () => void) => {
    const stops = [
      attention.news.subscribe((fresh) => {
        news.push(...fresh)
        tell()
      }),
      attention.watchWaiting((count) => {
        waiting = count
        tell()
      })
    ]
    return () => stops.forEach((stop) => stop())
  }
  const take = () => {
    const told = news
    news = []
    return { news: told, waiting }
  }
  return latest(signal, watch, take, 0)
}
