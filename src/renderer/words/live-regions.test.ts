/**
 * What is read aloud by itself are events, never figures that tick: in a live region an age would be said each second.
 * Looked for in the sources: an age, a countdown or a clock inside of one must be hidden from it.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

const RENDERER = join(import.meta.dirname, '..')

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
/** The name of an identifier; empty for anything else. */
const nameIn = (value: unknown): string => (isNode(value) && typeof value['name'] === 'string' ? value['name'] : '')

/** Parts of the screen and figures that change with the clock, and texts that grow while they are written. */
const TICKS = new Set(['Age', 'Countdown', 'Heard', 'Waiting', 'StatusWords', 'Markdown', 'Reply', 'formatAge', 'formatHeard'])

function nameOf(element: Node): string {
  return nameIn((element['openingElement'] as Node)['name'])
}

/** The attribute of an element where it is written out; undefined where it is not there. */
function attribute(element: Node, name: string): unknown {
  const attributes = (element['openingElement'] as Node)['attributes'] as Node[]
  const found = attributes.find((each) => each.type === 'JSXAttribute' && nameIn(each['name']) === name)
  return found && isNode(found['value']) ? found['value']['value'] : undefined
}

function isLive(element: Node): boolean {
  const [role, live] = [attribute(element, 'role'), attribute(element, 'aria-live')]
  return live === undefined ? role === 'status' || role === 'alert' || role === 'log' : live !== 'off'
}

/** Elements that tick inside of a live region. */
function tickingIn(source: string): string[] {
  const found: string[] = []
  const walk = (value: unknown, inside: boolean): void => {
    if (Array.isArray(value)) return value.forEach((each) => walk(each, inside))
    if (!isNode(value)) return
    // What is in an attribute (the actions of a strip) stands in the region too.
    const isElement = value.type === 'JSXElement'
    if (isElement && attribute(value, 'aria-hidden') !== undefined) return
    if (isElement && inside && TICKS.has(nameOf(value))) found.push(nameOf(value))
    const called = value.type === 'CallExpression' ? nameIn(value['callee']) : ''
    if (inside && TICKS.has(called)) found.push(called)
    const within = inside || (isElement && isLive(value))
    Object.values(value).forEach((each) => walk(each, within))
  }
  walk(parseAst(source, { lang: 'tsx' }), false)
  return found
}

describe('live regions', () => {
  it('are seen through, as far as they reach', () => {
    expect(tickingIn('const A = () => <><Age /><p role="status"><b><Age /></b>{formatAge(1)}</p></>')).toEqual(['Age', 'formatAge'])
    expect(tickingIn('const A = () => <Strip role="alert"><span aria-hidden="true"><Age /></span></Strip>')).toEqual([])
    expect(tickingIn('const A = () => <p role="status" aria-live="off"><Age /></p>')).toEqual([])
  })

  it('hold nothing that ticks', () => {
    const files = globSync('**/*.tsx', { cwd: RENDERER })
    const sources = files.map((path) => [path, readFileSync(join(RENDERER, path), 'utf8')] as const)
    expect(sources.filter(([, source]) => /role="status"/.test(source)).length).toBeGreaterThan(10)
    expect(sources.flatMap(([path, source]) => tickingIn(source).map((name) => `${path}: ${name}`))).toEqual([])
  })
})
