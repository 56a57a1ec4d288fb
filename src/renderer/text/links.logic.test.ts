import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostOf, linkOf, namesAnotherHost, pathOf } from './links.logic'

describe('linkOf', () => {
  it.each([
    ['https://example.com/a?b#c', 'example.com'],
    ['http://localhost:5173/x', 'localhost:5173'],
    ['HTTPS://Example.com', 'example.com'],
    ['mailto:kim@harbour.example?subject=x', 'harbour.example'],
    ['https://аpple.com', 'xn--pple-43d.com']
  ])('opens %s at %s', (href, host) => {
    expect(linkOf(href)).toEqual({ kind: 'open', url: href, host })
  })

  it.each([
    '',
    'src/x.ts',
    '/etc/passwd',
    '#part',
    '//host/share',
    '\\\\host\\share',
    'C:/Windows',
    'C:\\Windows',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'https:example.com',
    'https:/example.com',
    'https:\\\\example.com',
    'https://user:secret@example.com',
    'https://good.example@evil.example',
    'https://\texample.com',
    'ftp://example.com',
    'smb://host/share',
    'mailto:',
    'mailto:nobody'
  ])('leaves %j as words', (href) => {
    expect(linkOf(href)).toEqual({ kind: 'inert' })
  })

  it('never opens anything but a complete http, https or mailto address', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl().map((url) => url.replace(/^https?/, 'javascript')), fc.webUrl()), (href) => {
        const link = linkOf(href)
        if (link.kind === 'open') {
          expect(['http:', 'https:', 'mailto:']).toContain(new URL(link.url).protocol)
          expect(new URL(link.url).username).toBe('')
        }
      })
    )
  })
})

describe('namesAnotherHost', () => {
  it.each([
    ['https://bank.example/login', 'evil.example', true],
    ['bank.example', 'evil.example', true],
    ['www.bank.example', 'bank.example', false],
    ['bank.example', 'www.bank.example', false],
    ['https://bank.example/x', 'bank.example', false],
    ['kim@harbour.example', 'harbour.example', false],
    ['kim@harbour.example', 'evil.example', true],
    ['http://localhost:3000', 'localhost:3000', false],
    ['the documentation', 'docs.example', false],
    ['see 3.2 below', 'docs.example', false],
    ['аpple.com', 'apple.com', true]
  ])('%s to %s: %s', (words, host, answer) => {
    expect(namesAnotherHost(words, host)).toBe(answer)
  })
})

describe('hostOf', () => {
  it('says where a picture would come from', () => {
    expect(hostOf('https://pic.example/a.png')).toBe('pic.example')
    expect(hostOf('//pic.example/a.png')).toBe('pic.example')
    expect(hostOf('shots/a.png')).toBe('')
    expect(hostOf('')).toBe('')
  })
})

describe('pathOf', () => {
  it.each([
    ['src/a.ts', 'src/a.ts'],
    ['./src/a.ts#L10-L20', 'src/a.ts'],
    ['src/a.ts:12:3', 'src/a.ts'],
    ['src\\a.ts', 'src/a.ts'],
    ['my%20file.md', 'my file.md'],
    ['100%', '100%'],
    ['说明.md', '说明.md'],
    ['/abs/a.ts', '/abs/a.ts']
  ])('%s is %s', (text, path) => {
    expect(pathOf(text)).toBe(path)
  })

  it.each(['', '//host/x', '\\\\host\\share', 'javascript:alert(1)', 'file:///etc/passwd', 'data:x', 'a\u0000b', '%00'])('%j is none', (text) => {
    expect(pathOf(text)).toBeNull()
  })
})
