import { afterEach, describe, expect, it } from 'vitest'
import { firstSpoken, useLanguage } from './language'
import { plural, say } from './say'

afterEach(() => useLanguage.setState({ language: 'en' }))

const words = say({
  en: { earlier: 'Load earlier', fresh: (count: number) => `${count} new`, status: { idle: 'Idle' } },
  zh: { earlier: '加载更早的', fresh: (count) => `${count} 条新内容`, status: { idle: '空闲' } }
})

describe('words', () => {
  it('are those of the language of now', () => {
    expect(words().fresh(3)).toBe('3 new')
    useLanguage.setState({ language: 'zh' })
    expect(words().fresh(3)).toBe('3 条新内容')
    expect(words().status.idle).toBe('空闲')
  })

  it('lack no language', () => {
    // @ts-expect-error -- one phrase is missing
    const lacking = say({ en: { a: 'A', b: 'B' }, zh: { a: '甲' } })
    expect(lacking().a).toBe('A')
  })

  it('count in English', () => {
    expect([plural(1, 'turn', 'turns'), plural(0, 'turn', 'turns')]).toEqual(['1 turn', '0 turns'])
  })
})

describe('the language of the system', () => {
  it.each([
    [['zh-CN', 'en'], 'zh'],
    [['de-AT', 'ZH-Hant-TW'], 'zh'],
    [['en-GB', 'zh'], 'en'],
    [['fr'], 'en'],
    [[], 'en']
  ] as const)('of %j is %s', (preferred, language) => {
    expect(firstSpoken(preferred)).toBe(language)
  })
})
