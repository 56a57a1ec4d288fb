import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanBytes, cleanText } from './terminal-text'

describe('cleanText', () => {
  it.each([
    ['colours', '\x1b[1;31mred\x1b[0m and \x1b[38;5;12mblue\x1b[m', 'red and blue'],
    ['a title and a link', '\x1b]0;title\x07a \x1b]8;;https://x.y\x1b\\link\x1b]8;;\x1b\\', 'a link'],
    ['a progress bar', '  5%\r 50%\r100%', '100%'],
    ['a shorter line over a longer one', 'downloading\rdone', 'doneloading'],
    ['a line that is erased first', 'downloading\r\x1b[Kdone', 'done'],
    ['a line that is erased as a whole', 'downloading\x1b[2K\rdone', 'done'],
    ['the start of a line erased', 'abcdef\r\x1b[2C\x1b[1K', ' bcdef'],
    ['a column', 'abc\x1b[1Gx\x1b[5Gy', 'xbc y'],
    ['backspaces', 'bo\bo\bold_\bx', 'boldx'],
    ['line ends of two characters', 'a\r\nb\r\n', 'a\nb\n'],
    ['NUL, bell and other controls', 'a\0b\x07c\x7fd\x0ce', 'abcde'],
    ['tabs', 'a\tb', 'a\tb'],
    ['an escape that has no end', 'a\x1b[31', 'a31'],
    ['a title that has no end does not take the line', 'a\x1b]0;b', 'a0;b'],
    ['a character set switch', '\x1b(Bplain', 'plain'],
    ['characters of two units', '😀😀\r😁', '😁😀']
  ])('obeys %s', (_, raw, shown) => {
    expect(cleanText(raw)).toBe(shown)
  })

  it('shows what is not UTF-8 as such', () => {
    expect(cleanBytes(Uint8Array.of(0x61, 0xff, 0xfe, 0x62))).toBe('a\uFFFD\uFFFDb')
  })

  const piece = fc.oneof(fc.constantFrom('\x1b', '\x1b[', '[', '31m', 'K', '2K', '400G', '\x9b', ']', '\x1b]', '\x07', '\\', '\r', '\n', '\b', '\0', '\x1b\x1b[0m[1m'), fc.string({ unit: 'binary' }))
  const messy = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

  it('leaves no control character, and nothing to clean a second time', () => {
    fc.assert(
      fc.property(messy, (raw) => {
        const once = cleanText(raw)
        // eslint-disable-next-line no-control-regex
        expect(once).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
        expect(cleanText(once)).toBe(once)
      }),
      { numRuns: 500 }
    )
  })

  it('does not change plain text, and stays quick on hostile text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(cleanText(text)).toBe(text)
      })
    )
    const began = performance.now()
    for (const hostile of ['\x9d', '\x1b]', '\x1b[', '\x1b', '\x1b ', '\r', '\x1b[400Gx', '\x1b[0;']) cleanText(hostile.repeat(130_000))
    expect(performance.now() - began).toBeLessThan(4_000)
  })
})
