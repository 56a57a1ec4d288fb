import { Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { drawBlocks, FORMULAS_MAX } from './draw'
import { TextId } from './elements'
import { FilesOfText } from './files'
import { wholeBlocks } from './parse'

const drawn = (text: string) => drawBlocks(wholeBlocks(text)).map(({ key, element }) => <Fragment key={key}>{element}</Fragment>)
const html = (text: string) => renderToStaticMarkup(drawn(text))

describe('a reply as Markdown', () => {
  it('puts headings below those of the page', () => {
    expect(html('# a\n\n### b\n\n###### c')).toBe('<h3 dir="auto">a</h3><h5 dir="auto">b</h5><h6 dir="auto">c</h6>')
  })

  it('gives each block its direction and its language', () => {
    expect(html('「髙橋」は古い\n\nplain\n\n- 한국어')).toBe(
      '<p dir="auto" lang="ja">「髙橋」は古い</p><p dir="auto">plain</p><ul>\n<li dir="auto" lang="ko">한국어</li>\n</ul>'
    )
  })

  it('puts the marks of lists and quotes on the side where their words begin', () => {
    expect(html('- عنصر\n\n- item')).toBe('<ul>\n<li dir="auto">\n<p>عنصر</p>\n</li>\n<li dir="auto">\n<p>item</p>\n</li>\n</ul>')
    expect(html('> > اقتباس\n>\n> words')).toBe(
      '<blockquote dir="auto">\n<blockquote>\n<p>اقتباس</p>\n</blockquote>\n<p dir="auto">words</p>\n</blockquote>'
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

  it('shows the files that it can show: links, words of code and pictures', () => {
    const files = (path: string) => (path === 'src/x.ts' || path === 'a chart.png' ? () => {} : null)
    const out = renderToStaticMarkup(
      <FilesOfText value={files}>{drawn('[words](./src/x.ts#L3) `src/x.ts:12` `src/y.ts` ![c](a%20chart.png)')}</FilesOfText>
    )
    expect(out).toContain('<button type="button" class="link" title="Show src/x.ts" data-path="./src/x.ts#L3">words</button>')
    expect(out).toContain('<button type="button" class="file-word" title="Show src/x.ts"><code dir="ltr">src/x.ts:12</code></button>')
    expect(out).toContain(' <code dir="ltr">src/y.ts</code> ')
    expect(out).toContain('title="Show a chart.png" data-alt="c" data-path="a%20chart.png">image: c</button>')
  })

  it('loads no picture', () => {
    const out = html('![a chart](https://pic.example/p?secret=1) ![](//pic.example/x) ![x](data:image/png;base64,AA==)')
    expect(out).not.toMatch(/<img|src=/)
    expect(out).toContain('image: a chart (pic.example)</a>')
    expect(out).toContain('<span class="picture" data-alt="" data-path="//pic.example/x">image: no description (pic.example)</span>')
    expect(out).toContain('>image: x</span>')
  })

  it('shows HTML as it was written', () => {
    const out = html('<script>alert(1)</script>\n\na <b onclick="x()">b</b> c<br>d')
    expect(out).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(out).toContain('a &lt;b onclick=&quot;x()&quot;&gt;b&lt;/b&gt; c<br/>d')
  })

  it('makes listings that can be copied, read from left to right', () => {
    const out = html('```ts title="x"\nconst a = 1\n```')
    expect(out).toMatch(/^<div class="code"><pre dir="ltr"><code>const a = 1<\/code><\/pre>/)
    expect(out).toContain('<span class="code-name">ts</span>')
    expect(out).toContain('Copy</button>')
  })

  it('lets tables scroll inside and writes no style', () => {
    const out = html('| a | n |\n| - | -: |\n| x | 1 |')
    expect(out).toMatch(/^<div class="table"><table>/)
    expect(out).toContain('<td dir="auto" class="is-right is-short">1</td>')
    expect(out).not.toContain('style')
    expect(html('| a |\n| - |\n| some more words |')).toContain('<td dir="auto">some more words</td>')
  })

  it('says task lists in words', () => {
    expect(html('- [x] a\n- [ ] b')).toContain('<span class="task is-done" role="img" aria-label="done"></span>')
    expect(html('- [x] a\n- [ ] b')).toContain('<span class="task is-open" role="img" aria-label="to do"></span>')
    expect(html('- [x] a\n- [ ] b')).not.toContain('<input')
  })

  it('gives footnotes ids of their own in each text', () => {
    const ids = (name: string) => {
      const out = renderToStaticMarkup(<TextId value={name}>{drawn('a[^1] b[^1]\n\n[^1]: note')}</TextId>)
      expect(out).toContain('aria-label="Footnote 1"')
      expect(out).toContain('<section class="footnotes" aria-label="Footnotes">')
      return [...out.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    }
    expect(ids('x-')).toEqual(['x-fnref-1', 'x-fnref-1-2', 'x-fn-1'])
    expect(ids('y-')).toEqual(['y-fnref-1', 'y-fnref-1-2', 'y-fn-1'])
  })

  it('shows what would not be seen', () => {
    expect(html('admin\u202e txt')).toContain('<mark class="unseen" title="A character that is not seen: what follows is forced to be read from right to left" dir="ltr">RLO</mark>')
    expect(html('`a\u2066b`')).toContain('LRI</mark>b</code>')
    expect(html('```\na\u202eb\n```')).toContain('a⟦RLO⟧b')
    expect(html(`z${'\u0335'.repeat(20)}`)).toContain('title="12 more marks stand on this letter"')
  })

  it('knows formulas from prices', () => {
    const formulas = (text: string) => html(text).match(/<code class="formula[^>]*>[^<]*/g)?.map((found) => found.replace(/.*>/, '')) ?? []
    expect(formulas('$x^2$ and $$y$$ and\n\n$$\nz\n$$\n\n```math\nw\n```')).toEqual(['x^2', 'y', 'z', 'w'])
    expect(formulas('It costs $5, not $10, or 3$ to 4$; US$20 and US$30. `$a$` \\$b$')).toEqual([])
    expect(formulas('$a $ $ b$ $c$1')).toEqual([])
    expect(formulas('公式$E = mc^2$，($n$)')).toEqual(['E = mc^2', 'n'])
  })

  it('draws no more formulas than it can', () => {
    const out = html(`${'$a$ '.repeat(FORMULAS_MAX)}\n\n$b$`)
    expect(out.match(/class="formula"/g)).toHaveLength(FORMULAS_MAX + 1)
    expect(out.match(/cannot be drawn/g)).toHaveLength(1)
  })
})
