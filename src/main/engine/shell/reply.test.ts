import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import { describe, expect, it } from 'vitest'
import { excerptOf } from './excerpt'
import { fence, lasting, outcomeOf, replyOf, shownBudget, SHOWN_MAX, type CommandReport } from './reply'

function report(more: Partial<CommandReport> = {}): CommandReport {
  const excerpt = { head: 'hello', tail: null, leftOut: 0 }
  const file = { path: '/data/s/turn-1.log', bytes: 6, problem: null }
  return { command: 'echo hello', end: { kind: 'exit', code: 0 }, duration: 1_234, excerpt, printed: 6, file, leftovers: 0, survivors: 0, ...more }
}
const cut = { head: 'a', tail: 'z', leftOut: 1_234_567 }
const fails = (code: number) => report({ end: { kind: 'exit', code } })

describe('replyOf', () => {
  it('is the output in a fence and one line', () => {
    expect(replyOf([report()], 0)).toBe('```text\nhello\n```\n\nexit 0 · 1.2 s')
  })

  it('says in words that nothing was printed', () => {
    expect(replyOf([report({ printed: 0, file: null })], 0)).toBe('It printed nothing.\n\nexit 0 · 1.2 s')
    expect(replyOf([report({ excerpt: { ...cut, head: ' \n ', tail: null } })], 0)).toMatch(/^It printed nothing but blank space\./)
  })

  it('says how much was left out and where the whole is', () => {
    const file = { path: '/da`ta/turn.log', bytes: 9_000_000, problem: null }
    const text = replyOf([report({ excerpt: cut, printed: 9_000_000, file })], 0)
    expect(text).toBe('```text\na\n```\n\n1,234,567 bytes left out here. The whole output is in `` /da`ta/turn.log ``.\n\n```text\nz\n```\n\nexit 0 · 1.2 s')
  })

  it('says what the file does not hold', () => {
    const file = { path: '/x', bytes: 10, problem: null }
    expect(replyOf([report({ excerpt: cut, printed: 20, file })], 0)).toContain('Of 20 bytes the first 10 bytes are in ` /x `.')
    const full = { ...file, bytes: 0, problem: 'ENOSPC: no space left on device' }
    expect(replyOf([report({ excerpt: cut, printed: 20, file: full })], 0)).toContain('The whole output could not be kept: ENOSPC: no space left on device.')
  })

  it('says what was ended and what could not be', () => {
    expect(replyOf([report({ leftovers: 1 })], 0)).toContain('\n\n1 process that it had left running was ended.')
    const text = replyOf([report({ leftovers: 2, survivors: 1 })], 0)
    expect(text).toContain('2 processes that it had left running were ended.\n\n1 process could not be ended')
  })

  it('names each of many commands, and those that a stop has kept from running', () => {
    const text = replyOf([report({ command: 'a\nb' }), report({ command: 'c`d', end: { kind: 'stopped', by: 'user' } })], 2)
    expect(text).toMatch(/^` a … `\n\n```text\nhello\n```\n\nexit 0 · 1\.2 s\n\n`` c`d ``/)
    expect(text).toMatch(/stopped · 1\.2 s\n\n2 commands after it were not run\.$/)
  })

  it('renders any output as one code block that holds exactly it', () => {
    const raw = fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.constantFrom('`', '```', '~~~', '\n', '\r', ' ', '    ', '<b>', '\t', '#', '> ', '![', '\x1b[0m'), { maxLength: 40 }).map((all) => all.join('')))
    fc.assert(
      fc.property(raw, (text) => {
        const excerpt = excerptOf({ head: Buffer.from(text), tail: Buffer.from(''), gap: 0 }, 2_000)
        fc.pre(excerpt.head.trim() !== '')
        const html = renderToStaticMarkup(createElement(Markdown, null, replyOf([report({ excerpt })], 0)))
        const match = /^<pre><code class="language-text">([^]*)\n<\/code><\/pre>\n<p>exit 0 · 1\.2 s<\/p>$/.exec(html)
        expect(unescape(match?.[1] ?? 'no match')).toBe(excerpt.head)
      }),
      { numRuns: 400 }
    )
  })
})

describe('fence', () => {
  it('is longer than any run of backticks inside', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', 'a', '\n'), { maxLength: 60 }).map((all) => all.join('')), (text) => {
        const [marks = ''] = /^`+/.exec(fence(text)) ?? []
        expect(marks.length).toBeGreaterThanOrEqual(3)
        expect(text).not.toContain(marks)
      })
    )
  })
})

describe('outcomeOf', () => {
  it('is completed, or the error of the command', () => {
    expect(outcomeOf([report()], null)).toEqual({ kind: 'completed' })
    expect(outcomeOf([fails(3)], null)).toEqual({ kind: 'error', error: { code: 'EXIT_3', message: 'The command ended with exit code 3.' } })
    expect(outcomeOf([report({ end: { kind: 'signal', signal: 'SIGSEGV' } })], null)).toMatchObject({ error: { code: 'SIGNAL_SIGSEGV' } })
    expect(outcomeOf([report({ end: { kind: 'failed', code: 'NO_FOLDER', message: 'm' } })], null)).toEqual({ kind: 'error', error: { code: 'NO_FOLDER', message: 'm' } })
  })

  it('is an error when any of many has failed, and says how many', () => {
    expect(outcomeOf([report(), fails(2), fails(3)], null)).toEqual({
      kind: 'error',
      error: { code: 'EXIT_2', message: '2 of 3 commands failed. The first: The command ended with exit code 2.' }
    })
  })

  it('is aborted when it was stopped, whatever the command has said', () => {
    expect(outcomeOf([fails(130)], 'user')).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
  })
})

it('shares what may be shown among the commands of a turn', () => {
  expect([shownBudget(0), shownBudget(1), shownBudget(4), shownBudget(1_000)]).toEqual([SHOWN_MAX, SHOWN_MAX, SHOWN_MAX / 4, 500])
})

it('tells times as people do', () => {
  expect([0, 49, 1_234, 59_900, 59_960, 125_000, 3_599_900, 3_720_000].map(lasting)).toEqual([
    '0.0 s', '0.0 s', '1.2 s', '59.9 s', '1 min 0 s', '2 min 5 s', '1 h 0 min', '1 h 2 min'
  ])
})

function unescape(html: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => names[name] ?? '')
}
