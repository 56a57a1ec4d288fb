/** From a Markdown text to the tree that is drawn: parsed, turned into elements, and given the shape of the script. */
import type { Element, Root, RootContent } from 'hast'
import type { Root as Source, RootContent as SourceBlock } from 'mdast'
import remarkCjkFriendly from 'remark-cjk-friendly'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { strictDollars } from './dollars'
import { shape } from './shape'

/** One block of a text at its top level, such as a paragraph, a list or a listing. */
export interface Block {
  /** Where it begins in the text, in characters; also for the notes, which stand after all else. */
  readonly start: number
  readonly tag: string
  readonly node: Element
  /** How many formulas it holds. */
  readonly formulas: number
}

const reader = unified().use(remarkParse).use(remarkGfm).use(remarkCjkFriendly).use(remarkMath).use(strictDollars).freeze()
const shaper = unified().use(remarkRehype, { allowDangerousHtml: true }).use(shape).freeze()

/** The text as Markdown's own tree. Throws where the parser gives up, which takes a nesting without end. */
export function read(text: string): Source {
  return reader.parse(text)
}

/** All of a text at once. */
export function wholeBlocks(text: string): Block[] {
  return blocksOf(read(unmarked(text)).children, 0)
}

/** Without byte order marks at its beginning: the parser takes one away and does not count it. */
export function unmarked(text: string): string {
  return text.replace(/^\uFEFF+/, '')
}

/** The blocks of a part of a text that begins at `offset`. */
export function blocksOf(children: SourceBlock[], offset: number): Block[] {
  const tree: Root = shaper.runSync({ type: 'root', children })
  let last = offset
  return tree.children.flatMap((node) => {
    if (node.type !== 'element') return []
    last = node.position?.start.offset === undefined ? last : node.position.start.offset + offset
    return [{ start: last, tag: node.tagName, node, formulas: formulasIn(node) }]
  })
}

/** Whether a part of a text says what other parts mean: a link's address by its name, or a footnote. */
export function definesSomething(node: Source | SourceBlock): boolean {
  if (node.type === 'definition' || node.type === 'footnoteDefinition') return true
  return 'children' in node && node.children.some((child) => definesSomething(child))
}

function formulasIn(node: RootContent): number {
  if (node.type !== 'element') return 0
  return node.children.reduce((sum, child) => sum + formulasIn(child), node.tagName === 'var' ? 1 : 0)
}
