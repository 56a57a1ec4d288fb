import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { rendered } from './render'

const html = (text: string) => renderToStaticMarkup(rendered(text))

describe('a reply as Markdown', () => {
  it('puts headings below those of the page', () => {
    expect(html('# a\n\n### b\n\n###### c')).toBe('<h3 dir="auto">a</h3>\n<h5 dir="auto">b</h5>\n<h6 dir="auto">c</h6>')
  })

  it('gives each block its direction and its language', () => {
    expect(html('「髙橋」は古い\n\nplain\n\n- 한국어')).toBe(
      '<p dir="auto" lang="ja">「髙橋」は古い</p>\n<p dir="auto">plain</p>\n<ul>\n<li dir="auto" lang="ko">한국어</li>\n</ul>'
    )
  })

  it('knows emphasis next to Chinese and Japanese punctuation', () => {
    expect(html('**「重要」**です')).toContain('<strong>「重要」</strong>です')
  })

  it('opens complete addresses and says where they really lead', () => {
    expect(html('[docs](https://docs.example/a)')).toContain(
      '<a class="link" href="https://docs.example/a" rel="noreferrer" title="docs.example">docs</a>'
    )
    expect(html('[https://bank.example](https://evil.example)')).toContain('>https://bank.example<span class="host"> (evil.example)</span></a>')
  })

  it.each(['src/x.ts', '//host/x', '\\\\\\\\host\\\\share', 'javascript:alert(1)', 'data:text/html,x', 'C:/x', '/etc/passwd', '#x'])(
    'leaves a link to %s as words',
    (target) => {
      const out = html(`[words](${target})`)
      expect(out).toContain('words')
      expect(out).not.toContain('<a')
      expect(out).not.toContain('href')
    }
  )

  it('loads no picture', () => {
    const out = html('![a chart](https://pic.example/p?secret=1) ![](//pic.example/x)')
    expect(out).not.toMatch(/<img|<link|src=/)
    expect(out).toContain('image: a chart (pic.example)')
    expect(out).toContain('image: no description (pic.example)')
  })

  it('shows HTML as it was written', () => {
    const out = html('<script>alert(1)</script>\n\na <b onclick="x()">b</b> c<br>d')
    expect(out).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(out).toContain('a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt; c<br/>d')
  })

  it('makes listings that can be copied, read from left to right', () => {
    expect(html('```ts\nconst a = 1\n```')).toBe(
      '<div class="code"><pre dir="ltr"><code class="language-ts">const a = 1\n</code></pre><button type="button" class="copy">Copy</button></div>'
    )
  })

  it('lets tables scroll inside and writes no style', () => {
    const out = html('| a | n |\n| - | -: |\n| x | 1 |')
    expect(out).toMatch(/^<div class="table"><table>/)
    expect(out).toContain('<td dir="auto" class="is-right">1</td>')
    expect(out).not.toContain('style')
  })

  it('says task lists in words', () => {
    const out = html('- [x] a\n- [ ] b')
    expect(out).toContain('<span class="task is-done" role="img" aria-label="done"></span>')
    expect(out).toContain('<span class="task is-open" role="img" aria-label="to do"></span>')
    expect(out).not.toContain('<input')
  })

  it('gives no two elements of the page the same id', () => {
    expect(html('a[^1]\n\n[^1]: note')).not.toMatch(/\sid=/)
  })
})
