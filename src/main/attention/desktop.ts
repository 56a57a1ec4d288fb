/** The desktop's part: notifications of what is new, and a badge with what waits. Also while there is no window. */
import { firstSpoken } from '../../shared/languages'
import type { Settings } from '../../shared/model'
import { noticesOf } from '../../shared/notice'
import type { Desktop } from '../host-options'
import type { Attention } from './attention'

/** Returns the disposer. */
export function attendOnDesktop(attention: Attention, desktop: Desktop, settings: () => Pick<Settings, 'language'>): () => void {
  const stops = [
    attention.news.subscribe((news) => {
      const { language } = settings()
      for (const notice of noticesOf(news, language === 'system' ? firstSpoken(desktop.languages()) : language)) desktop.notify(notice)
    }),
    attention.watchWaiting((count) => desktop.setBadge(count))
  ]
  return () => stops.forEach((stop) => stop())
}
