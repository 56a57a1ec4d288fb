/**
 * Every sentence that the host can say to the operator is known in Chinese. They are read from the host's own sources, so
 * a new one fails here until it has its words.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { afterEach, describe, expect, it } from 'vitest'
import { inChinese, SENTENCES, sentencesOf } from '../../../shared/chinese/in-chinese'
import { useLanguage } from '../language'
import { fromHost } from './from-host'

const MAIN = join(import.meta.dirname, '../../../main')

/** What is said to agents, to programs, on the command line, into the log, or by importers, whose words are told elsewhere. */
const TO_OTHERS =
  /^(tools|serve|demo|electron|process|page|store|records\/(import|testing))\/|^(serve|index|report)\.ts$|^records\/(openapi|cli|api|server|main|drafts|bounds|limits|recorder|client|entries-of)\.ts$|^engine\/(present|files\.logic)\.ts$|^engine\/pi\/(process|child\/(search|tools|commands|confine|policy\.logic|texts\.logic))\.ts$|^engine\/shell\/reply\.ts$|^engine\/acp\/(access|terminals)\.ts$|^engine\/dsh\/asks\.ts$|^project\/(completions|instructions)\.ts$|^rpc\/connections\.ts$|^session\/(session-row|turn-recorder)\.ts$/
/** Said to a model, or to whoever reads the log. */
const SAID_ELSEWHERE = [
  'Answer with the single word: ready',
  'Crewdeck was interrupted. What you were told just before stands above in this conversation: go on with it.',
  'You are {} in Crewdeck, in the folder {}. The operator sees the files that you create and change.',
  'An agent is known only after it has been initialized.',
  'An agent needs its three pipes.',
  'The harness needs its pipes.',
  'This script is started by Crewdeck, not by hand.',
  'The database was damaged. It is kept at {}; a new one was begun.',
  'The timeline never fitted.',
  '{} It is counted from now on, not said again.',
  '{}\n[{} more characters were not kept]',
  '{} … ({} more characters)'
]

const isSentence = (text: string) => /^["A-Z{]/.test(text) && /[a-z]{2,} [a-z]{2,}/.test(text) && !/^(SELECT|INSERT|CREATE|UPDATE|DELETE|PRAGMA|WITH|REPLACE|BEGIN)\b/.test(text.trim())

/** Texts of a source file that read like sentences, with `{}` where they differ. */
function sentencesIn(path: string): string[] {
  const texts: string[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const fields = node as { type?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }
    if (fields.type === 'Literal' && typeof fields.value === 'string') texts.push(fields.value)
    if (fields.type === 'TemplateLiteral') texts.push((fields.quasis ?? []).map(({ value }) => value.cooked).join('{}'))
    Object.values(node).forEach(walk)
  }
  walk(parseAst(readFileSync(join(MAIN, path), 'utf8'), { lang: 'ts' }))
  return texts.filter(isSentence)
}

const files = globSync('**/*.ts', { cwd: MAIN })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.ts$|testing(\/|\.ts$)/.test(path) && !TO_OTHERS.test(path))
/** What refuses an input says why, too. */
const all = new Set([...files, '../shared/contract.ts'].flatMap(sentencesIn))

afterEach(() => useLanguage.setState({ language: 'en' }))

describe('what the host says', () => {
  it('is all known in Chinese', () => {
    expect(all.size).toBeGreaterThan(300)
    // What is put in behind an end is a sentence of its own.
    const filled = (text: string) => text.replaceAll('{}', 'XYZ').replaceAll(/(?<=[.])XYZ/g, ' XYZ')
    const unknown = [...all]
      .filter((text) => !SAID_ELSEWHERE.includes(text))
      .flatMap((text) => sentencesOf(filled(text)))
      // What stands between is put in from elsewhere.
      .filter((sentence) => !/^[\s.XYZ:()"]*$/.test(sentence) && !/[\u4e00-\u9fff]/.test(inChinese(sentence)))
    expect([...new Set(unknown)].toSorted()).toEqual([])
  })

  it('keeps what differs at its place', () => {
    for (const [english, chinese] of SENTENCES) {
      const slots = english.split('{}').length - 1
      const used = [...chinese.matchAll(/\{(\d)\}/g)].map((match) => Number(match[1])).toSorted((a, b) => a - b)
      expect([english, used]).toEqual([english, Array.from({ length: slots }, (_, place) => place)])
    }
  })

  it('is said once', () => {
    const english = SENTENCES.map(([text]) => text)
    expect(english.filter((text, place) => english.indexOf(text) !== place)).toEqual([])
  })

  it('stays English in English, and what is not known stays as it is', () => {
    expect(fromHost('There is no such Project.')).toBe('There is no such Project.')
    useLanguage.setState({ language: 'zh' })
    expect(fromHost('There is no such Project.')).toBe('没有该项目。')
    expect(fromHost('Anything that an agent says.')).toBe('Anything that an agent says.')
  })

  it.each([
    ['Codex ended by itself (code 3). It said last:\npanic: no', 'Codex 自行结束（code 3）。它最后输出：panic: no'],
    ['The endpoint of Mistral answered 401: the key was refused. Set a new key in Settings, then retry.', 'Mistral 的端点返回 401：密钥被拒绝。请在“设置”中设置新密钥，然后重试。'],
    ['Gemini CLI is not signed in. Run "gemini" in a terminal and sign in, or set GEMINI_API_KEY before Crewdeck is started.', 'Gemini CLI 尚未登录。请在终端运行 "gemini" 并登录，或在启动 Crewdeck 前设置 GEMINI_API_KEY。'],
    [
      'The endpoint of Mistral answered 401: the key was refused (“Incorrect API key. Look at it”). Set a new key in Settings, then retry.',
      'Mistral 的端点返回 401：密钥被拒绝（“Incorrect API key. Look at it”）。请在“设置”中设置新密钥，然后重试。'
    ],
    ['8 of 8 workers are busy.', '8 个工作者中有 8 个忙碌。']
  ])('%s', (english, chinese) => {
    expect(inChinese(english)).toBe(chinese)
  })
})
