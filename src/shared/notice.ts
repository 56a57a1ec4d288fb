/** What a notification says: the same on the desktop and in a browser. Pure. */
import type { News } from './attention'
import { inChinese } from './chinese/in-chinese'
import type { Language } from './languages'

export interface Notice {
  /** A later one with the same key takes the place of the one before. */
  readonly key: string
  readonly title: string
  readonly body: string
  /** Where a click leads: one worker; null for the queue of all of them. */
  readonly place: { readonly sessionId: string; readonly workerId: string } | null
}

/** So many are told one by one; more at once are told as one. */
const SINGLE_MAX = 3

interface NoticeWords {
  many(count: number): string
  silent(what: string): string
  /** What the model does; tools have their own names. */
  readonly model: string
  /** What the host says of it. A request is what is asked, and what exactly. */
  said(detail: string): string
}

const WORDS: Readonly<Record<Language, Record<News['rank'], (worker: string) => string> & NoticeWords>> = {
  en: {
    ask: (worker) => `${worker} asks`,
    failed: (worker) => `${worker} failed`,
    unknown: (worker) => `${worker} is not heard from`,
    unread: (worker) => `${worker} is done`,
    many: (count) => `${count} things need you`,
    silent: (what) => `Since: ${what}`,
    model: 'model',
    said: (detail) => detail
  },
  zh: {
    ask: (worker) => `${worker} 有请求`,
    failed: (worker) => `${worker} 失败了`,
    unknown: (worker) => `${worker} 没有回音`,
    unread: (worker) => `${worker} 已完成`,
    many: (count) => `有 ${count} 件事需要你处理`,
    silent: (what) => `自此起：${what}`,
    model: '模型',
    said(detail) {
      const whole = inChinese(detail)
      const end = detail.indexOf(': ')
      const asked = detail.slice(0, Math.max(end, 0))
      return whole !== detail || inChinese(asked) === asked ? whole : `${inChinese(asked)}：${detail.slice(end + 2)}`
    }
  }
}

export function noticesOf(news: readonly News[], language: Language): Notice[] {
  if (news.length > SINGLE_MAX) {
    const names = [...new Set(news.map(({ worker }) => worker))]
    return [{ key: 'many', title: WORDS[language].many(news.length), body: names.join(language === 'zh' ? '、' : ', '), place: null }]
  }
  return news.map((one) => {
    const { key, rank, sessionId, workerId, worker, project, detail } = one
    const say = WORDS[language]
    const what = rank === 'unknown' && detail !== '' ? say.silent(detail === 'model' ? say.model : say.said(detail)) : rank === 'unread' ? detail : say.said(detail)
    return {
      key: `${workerId} ${key}`,
      title: say[rank](worker),
      body: [what, project].filter((line) => line !== '').join('\n'),
      place: { sessionId, workerId }
    }
  })
}
