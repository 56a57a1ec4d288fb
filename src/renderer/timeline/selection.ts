/** What is selected on the screen, back as Markdown: the drawn elements of a message, or parts of them. */

/** Elements that are no words of anybody. */
const SILENT = 'button, svg, .out, .katex-html'
const BLOCKS = new Set(['p', 'div', 'section', 'header', 'ul', 'ol', 'li', 'pre', 'table', 'blockquote', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Headings of a message stand below those of the page. */
const LOWERED_BY = 2

/** The Markdown of drawn elements. Their words are taken over as they are. */
export function markdownOf(part: ParentNode & Node): string {
  return blocksOf(part).join('\n\n')
}

function blocksOf(parent: Node): string[] {
  const blocks: string[] = []
  let line = ''
  const endLine = (): void => {
    const words = line.trim()
    if (words !== '') blocks.push(words)
    line = ''
  }
  for (const child of parent.childNodes) {
    if (child instanceof Element && child.matches(SILENT)) continue
    if (child instanceof Element && BLOCKS.has(child.localName)) {
      endLine()
      blocks.push(...blockOf(child))
    } else line += inline(child)
  }
  endLine()
  return blocks
}

function blockOf(element: Element): string[] {
  const heading = /^h([1-6])$/.exec(element.localName)?.[1]
  if (heading !== undefined) return [`${'#'.repeat(Math.max(1, Number(heading) - LOWERED_BY))} ${inlines(element).trim()}`]
  switch (element.localName) {
    case 'hr':
      return ['---']
    case 'pre':
      return [listing(element)]
    case 'table':
      return [table(element)]
    case 'blockquote':
      return [prefixed(blocksOf(element).join('\n\n'), '> ', '> ')]
    case 'ul':
    case 'ol':
      return [list(element)]
    default:
      return blocksOf(element)
  }
}

/** A list, tight; an item that holds more than a line goes on below its mark. */
function list(element: Element): string {
  let number = element instanceof HTMLOListElement ? element.start : 0
  const items: string[] = []
  for (const item of element.children) {
    if (item.localName !== 'li') continue
    const mark = element.localName === 'ol' ? `${number++}. ` : '- '
    items.push(prefixed(blocksOf(item).join('\n'), mark, ' '.repeat(mark.length)))
  }
  return items.join('\n')
}

function listing(element: Element): string {
  const text = element.textContent.replace(/\n$/, '')
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const language = /language-([\w+#-]+)/.exec(element.querySelector('code')?.className ?? '')?.[1] ?? ''
  return `${fence}${language}\n${text}\n${fence}`
}

function table(element: Element): string {
  const rows = [...element.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => inlines(cell).trim().replaceAll('|', '\\|')))
  const [head = [], ...body] = rows
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function inlines(parent: Node): string {
  return [...parent.childNodes].map(inline).join('')
}

function inline(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/\s+/g, ' ')
  if (!(node instanceof Element) || node.matches(SILENT)) return ''
  if (node.matches('.katex')) return `$${node.querySelector('annotation')?.textContent ?? node.textContent}$`
  if (node.matches('.task')) return node.matches('.is-done') ? '[x] ' : '[ ] '
  const words = inlines(node)
  if (words === '') return node.localName === 'br' ? '\n' : ''
  switch (node.localName) {
    case 'strong':
    case 'b':
      return `**${words}**`
    case 'em':
    case 'i':
      return `*${words}*`
    case 'del':
      return `~~${words}~~`
    case 'code':
      return `\`${words}\``
    case 'a':
      return `[${words}](${node.getAttribute('href') ?? ''})`
    default:
      return BLOCKS.has(node.localName) ? ` ${words} ` : words
  }
}

/** The first line with a mark, all others indented to it. */
function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
    .join('\n')
}
