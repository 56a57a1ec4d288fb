import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readVersion, Versions } from '../versions'
import { seenChanges, takenBack } from './seen'

describe('what an agent says it changed, taken back', () => {
  it('is what was there before', () => {
    expect(takenBack('new', [{ path: 'x', oldText: 'old', newText: 'new' }])).toBe('old')
    expect(takenBack('a new b', [{ path: 'x', oldText: 'old', newText: 'new' }])).toBe('a old b')
    expect(takenBack('c2 b', [{ path: 'x', oldText: 'a', newText: 'c' }, { path: 'x', oldText: 'c', newText: 'c2' }])).toBe('a b')
  })

  it.each([
    ['twice', 'new new', [{ oldText: 'old', newText: 'new' }]],
    ['nowhere', 'other', [{ oldText: 'old', newText: 'new' }]],
    ['a place that cannot be found', 'text', [{ oldText: 'gone', newText: '' }]],
    ['nothing of what was there', 'new', [{ newText: 'new' }]],
    ['nothing', 'text', []]
  ])('is not known where it fits %s', (_, text, diffs) => {
    expect(takenBack(text, diffs.map((diff) => ({ path: 'x', ...diff })))).toBeNull()
  })

  it('is right whenever it is said at all, for edits as agents make them', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 6 })
    fc.assert(
      fc.property(piece, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), piece), { minLength: 1, maxLength: 4 }), (start, edits) => {
        let text = start
        const diffs = edits.map(([at, length, newText]) => {
          const from = text.length === 0 ? 0 : at % text.length
          const oldText = text.slice(from, from + length)
          text = text.slice(0, from) + newText + text.slice(from + length)
          return { path: 'x', oldText, newText }
        })
        const before = takenBack(text, diffs)
        // Where the new words stand only once in the text, they stand where they were put.
        return before === null || before === start || diffs.some(({ newText }) => newText.length < 2)
      })
    )
  })
})

describe('files that an agent changed', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'crewdeck-seen-'))
    mkdirSync(join(root, 'project'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('are seen afterwards, inside the folder only', async () => {
    const folder = join(root, 'project')
    const versions = new Versions(join(root, 'versions'))
    writeFileSync(join(folder, 'a.txt'), 'one 2 three')
    writeFileSync(join(folder, 'new.txt'), 'new')
    writeFileSync(join(root, 'secret'), 'secret')
    symlinkSync(join(root, 'secret'), join(folder, 'link'))
    const change = (path: string, how: 'created' | 'changed' = 'changed') => ({ path, how, added: 1, removed: 1 })
    const own = { ...change('own.txt'), before: 'b', after: 'a' }
    const diffs = [{ path: join(folder, 'a.txt'), oldText: 'two', newText: '2' }]
    const changes = [change('a.txt'), change('new.txt', 'created'), change('link'), change('../secret'), change(join(root, 'secret')), change('gone'), own]
    const seen = seenChanges(versions, folder, diffs, changes)
    const read = (digest: string | null | undefined) => (digest ? readVersion(join(root, 'versions'), digest) : digest)
    expect(await Promise.all(seen.slice(0, 2).map(async ({ before, after, told }) => [await read(before), await read(after), told]))).toEqual([
      ['one two three', 'one 2 three', true],
      [null, 'new', undefined]
    ])
    expect(seen.slice(2)).toEqual(changes.slice(2))
  })
})
