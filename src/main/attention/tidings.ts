/** News and the count of what waits as one stream. */
import type { News } from '../../shared/attention'
import type { Attention } from './attention'

export interface Tidings {
  readonly news: News[]
  /** How many things need the operator now. */
  readonly waiting: number
}

/** The count at once, then whatever is new or counted anew, until the signal aborts. */
export async function* tidings(attention: Attention, signal: AbortSignal | undefined): AsyncGenerator<Tidings, void> {
  let news: News[] = []
  let waiting = 0
  let changed = false
  let wake = () => {}
  const tell = () => {
    changed = true
    wake()
  }
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
  const onAbort = () => wake()
  signal?.addEventListener('abort', onAbort)
  try {
    while (!signal?.aborted) {
      if (!changed) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      changed = false
      const told = news
      news = []
      yield { news: told, waiting }
    }
  } finally {
    signal?.removeEventListener('abort', onAbort)
    for (const stop of stops) stop()
  }
}
