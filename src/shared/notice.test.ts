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

  it('say in Chinese what the host says, and leave alone what workers say', () => {
    const bodyOf = (rank: News['rank'], detail: string): string | undefined => noticesOf([news(rank, 'W', detail)], 'zh')[0]?.body.split('\n')[0]
    expect(bodyOf('failed', 'The command ended with exit code 3.')).toMatch(/[\u4e00-\u9fff].*3/)
    expect(bodyOf('ask', 'Run a command: git push')).toBe('运行命令：git push')
    expect(bodyOf('ask', 'Which colour?: red or blue')).toBe('Which colour?: red or blue')
    expect(bodyOf('unknown', 'model')).toBe('自此起：模型')
    expect(bodyOf('unread', 'Run a command')).toBe('Run a command')
    expect(noticesOf([news('ask', 'W', 'Run a command: git push')], 'en')[0]?.body).toBe('Run a command: git push\nharbour')
  })

  it('have words for every rank in both languages', () => {
    for (const language of LANGUAGES) {
      const titles = (['ask', 'failed', 'unknown', 'unread'] as const).map((rank) => noticesOf([news(rank, 'W', 'x')], language)[0]?.title)
      expect(new Set(titles).size).toBe(4)
    }
  })
})
