import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { useActions } from '../actions'
import { defaultKeysOf } from '../actions/bindings'
import { browserKeeps, conflictsOf, isTaken } from '../actions/keys.logic'
import { words } from './words'

/** What a module of the window touches while it is loaded. */
const page = { addEventListener() {}, removeEventListener() {}, crewdeck: undefined }
let stop = (): void => {}

beforeAll(async () => {
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener)
  vi.stubGlobal('removeEventListener', page.removeEventListener)
  vi.stubGlobal('document', { addEventListener() {}, visibilityState: 'visible', documentElement: { dataset: {} } })
  stop = (await import('./shortcuts')).startActions()
})
afterAll(() => {
  stop()
  vi.unstubAllGlobals()
})

describe('the keys that actions come with', () => {
  const all = () => [...useActions.getState().actions.values()]

  it.each([
    ['desktop', false],
    ['desktop', true],
    ['browser', false],
    ['browser', true]
  ] as const)('are one action’s alone: %s, Mac: %s', (place, isMac) => {
    const bound = all().map((action) => ({ id: action.id, keys: defaultKeysOf(action, place, isMac) }))
    expect(bound.length).toBeGreaterThan(25)
    expect(bound.filter(({ id, keys }) => conflictsOf(id, keys, bound).length > 0)).toEqual([])
    expect(bound.filter(({ keys }) => keys.some(isTaken))).toEqual([])
    if (place === 'browser') expect(bound.filter(({ keys }) => keys.some(browserKeeps))).toEqual([])
  })

  it('are given to all but what nobody does twice, and what a menu or the settings have', () => {
    const without = all().filter((action) => defaultKeysOf(action, 'desktop', false).length === 0).map(({ id }) => id)
    expect(without.filter((id) => !/^(?:list|settings)\./.test(id))).toEqual(['attention.snooze-15', 'attention.snooze-tomorrow', 'worker.fold', 'worker.clear', 'worker.copy-id'])
  })
})

it('all actions have a name in both languages', () => {
  for (const language of [words.all.en, words.all.zh]) {
    expect(Object.values(language.actions).filter((name) => name.trim() === '')).toEqual([])
  }
})
