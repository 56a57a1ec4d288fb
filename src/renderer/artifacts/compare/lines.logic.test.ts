import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareTexts, stretchesOf, unified, type Pair } from './lines.logic'

const pairsOf = (before: string, after: string): readonly Pair[] => compareTexts(before, after)?.pairs ?? []
const short = (pairs: readonly Pair[]) => pairs.map(({ kind, left, right }) => [kind[0], left && `${left.number} ${left.text}`, right && `${right.number} ${right.text}`])

const line = fc.constantFrom('', 'a', 'b', 'const a = 1', 'const a = 2', 'const b = 1', '字', ' ')
const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('\n', ''), fc.constantFrom('\n', '\r\n')).map(([lines, last, end]) => lines.join(end) + (lines.length > 0 ? last : ''))

describe('two texts', () => {
  it('stand beside each other, line by line', () => {
    expect(short(pairsOf('a\nb\nc\n', 'a\nB\nB2\nc\n'))).toEqual([
      ['s', '1 a', '1 a'],
      ['d', '2 b', '2 B'],
      ['d', null, '3 B2'],
      ['s', '3 c', '4 c']
    ])
    expect(compareTexts('a\nb', 'a')).toMatchObject({ added: 0, removed: 1 })
    expect(short(pairsOf('', 'a\n'))).toEqual([['d', null, '1 a']])
    expect(pairsOf('', '')).toEqual([])
  })

  it('are both still there, in their order, and what is the same is the same', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const compared = compareTexts(before, after)
        if (!compared) return false
        const { pairs, added, removed } = compared
        const side = (which: 'left' | 'right') => pairs.flatMap((pair) => pair[which] ?? [])
        const lines = (of: string) => (of === '' ? [] : of.replace(/\r?\n$/, '').split(/\r?\n/))
        const asNumbered = (of: string) => lines(of).map((content, index) => [index + 1, content])
        expect(side('left').map(({ number, text: content }) => [number, content])).toEqual(asNumbered(before))
        expect(side('right').map(({ number, text: content }) => [number, content])).toEqual(asNumbered(after))
        for (const { kind, left, right } of pairs) if (kind === 'same') expect(left?.text).toBe(right?.text)
        const different = pairs.filter(({ kind }) => kind === 'different')
        expect([different.filter(({ right }) => right).length, different.filter(({ left }) => left).length]).toEqual([added, removed])
        return unified(pairs).filter(({ kind }) => kind !== 'same').length === added + removed
      })
    )
  })

  it('tell which words of a rewritten line differ, and not where it is another line', () => {
    const words = (before: string, after: string) => {
      const [pair] = pairsOf(before, after)
      const cut = (of: Pair['left']) => of?.words.map(([from, to]) => of.text.slice(from, to))
      return [cut(pair?.left ?? null), cut(pair?.right ?? null)]
    }
    expect(words('const answer = 41', 'const answer = 42 // now')).toEqual([['41'], ['42 // now']])
    expect(words('one thing', 'entirely different words')).toEqual([[], []])
    expect(words('x'.repeat(600), `${'x'.repeat(600)}y`)).toEqual([[], []])
  })

  it('that differ only in what ends their lines say so', () => {
    expect(compareTexts('a\r\nb\r\n', 'a\nb\n')).toMatchObject({ added: 0, removed: 0, onlyEndings: true })
    expect(compareTexts('a', 'a\n')).toMatchObject({ onlyEndings: true })
    expect(compareTexts('a\n', 'a\n')).toMatchObject({ onlyEndings: false })
  })
})

describe('what is folded away', () => {
  it('is what differs nowhere, with a few lines left around each difference', () => {
    const same = Array.from({ length: 20 }, (_, index) => `line ${index}`)
    const after = same.with(10, 'other')
    expect(stretchesOf(pairsOf(same.join('\n'), after.join('\n')))).toEqual([
      { kind: 'folded', from: 0, to: 7 },
      { kind: 'shown', from: 7, to: 14 },
      { kind: 'folded', from: 14, to: 20 }
    ])
  })

  it('covers every line once, and hides no difference', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pairs = pairsOf(before, after)
        const stretches = stretchesOf(pairs)
        expect(stretches.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index))).toEqual(pairs.map((_, index) => index))
        return stretches.every(({ kind, from, to }) => kind === 'shown' || pairs.slice(from, to).every((pair) => pair.kind === 'same'))
      })
    )
  })
})
