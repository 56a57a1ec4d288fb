import { describe, expect, it } from 'vitest'
import type { News } from './attention'
import { LANGUAGES } from './languages'
import { noticesOf } from './notice'

const news = (rank: News['rank'], worker: string, detail = ''): News => ({ key: `k-${worker}`, rank, sessionId: 'p', workerId: worker, worker, project: 'harbour', detail })

describe('notifications', () => {
  it('say who, what and where, and lead there', () => {
    expect(noticesOf([news('failed', 'Load test', '429, rate limit')], 'en')).toEqual([
      { key: 'Load test k-Load test', title: 'Load test failed', body: '429, rate limit\nharbour', place: { sessionId: 'p', workerId: 'Load test' } }
    ])
    expect(noticesOf([news('unread', '票价')], 'zh')[0]).toMatchObject({ title: '票价 已完成', body: 'harbour' })
  })

  it('are one where there would be many', () => {
    const many = ['a', 'b', 'c', 'a'].map((worker) => news('ask', worker))
    expect(noticesOf(many.slice(0, 3), 'en')).toHaveLength(3)
    expect(noticesOf(many, 'en')).toEqual([{ key: 'many', title: '4 things need you', body: 'a, b, c', place: null }])
  })

  it('have words for every rank in both languages', () => {
    for (const language of LANGUAGES) {
      const titles = (['ask', 'failed', 'unknown', 'unread'] as const).map((rank) => noticesOf([news(rank, 'W', 'x')], language)[0]?.title)
      expect(new Set(titles).size).toBe(4)
    }
  })
})
