import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeOf } from './json'
import { boundedInput, clip, ENTRY_TEXT_MAX, textOf } from './texts'

describe('timeOf', () => {
  it('reads every time that a date has, in any form', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2099-12-31T23:59:59.999Z'), noInvalidDate: true }), (date) => {
        expect(timeOf(date.toISOString())).toBe(date.getTime())
        expect(timeOf(date.getTime())).toBe(date.getTime())
        expect(timeOf(date.toISOString().replace('Z', '+00:00'))).toBe(date.getTime())
      })
    )
  })

  it.each(['2026-02-31T10:00:00.000Z', '2026-13-01T10:00:00.000Z', '2026-01-01T10:61:00.000Z', 'x026-01-01T10:00:00.000Z', '', 'soon', -1, Number.NaN, 1e300, null, {}])('refuses %j', (value) => {
    expect(timeOf(value)).toBe(typeof value === 'string' && Date.parse(value) >= 0 ? Date.parse(value) : null)
  })
})

describe('clip', () => {
  it('keeps what fits and tells what it left out, never half a character', () => {
    expect(clip('short', 5)).toBe('short')
    expect(clip('shorter', 5)).toBe('short… [2 more characters]')
    expect(clip('abcd🎉', 5)).toBe('abcd… [2 more characters]')
  })
})

describe('textOf', () => {
  it.each([
    ['a text', 'words', 'words'],
    ['parts of all programs', [{ type: 'text', text: 'a' }, { type: 'input_text', text: 'b' }, 'c', { type: 'tool_result', content: [{ type: 'text', text: 'd' }] }], 'a\nb\nc\nd'],
    ['pictures by their names', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }, { inlineData: { mimeType: 'audio/wav', data: 'AAAA' } }, { type: 'input_image', image_url: 'data:x' }], '[image/png]\n[audio/wav]\n[image]'],
    ['results of functions', [{ functionResponse: { response: { output: 'out' } } }, { functionResponse: { response: { error: 'err' } } }], 'out\nerr'],
    ['nothing of what is no content', [null, 1, true, { other: 'x' }], '']
  ])('reads %s', (_what, content, expected) => expect(textOf(content)).toBe(expected))
})

describe('boundedInput', () => {
  it('keeps arguments as they are, without binary payloads, as long as they are small', () => {
    const input = { path: 'a', list: [1, { deep: true }], picture: { type: 'image', data: 'AAAA' }, type: 'image' }
    expect(boundedInput(input)).toEqual({ path: 'a', list: [1, { deep: true }], picture: '[image]', type: 'image' })
    expect(boundedInput(undefined)).toBeUndefined()
    expect(boundedInput({ text: 'x'.repeat(ENTRY_TEXT_MAX) })).toMatch(/^\{"text":"x+… \[11 more characters\]$/)
  })

  it('does not fall into what is nested without end', () => {
    const deep: unknown = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000))
    expect(JSON.stringify(boundedInput(deep))).toContain('…')
    expect(textOf(deep)).toBe('')
  })
})
