/** What is selected on the screen, back as Markdown: the drawn elements of messages, or parts of them. */

/** Elements that are no words of anybody: what can be done, what the screen says of a message, and ways back. */
const SILENT = 'svg, time, .out, .btn, .code-bar, .note, .now, .crew, .status-line, .strip, .host, .katex-html, .footnotes .note-way'
const BLOCKS = new Set(['p', 'div', 'section', 'header', 'ul', 'ol', 'li', 'pre', 'table', 'blockquote', 'hr', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Headings of a message stand below those of the page. */
const LOWERED_BY = 2
const ALIGNED: readonly (readonly [string, string])[] = [
  ['is-right', '---:'],
  ['is-center', ':---:']
]

/** The Markdown of what a range holds; the words are taken over as they are. Empty where it holds none. */
export function markdownIn(range: Range): string {
  return new Part(range).markdown()
}

/** The part of drawn elements that a range holds. */
class Part {
  constructor(private readonly range: Range) {}

  markdown(): string {
    const { commonAncestorContainer: common } = this.range
    const within = common instanceof Element ? common : common.parentElement
    if (!within) return ''
    const listing = within.closest('pre')
    // A few words of one line are just these words.
    if (listing) return this.#text(listing).includes('\n') ? this.#block(listing).join('') : this.#text(listing)
    const whole = within.closest('.md ul, .md ol, .md li, .md table, .md blockquote, .md p')
    if (whole?.localName === 'table' ? !within.closest('td, th') : whole === within) return this.#block(whole ?? within).join('\n\n')
    return this.#blocks(within).join('\n\n')
  }

  #blocks(parent: Node): string[] {
    const blocks: string[] = []
    let line = ''
    const endLine = (): void => {
      const words = line.trim().replace(/\\\n\s+/g, '\\\n')
      if (words !== '') blocks.push(words)
      line = ''
    }
    for (const child of parent.childNodes) {
      if (child instanceof Element && BLOCKS.has(child.localName)) {
        endLine()
        if (this.#holds(child)) blocks.push(...this.#block(child).filter((block) => block !== ''))
      } else line += this.#inline(child)
    }
    endLine()
    return blocks
  }

  #block(element: Element): string[] {
    if (element.matches('.who')) return this.#sender(element)
    if (element.matches('.raw')) return [this.#text(element)]
    const heading = /^h([3-6])$/.exec(element.localName)?.[1]
    if (heading !== undefined) return this.#after(`${'#'.repeat(Number(heading) - LOWERED_BY)} `, element)
    switch (element.localName) {
      case 'h2':
        return this.#after('## ', element)
      case 'hr':
        return ['---']
      case 'pre':
        return [this.#listing(element)]
      case 'table':
        return [this.#table(element)]
      case 'blockquote':
        return [prefixed(this.#blocks(element).join('\n\n'), '> ', '> ')]
      case 'ul':
      case 'ol':
        return element.matches('.md *') ? [this.#list(element)] : this.#blocks(element)
      default:
        return this.#blocks(element)
    }
  }

  #after(mark: string, element: Element): string[] {
    const words = this.#inlines(element).trim()
    return words === '' ? [] : [`${mark}${words}`]
  }

  /** Who says what follows; of a turn, its number. */
  #sender(element: Element): string[] {
    const name = element.querySelector('h2, b, .name-link')
    return name && this.#holds(name) ? this.#after(name.localName === 'h2' ? '## ' : '### ', name) : []
  }

  /** What an item holds besides a line goes on below its mark; where items have paragraphs, there is a line between all. */
  #list(element: Element): string {
    const items = [...element.children].filter((item) => item.localName === 'li')
    const isNotes = element.closest('.footnotes') !== null
    const gap = !isNotes && items.some((item) => [...item.children].some(({ localName }) => localName === 'p')) ? '\n\n' : '\n'
    const first = element instanceof HTMLOListElement ? element.start : 0
    const parts = items.map((item, index) => {
      const words = this.#holds(item) ? this.#blocks(item).join(gap) : ''
      const mark = isNotes ? `[^${first + index}]: ` : element.localName === 'ol' ? `${first + index}. ` : '- '
      return words === '' ? '' : prefixed(words, mark, ' '.repeat(isNotes ? 4 : mark.length))
    })
    return parts.filter((part) => part !== '').join(gap)
  }

  #listing(element: Element): string {
    const text = this.#text(element)
    // As it was written, and no listing of the message.
    if (element.matches('.plain, .command')) return text
    const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
    const language = element.parentElement?.querySelector('.code-name')?.textContent ?? ''
    return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`
  }

  #table(element: Element): string {
    const rows = [...element.querySelectorAll('tr')]
    const [top] = rows
    if (!top) return ''
    const marks = [...top.children].map((cell) => ALIGNED.find(([name]) => cell.classList.contains(name))?.[1] ?? '---')
    // The columns keep their heads, also where these are not selected.
    const all = document.createRange()
    all.selectNodeContents(top)
    const head = new Part(all).#cells(top)
    const body = rows.slice(1).map((row) => this.#cells(row))
    return [head, marks, ...body.filter((row) => row.some((cell) => cell !== ''))].map((row) => `| ${row.join(' | ')} |`).join('\n')
  }

  #cells(row: Element): string[] {
    return [...row.children].map((cell) => (this.#holds(cell) ? this.#inlines(cell).trim().replaceAll('|', '\\|').replaceAll('\\\n', '<br>') : ''))
  }

  #inlines(parent: Node): string {
    return [...parent.childNodes].map((child) => this.#inline(child)).join('')
  }

  #inline(node: Node): string {
    if (!(node instanceof Element)) return this.#text(node).replace(/\s+/g, ' ')
    if (!this.#holds(node)) return ''
    if (node.matches('.formula')) return formula(node)
    if (node.matches('.note-way')) return `[^${node.textContent}]`
    if (node.matches('.task')) return node.matches('.is-done') ? '[x]' : '[ ]'
    if (node.matches('.unseen')) return `⟦${node.textContent}⟧`
    if (node.matches('.picture')) return picture(node)
    const words = node.localName === 'code' ? this.#text(node) : this.#inlines(node)
    const to = node.getAttribute('href') ?? node.getAttribute('data-path')
    if (to !== null && words.trim() !== '') return words === to ? words : `[${words}](${/[\s()]/.test(to) ? `<${to}>` : to})`
    switch (node.localName) {
      case 'br':
        return '\\\n'
      case 'strong':
        return marked('**', words)
      case 'em':
        return marked('*', words)
      case 'del':
        return marked('~~', words)
      case 'code':
        return codeSpan(words)
      default:
        return BLOCKS.has(node.localName) ? ` ${words} ` : words
    }
  }

  /** The text of a node as far as the range goes. */
  #text(node: Node): string {
    if (node instanceof Text) {
      const { startContainer, startOffset, endContainer, endOffset } = this.range
      if (!this.range.intersectsNode(node)) return ''
      return node.data.slice(node === startContainer ? startOffset : 0, node === endContainer ? endOffset : undefined)
    }
    return [...node.childNodes].map((child) => this.#text(child)).join('')
  }

  #holds(element: Element): boolean {
    return this.range.intersectsNode(element) && !element.matches(SILENT)
  }
}

function formula(element: Element): string {
  const tex = element.querySelector('annotation')?.textContent ?? element.textContent
  return element.matches('.is-block') ? `$$\n${tex}\n$$` : `$${tex}$`
}

function picture(element: Element): string {
  return `![${element.getAttribute('data-alt') ?? ''}](${element.getAttribute('data-path') ?? ''})`
}

/** Marks hold only next to words. */
function marked(mark: string, words: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(words) ?? []
  return inner === '' ? words : `${before}${mark}${inner}${mark}${after}`
}

function codeSpan(text: string): string {
  if (text === '') return ''
  const longest = longestRun(text)
  const pad = longest > 0 ? ' ' : ''
  const fence = '`'.repeat(longest + 1)
  return `${fence}${pad}${text}${pad}${fence}`
}

/** The most backticks in a row. */
function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}

/** The first line with a mark, all others indented to it. */
function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
    .join('\n')
}
