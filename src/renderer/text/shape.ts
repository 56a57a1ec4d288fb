/**
 * Gives a parsed text the elements of the script: headings below those of the page, links that the host opens or that
 * are plain words, no pictures from elsewhere, a direction and a language for each block. It works on the tree once,
 * so that drawing needs no components of its own.
 */
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { langOf } from '../ui/lang'
import { hostOf, linkOf, namesAnotherHost } from './links.logic'

/** Marks the button that copies the code before it; see Markdown.tsx. */
export const COPY_CLASS = 'copy'

const BLOCKS = new Set(['p', 'li', 'blockquote', 'td', 'th', 'h3', 'h4', 'h5', 'h6'])
const CJK = /[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]|[\ud840-\ud888]/
const BREAK = /^<br\s*\/?>$/i

/** A rehype plugin. */
export function shape() {
  return (tree: Root): void => {
    tree.children = tree.children.flatMap((child) => shapeRoot(child))
  }
}

function shapeRoot(node: RootContent): RootContent[] {
  switch (node.type) {
    case 'element':
      return [shaped(node, null)]
    case 'raw':
      return [element('p', { className: ['raw'], dir: 'auto' }, [{ type: 'text', value: node.value }])]
    default:
      return [node]
  }
}

/** The words of the block that is being shaped, as far as their language matters. */
interface Block {
  words: string
}

function shapeChildren(parent: Element, block: Block | null): void {
  parent.children = parent.children.map((child) => {
    switch (child.type) {
      case 'element':
        return shaped(child, block)
      case 'raw':
        return BREAK.test(child.value) ? element('br', {}, []) : { type: 'text', value: child.value }
      case 'text':
        if (block && CJK.test(child.value)) block.words += child.value
        return child
      default:
        return child
    }
  })
}

function shaped(node: Element, outer: Block | null): Element {
  const heading = /^h([1-6])$/.exec(node.tagName)?.[1]
  if (heading !== undefined) node.tagName = `h${Math.min(Number(heading) + 2, 6)}`
  delete node.properties['id']
  const block = BLOCKS.has(node.tagName) ? { words: '' } : outer
  if (node.tagName !== 'code') shapeChildren(node, block)
  if (block && block !== outer) {
    node.properties['dir'] = 'auto'
    const lang = block.words === '' ? undefined : langOf(block.words)
    if (lang !== undefined) node.properties['lang'] = lang
  }
  switch (node.tagName) {
    case 'a':
      return link(node)
    case 'img':
      return picture(node)
    case 'pre':
      return listing(node)
    case 'table':
      return element('div', { className: ['table'] }, [node])
    case 'td':
    case 'th':
      return cell(node)
    case 'input':
      return box(node)
    default:
      return node
  }
}

function link(node: Element): Element {
  const href = String(node.properties['href'] ?? '')
  const target = linkOf(href)
  if (target.kind === 'inert') {
    const isNote = 'dataFootnoteRef' in node.properties || 'dataFootnoteBackref' in node.properties
    return element('span', isNote ? {} : { title: href }, node.children)
  }
  const words = textOf(node)
  const properties = { className: ['link'], href: target.url, rel: ['noreferrer'], title: target.host }
  if (!namesAnotherHost(words, target.host)) return element('a', properties, node.children)
  const truth = element('span', { className: ['host'] }, [{ type: 'text', value: ` (${target.host})` }])
  return element('a', properties, [...node.children, truth])
}

/** Nothing is fetched: a picture is the words that stand for it, and where it would come from. */
function picture(node: Element): Element {
  const words = String(node.properties['alt'] ?? '').trim() || 'no description'
  const host = hostOf(String(node.properties['src'] ?? ''))
  const text = `image: ${words}${host === '' ? '' : ` (${host})`}`
  return element('span', { className: ['picture'] }, [{ type: 'text', value: text }])
}

function listing(node: Element): Element {
  node.properties['dir'] = 'ltr'
  const copy = element('button', { type: 'button', className: [COPY_CLASS] }, [{ type: 'text', value: 'Copy' }])
  return element('div', { className: ['code'] }, [node, copy])
}

function cell(node: Element): Element {
  const align = node.properties['align']
  delete node.properties['align']
  if (align === 'right' || align === 'center') node.properties['className'] = [`is-${align}`]
  return node
}

function box(node: Element): Element {
  const done = Boolean(node.properties['checked'])
  return element('span', { className: ['task', done ? 'is-done' : 'is-open'], role: 'img', ariaLabel: done ? 'done' : 'to do' }, [])
}

function textOf(node: Element): string {
  return node.children.map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : '')).join('')
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}
