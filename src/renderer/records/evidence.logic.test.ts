import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { useLanguage } from '../words'
import { told } from './evidence.logic'

afterEach(() => useLanguage.setState({ language: 'en' }))

/** What stands in the sources of the importers as a sentence for people: in `what`, as what is waited for, as a problem. */
function sentences(): string[] {
  const folder = join(import.meta.dirname, '../../main/records/import')
  const found = new Set<string>()
  for (const file of globSync('*.ts', { cwd: folder })) {
    if (file.includes('test')) continue
    const source = readFileSync(join(folder, file), 'utf8')
    for (const [, plain] of source.matchAll(/(?:what: |opened\((?:thread|this\.#main), |waitsFor: |message: |notes\.add\(|LogProblem\('[\w-]+', |problems\.push\()'([^']*)'/g)) if (plain) found.add(plain)
  }
  return [...found]
}

describe('what importers say', () => {
  it('is shown as it is in English', () => {
    expect(told('its end was not looked at yet')).toBe('its end was not looked at yet')
  })

  it('is in Chinese too, each of their sentences', () => {
    useLanguage.setState({ language: 'zh' })
    const all = sentences()
    expect(all.length).toBeGreaterThan(30)
    expect(all.filter((sentence) => !/\p{Script=Han}/u.test(told(sentence)))).toEqual([])
  })

  it.each([
    ['a call of bash has no result yet, and nothing is being written any more', '对 bash 的调用还没有结果，且已不再写入'],
    ['it was started in the background, and no notification of its end has come; its last message is a reply that calls no tool', '它在后台启动，尚未收到结束通知；最后一条消息是不调用工具的回复'],
    ['its rollout says "turn_aborted" (interrupted)', '其记录显示“turn_aborted”（interrupted）'],
    ['claude-code: 3 transcripts are links; links are not followed.', 'claude-code：有 3 个记录是链接；Crewdeck 不跟随链接。'],
    ['something that nobody knows', 'something that nobody knows']
  ])('%s', (english, chinese) => {
    useLanguage.setState({ language: 'zh' })
    expect(told(english)).toBe(chinese)
  })
})
