import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Growth, OPEN_LISTING_MAX, OPEN_MAX } from './growth'
import { wholeBlocks, type Block } from './parse'

/** The tree without the places of its nodes, which are counted from where a parse began. */
const bare = (blocks: readonly Block[]) =>
  JSON.stringify(blocks.map(({ start, node, formulas }) => ({ start, node, formulas })), (key, value: unknown) => (key === 'position' ? undefined : value))

/** Pieces whose meaning depends on what comes before and after them. */
const pieces = [
  'word', ' ', '  ', '    ', '\t', '\n', '\n', '\n\n', '\r\n', '\r', '\n\n\n', '# ', '***', '---', '===', '- ', '* ', '+ ', '1. ', '2) ', '- [x] ', '> ', '>',
  '```', '```ts\n', '~~~', '````', '`', '$', '$$', '$$\n', '|', '| a | b |\n', '| - | -: |\n', '|-|-|', '*', '**', '_', '~~', '<div>', '</div>', '<!--', '-->', '<pre>', '</pre>',
  '<?', '&amp;', '\\', '[a](b)', '[a]', '![x](y)', 'https://e.example/x', 'www.e.example', 'a@b.example', '「重要」', '字', '한', 'ع', '\u202e', '\uFEFF', '\u0000', '😀', '5', '$5', 'x^2$', '$x'
]
const linking = ['[a]: /b', '[a]: ', '[^1]', '[^1]: ', '[a][a]', '[a][]']

const texts = (of: readonly string[]) => fc.array(fc.constantFrom(...of), { maxLength: 40 }).map((parts) => parts.join(''))
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 })

/** The beginnings of a text, each longer than the one before by the next of `sizes`; the last one is all of it. */
function beginnings(text: string, sizes: readonly number[]): string[] {
  const ends: number[] = []
  for (let at = 0, turn = 0; at < text.length; turn += 1) ends.push((at = Math.min(text.length, at + (sizes[turn % sizes.length] ?? 1))))
  return ends.map((end) => text.slice(0, end))
}

describe('a text that grows', () => {
  it('is at each moment what the whole would be, however it is cut', () => {
    fc.assert(
      fc.property(texts(pieces), cuts, (text, sizes) => {
        const growth = new Growth()
        for (const beginning of beginnings(text, sizes)) {
          const grown = growth.update(beginning)
          if (grown.isLinked) continue
          expect(bare(grown.blocks)).toBe(bare(wholeBlocks(beginning)))
          expect(grown.rest).toBe('')
        }
      }),
      { numRuns: 800 }
    )
  }, 120_000)

  it('knows when it is linked; a short one is what the whole would be all the same', () => {
    fc.assert(
      fc.property(texts([...pieces.slice(0, 30), ...linking]), cuts, (text, sizes) => {
        const growth = new Growth()
        for (const beginning of beginnings(text, sizes)) {
          expect(bare(growth.update(beginning).blocks)).toBe(bare(wholeBlocks(beginning)))
        }
      }),
      { numRuns: 300 }
    )
  }, 120_000)

  it('would fail if blocks were settled too early', () => {
    // What the rule of the blank line is for: each of these changes what stands before.
    for (const [before, after] of [
      ['a|b\n', '-|-\n'],
      ['words\n', '===\n'],
      ['- a\n\n', '  b\n'],
      ['```\n\n', 'code\n\n```\n'],
      ['words\n***', 'bold***\n']
    ] as const) {
      const early = [...wholeBlocks(before), ...wholeBlocks(after)]
      expect(bare(early)).not.toBe(bare(wholeBlocks(before + after)))
      const growth = new Growth()
      growth.update(before)
      expect(bare(growth.update(before + after).blocks)).toBe(bare(wholeBlocks(before + after)))
    }
  })

  it('keeps what is settled, and parses only what comes after', () => {
    const growth = new Growth()
    const start = 'One *paragraph* of many.\n\n'.repeat(200)
    const before = growth.update(start).blocks
    const after = growth.update(`${start}and **more`).blocks
    expect(after).toHaveLength(201)
    expect(after.slice(0, 199).every((block, index) => block === before[index])).toBe(true)
    const timeOf = (text: string) => {
      const began = performance.now()
      for (let i = 0; i < 50; i++) growth.update(`${text}${'x'.repeat(i + 1)}`)
      return performance.now() - began
    }
    const short = timeOf(start)
    growth.update('')
    growth.update(start.repeat(20))
    expect(timeOf(start.repeat(20))).toBeLessThan(short * 10 + 50)
  })

  it('shows the rest plain where a block without an end is too long to be parsed each time', () => {
    const growth = new Growth()
    const list = '- item\n'.repeat(OPEN_MAX)
    const grown = growth.update(`# Title\n\n${list}`)
    expect(grown.blocks).toHaveLength(1)
    expect(grown.rest).toBe(list)
    const done = `# Title\n\n${list}\nThe end.\n`
    // It is looked at again once it has grown enough.
    const more = growth.update(`${done}\n${'More. '.repeat(OPEN_MAX)}`)
    expect(more.blocks.map(({ node }) => (node.type === 'element' ? node.tagName : ''))).toEqual(['h3', 'ul'])
    expect(more.rest).toMatch(/^The end\.\n\nMore\./)
    // Complete, it is the whole.
    const end = `# Title\n\n${'- item\n'.repeat(OPEN_MAX / 4)}`
    const complete = new Growth()
    complete.update(end.slice(0, -10))
    expect(bare(complete.finish(end).blocks)).toBe(bare(wholeBlocks(end)))
    // A listing costs next to nothing.
    const listing = `\`\`\`\n${'x\n'.repeat(OPEN_LISTING_MAX / 4)}`
    expect(new Growth().update(listing).rest).toBe('')
  })

  it('begins anew with another text', () => {
    const growth = new Growth()
    growth.update('# One\n\ntwo\n\nthree')
    expect(bare(growth.update('something else').blocks)).toBe(bare(wholeBlocks('something else')))
  })
})
