import { describe, expect, it } from 'vitest'
import { ConductChange, ProjectConduct } from './model'

describe('a change of how a crew is run', () => {
  it('says nothing about what it does not name', () => {
    expect(ConductChange.parse({})).toEqual({})
    expect(ConductChange.parse({ maxBusy: 1 })).toEqual({ maxBusy: 1 })
  })

  it('can name everything that there is', () => {
    const all = ProjectConduct.parse({})
    expect(ConductChange.parse(all)).toEqual(all)
    expect(Object.keys(ConductChange.shape)).toEqual(Object.keys(ProjectConduct.shape))
  })

  it('is checked like the whole', () => {
    for (const wrong of [{ maxBusy: 0 }, { maxTurnsPerHour: 0 }, { quiet: 'often' }, { coordinator: { enabled: true } }]) {
      expect(ConductChange.safeParse(wrong).success).toBe(false)
    }
  })
})
