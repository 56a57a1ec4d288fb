import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tellApart } from './tell-apart.logic'

describe('folders of one name', () => {
  const apart = (...folders: string[]): (string | undefined)[] => {
    const places = tellApart(folders.map((folder) => ({ id: folder, name: folder.split('/').at(-1) ?? '', folder })))
    return folders.map((folder) => places.get(folder))
  }

  it('are told apart by as little as can be', () => {
    expect(apart('/srv/shop/api', '/srv/bank/api', '/srv/docs')).toEqual(['shop', 'bank', undefined])
    expect(apart('/a/x/api', '/b/x/api', '/b/y/api')).toEqual(['a/x', 'b/x', 'y'])
    expect(apart('/api', '/x/api')).toEqual(['/', 'x'])
  })

  it('always differ', () => {
    const folder = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }).map((parts) => `/${[...parts, 'api'].join('/')}`)
    fc.assert(
      fc.property(fc.uniqueArray(folder, { minLength: 2, maxLength: 6 }), (folders) => {
        const places = apart(...folders)
        expect(new Set(places).size).toBe(folders.length)
      })
    )
  })
})
