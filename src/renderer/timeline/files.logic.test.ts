import { describe, expect, it } from 'vitest'
import { cutInput } from './cut.logic'
import { fileCount, fileNamed, filesOf, splitPath } from './files.logic'
import { makeArtifact } from './testing'

describe('filesOf', () => {
  it('shows each file once, with all that the turn did to it', () => {
    const files = filesOf([
      makeArtifact({ id: 'a', how: 'created', path: 'a.ts', added: 10, removed: null }),
      makeArtifact({ id: 'b', how: 'changed', path: 'b.ts', added: 1, removed: 2 }),
      makeArtifact({ id: 'c', how: 'changed', path: 'a.ts', added: 5, removed: 3 }),
      makeArtifact({ id: 'd', how: 'presented', path: 'a.ts', added: null, removed: null, description: 'the parser' })
    ])
    expect(files).toEqual([
      { id: 'c', turn: 1, how: 'created', path: 'a.ts', added: 15, removed: 3, description: null },
      { id: 'b', turn: 1, how: 'changed', path: 'b.ts', added: 1, removed: 2, description: null },
      { id: 'd', turn: 1, how: 'presented', path: 'a.ts', added: null, removed: null, description: 'the parser' }
    ])
  })

  it('keeps what is not known unknown', () => {
    expect(filesOf([makeArtifact({ added: null, removed: null }), makeArtifact({ added: null, removed: null })])[0]).toMatchObject({
      added: null,
      removed: null
    })
  })

  it('are counted once, however often they were written and presented', () => {
    const made = makeArtifact({ how: 'created', path: 'a.ts' })
    const shown = makeArtifact({ how: 'presented', path: 'a.ts' })
    expect(fileCount([{ artifacts: [made, shown] }, { artifacts: [shown, makeArtifact({ path: 'b.ts' })] }, { artifacts: [] }])).toBe(2)
  })

  it('finds the file that a text means', () => {
    const files = filesOf([makeArtifact({ path: 'src/a.ts' }), makeArtifact({ path: 'a.ts' })])
    expect(['src/a.ts', 'a.ts', '/home/x/src/a.ts', '/home/x/a.ts', 'b.ts', 'x/a.ts', ''].map((path) => fileNamed(files, path)?.path)).toEqual([
      'src/a.ts', 'a.ts', 'src/a.ts', 'a.ts', undefined, undefined, undefined
    ])
  })

  it('tells the folder from the name', () => {
    expect(splitPath('src/a/b.ts')).toEqual({ folder: 'src/a/', name: 'b.ts' })
    expect(splitPath('b.ts')).toEqual({ folder: '', name: 'b.ts' })
  })
})

describe('cutInput', () => {
  it('shows an ordinary input whole', () => {
    expect(cutInput('Fix it.\nThen test.')).toBeNull()
    expect(cutInput('x'.repeat(3_000))).toBeNull()
  })

  it('cuts a long one at the end of a line', () => {
    expect(cutInput('line\n'.repeat(100))).toBe('line\n'.repeat(40).trimEnd())
    expect(cutInput(`${'x'.repeat(2_000)}\n${'y'.repeat(2_000)}`)).toBe('x'.repeat(2_000))
    expect(cutInput('x'.repeat(5_000))).toBe('x'.repeat(3_000))
  })
})
