/**
 * No text of the screen stands in a component: all of it comes from words, in both languages. Looked for where React
 * would show or say it: children, and the attributes that are read to somebody.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

const RENDERER = join(import.meta.dirname, '..')

/** Attributes whose text somebody reads or hears, of elements and of our own components. */
const SAID = new Set(['alt', 'label', 'title', 'placeholder', 'aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'about', 'hint', 'note'])
/** The same in every language. */
const SAME = /^(Crewdeck|English|中文|Markdown|JSON|#token=|https?:\/\/[\d.:]+(\/v1)?)$/

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** What an expression can come out as, as far as it stands there as text. */
function textsOf(value: unknown): string[] {
  if (!isNode(value)) return []
  switch (value.type) {
    case 'Literal':
      return typeof value['value'] === 'string' ? [value['value']] : []
    case 'JSXText':
      return [String(value['value'])]
    case 'TemplateLiteral':
      return (value['quasis'] as { value: { cooked: string } }[]).map((part) => part.value.cooked)
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return textsOf(value['expression'])
    case 'ConditionalExpression':
      return [...textsOf(value['consequent']), ...textsOf(value['alternate'])]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return value['operator'] === '+' || value.type === 'LogicalExpression' ? [...textsOf(value['left']), ...textsOf(value['right'])] : []
    default:
      return []
  }
}

/** Texts with letters in them that stand in the JSX of a source. */
function literalsIn(source: string): string[] {
  const found: string[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!isNode(value)) return
    if (value.type === 'JSXElement' || value.type === 'JSXFragment') found.push(...(value['children'] as unknown[]).flatMap(textsOf))
    if (value.type === 'JSXAttribute' && SAID.has(String((value['name'] as Node)['name']))) found.push(...textsOf(value['value']))
    if (value.type === 'Property' && isNode(value['key']) && SAID.has(String(value['key']['name']))) found.push(...textsOf(value['value']))
    Object.values(value).forEach(walk)
  }
  walk(parseAst(source, { lang: 'tsx' }))
  return found.map((text) => text.trim()).filter((text) => /\p{L}/u.test(text) && !SAME.test(text))
}

describe('texts in components', () => {
  it('are found wherever they would be shown or said', () => {
    const source = `const A = () => <><p title="One" className="no">Two {three} {[{ label: 'Seven' }]} {x ? 'Four' : y && \`Five \${z}\`} · ↵ 12</p><img alt={'Six' + n} /></>`
    expect(literalsIn(source).toSorted()).toEqual(['Five', 'Four', 'One', 'Seven', 'Six', 'Two'])
  })

  it('there are none', () => {
    const files = globSync('**/*.tsx', { cwd: RENDERER }).filter((path) => !path.includes('.test.'))
    expect(files.length).toBeGreaterThan(100)
    const found = files.flatMap((path) => literalsIn(readFileSync(join(RENDERER, path), 'utf8')).map((text) => `${path}: ${text}`))
    expect(found).toEqual([])
  })
})
