/**
 * Gives a parsed text the elements of the script: headings below those of the page, links that the host opens or that
 * are plain words, a direction and a language for each block. What does something of its own on the screen gets a tag
 * that Markdown never makes otherwise, and draw.ts has a component for it:
 *
 *   pre   a listing          var  a formula           img   a picture, which is not loaded
 *   code  a word of code     cite a path of a file    input a box of a task list
 *   dfn   a way to or from a footnote                 mark  characters that would not be seen
 */
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { langOf } from '../ui/lang'
import { linkOf, namesAnotherHost } from './links.logic'
import { runsOf } from './visible.logic'

const BLOCKS = new Set(['p', 'li', 'blockquote', 'td', 'th', 'h3', 'h4', 'h5', 'h6'])
const CJK = /[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]|[\ud840-\ud888]/
const BREAK = /^<br\s*\/?>$/i
/** A cell of a table that is no longer stays on one line, as a number with its unit should, in characters. */
const SHORT_CELL = 10
/** What remark-rehype puts before the ids of footnotes. */
const NOTE_ID = /^#?user-content-/

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
    case 'raw': {
      const raw = element('p', { className: ['raw'], dir: 'auto' }, seen(node.value))
      return [node.position ? { ...raw, position: node.position } : raw]
    }
    default:
      return [node]
  }
}

/** The words of the block that is being shaped, as far as their language matters. */
interface Words {
  text: string
}

function shapeChildren(parent: Element, words: Words | null): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    switch (child.type) {
      case 'element':
        return [shaped(child, words)]
      case 'raw':
        return BREAK.test(child.value) ? [element('br', {}, [])] : seen(child.value)
      case 'text':
        if (words && CJK.test(child.value)) words.text += child.value
        return seen(child.value)
      default:
        return []
    }
  })
}

/** A text with a note for all that would not be seen. */
function seen(text: string): ElementContent[] {
  return runsOf(text).map((run) =>
    run.note === null ? { type: 'text', value: run.text } : element('mark', { dataNote: run.note }, [])
  )
}

function shaped(node: Element, outer: Words | null): Element {
  if (node.tagName === 'pre') return listing(node)
  if (node.tagName === 'code') return code(node)
  const heading = /^h([1-6])$/.exec(node.tagName)?.[1]
  if (heading !== undefined) node.tagName = `h${Math.min(Number(heading) + 2, 6)}`
  const id = String(node.properties['id'] ?? '')
  delete node.properties['id']
  const words = BLOCKS.has(node.tagName) ? { text: '' } : outer
  shapeChildren(node, words)
  if (words && words !== outer) {
    node.properties['dir'] = 'auto'
    const lang = words.text === '' ? undefined : langOf(words.text)
    if (lang !== undefined) node.properties['lang'] = lang
  }
  switch (node.tagName) {
    case 'a':
      return link(node, id)
    case 'img':
      return element('img', { src: String(node.properties['src'] ?? ''), alt: String(node.properties['alt'] ?? '') }, [])
    case 'table':
      return placed(element('div', { className: ['table'] }, [node]), node)
    case 'td':
    case 'th':
      return cell(node)
    case 'blockquote':
      return led(node)
    case 'li':
      led(node)
      if (NOTE_ID.test(id)) node.children.unshift(element('dfn', { dataAt: id.replace(NOTE_ID, '') }, []))
      return node
    case 'section':
      node.children = node.children.filter((child) => child.type === 'element' && child.tagName === 'ol')
      return { ...node, properties: { className: ['footnotes'] } }
    default:
      return node
  }
}

function link(node: Element, id: string): Element {
  const href = String(node.properties['href'] ?? '')
  if ('dataFootnoteRef' in node.properties || 'dataFootnoteBackref' in node.properties) {
    const isBack = 'dataFootnoteBackref' in node.properties
    const places = { dataTo: href.replace(NOTE_ID, ''), ...(isBack ? { dataBack: true } : { dataAt: id.replace(NOTE_ID, '') }) }
    return element('dfn', places, node.children)
  }
  const target = linkOf(href)
  if (target.kind === 'inert') return element('cite', { dataPath: href }, node.children)
  const words = textOf(node)
  const properties = { className: ['link'], href: target.url, rel: ['noreferrer'], title: target.host }
  if (!namesAnotherHost(words, target.host)) return element('a', properties, node.children)
  const truth = element('span', { className: ['host'] }, [{ type: 'text', value: ` (${target.host})` }])
  return element('a', properties, [...node.children, truth])
}

function listing(node: Element): Element {
  const [inner] = node.children
  const source = inner?.type === 'element' ? inner : node
  const classes = classesOf(source)
  const text = textOf(source).replace(/\n$/, '')
  if (classes.includes('language-math')) return placed(formula(text, true), node)
  const language = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length)
  return placed(element('pre', language === undefined ? {} : { dataLanguage: language }, [{ type: 'text', value: text }]), node)
}

function code(node: Element): Element {
  const text = textOf(node)
  return classesOf(node).includes('math-inline') ? formula(text, false) : element('code', {}, [{ type: 'text', value: text }])
}

function formula(tex: string, isBlock: boolean): Element {
  return element('var', isBlock ? { dataBlock: true } : {}, [{ type: 'text', value: tex }])
}

/**
 * What begins with a paragraph has the direction of that paragraph: a mark or a bar stands where its words begin. Words
 * whose element has a direction of its own count for no element around it.
 */
function led(node: Element): Element {
  const first = node.children.find((child) => child.type !== 'text' || child.value.trim() !== '')
  if (first?.type === 'element' && (first.tagName === 'p' || first.tagName === 'blockquote')) delete first.properties['dir']
  return node
}

function cell(node: Element): Element {
  const align = node.properties['align']
  delete node.properties['align']
  const classes = align === 'right' || align === 'center' ? [`is-${align}`] : []
  if (textOf(node).length <= SHORT_CELL) classes.push('is-short')
  if (classes.length > 0) node.properties['className'] = classes
  return node
}

function classesOf(node: Element): string[] {
  const classes = node.properties['className']
  return Array.isArray(classes) ? classes.map(String) : []
}

function textOf(node: Element): string {
  return node.children.map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : '')).join('')
}

/** In the place of another: blocks are known by where they begin. */
function placed(node: Element, instead: Element): Element {
  return instead.position ? { ...node, position: instead.position } : node
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}
