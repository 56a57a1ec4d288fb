import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { browserKeeps, conflictsOf, digitOf, hasModifier, isTaken, keptName, namesOf, normalKeys, type Press } from './keys.logic'

const press = (key: string, code: string, mods: Partial<Press> = {}): Press => ({
  key,
  code,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...mods
})
const ctrl = { ctrlKey: true }
const meta = { metaKey: true }

describe('the names of a key press', () => {
  it.each([
    // What is written counts, on any layout.
    [press('k', 'KeyK', ctrl), false, ['Mod+K']],
    [press('K', 'KeyK', ctrl), false, ['Mod+K']],
    [press('k', 'KeyK', meta), true, ['Mod+K']],
    [press('k', 'KeyK', ctrl), true, ['Ctrl+K']],
    [press('a', 'KeyQ', ctrl), false, ['Mod+A']],
    // Where the layout writes no Latin letter, the place does.
    [press('л', 'KeyK', ctrl), false, ['Mod+K']],
    [press('®', 'KeyR', { altKey: true }), true, ['Alt+R']],
    [press('Dead', 'KeyE', { altKey: true }), true, ['Alt+E']],
    // Shift is part of a sign, and counts for a letter.
    [press('?', 'Slash', { shiftKey: true }), false, ['?', 'Shift+/']],
    [press('>', 'Period', { ...ctrl, shiftKey: true }), false, ['Mod+>', 'Mod+Shift+.']],
    [press('/', 'Digit7', { ...ctrl, shiftKey: true }), false, ['Mod+/', 'Mod+Shift+7']],
    [press('F', 'KeyF', { ...ctrl, shiftKey: true }), false, ['Mod+Shift+F']],
    // Digits of layouts that need Shift for them.
    [press('&', 'Digit1', ctrl), false, ['Mod+&', 'Mod+1']],
    [press('1', 'Digit1', ctrl), false, ['Mod+1']],
    [press('ArrowUp', 'ArrowUp', { altKey: true }), false, ['Alt+ArrowUp']],
    [press('Tab', 'Tab', ctrl), false, ['Mod+Tab']],
    [press('Tab', 'Tab', ctrl), true, ['Ctrl+Tab']],
    [press(' ', 'Space', ctrl), false, ['Mod+Space']],
    [press('+', 'Equal', { ...ctrl, shiftKey: true }), false, ['Mod+Plus', 'Mod+Shift+=']],
    // Nobody's.
    [press('Control', 'ControlLeft', ctrl), false, []],
    [press('k', 'KeyK', meta), false, []],
    [press('@', 'KeyQ', { ...ctrl, altKey: true, altGraph: true }), false, []],
    [press('Process', 'KeyK', ctrl), false, []]
  ])('of %o (Mac: %s) are %j', (event, isMac, names) => {
    expect(namesOf(event, isMac)).toEqual(names)
  })
})

const anyPress = fc.record({
  key: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    fc.constantFrom('ArrowUp', 'Tab', 'F5', 'Dead', 'Process', 'Shift', 'Enter', 'Escape', ' ', '+')
  ),
  code: fc.constantFrom('KeyA', 'KeyZ', 'Digit1', 'Digit9', 'Slash', 'Period', 'Space', 'ArrowUp', 'IntlBackslash', ''),
  metaKey: fc.boolean(),
  ctrlKey: fc.boolean(),
  altKey: fc.boolean(),
  shiftKey: fc.boolean()
})

describe('a key that was chosen', () => {
  it('is called by the press that chose it, whatever the layout', () => {
    fc.assert(
      fc.property(anyPress, fc.boolean(), (event, isMac) => {
        const kept = keptName(event, isMac)
        const names = namesOf(event, isMac)
        expect(names.length > 0).toBe(kept !== null)
        if (kept === null) return
        expect(names).toContain(kept)
        expect(normalKeys(kept, isMac)).toBe(kept)
      })
    )
  })

  it('is heard by no press with other modifiers', () => {
    const letters = fc.constantFrom(...'abcxyz')
    fc.assert(
      fc.property(letters, anyPress, anyPress, fc.boolean(), (letter, a, b, isMac) => {
        const [one, other] = [a, b].map((mods) => ({ ...mods, key: letter, code: `Key${letter.toUpperCase()}` }))
        const same = (['metaKey', 'ctrlKey', 'altKey', 'shiftKey'] as const).every((mod) => one?.[mod] === other?.[mod])
        if (!one || !other || same) return
        const shared = namesOf(one, isMac).filter((name) => namesOf(other, isMac).includes(name))
        expect(shared).toEqual([])
      })
    )
  })
})

describe('keys', () => {
  it('have one form', () => {
    expect(normalKeys('Shift+Mod+K', false)).toBe('Mod+Shift+K')
    expect(normalKeys('Ctrl+Tab', false)).toBe('Mod+Tab')
    expect(normalKeys('Ctrl+Tab', true)).toBe('Ctrl+Tab')
  })

  it('tell which need no text field', () => {
    expect(['Mod+K', 'Alt+N', 'Ctrl+Tab'].every(hasModifier)).toBe(true)
    expect(['K', '?', 'Shift+J', 'Escape'].some(hasModifier)).toBe(false)
  })

  it('stand for nine where they say so', () => {
    expect(digitOf('Mod+3')).toEqual({ keys: 'Mod+1..9', digit: 3 })
    expect([digitOf('Mod+0'), digitOf('F1'), digitOf('Mod+K')]).toEqual([null, null, null])
  })

  it('are not taken from the browser, nor from the focus and the text', () => {
    expect(['Mod+N', 'Mod+3', 'F5', 'Ctrl+Tab', 'Mod+Shift+T'].every(browserKeeps)).toBe(true)
    expect(['Mod+K', 'Alt+N', 'Alt+1..9', 'Mod+Shift+F'].some(browserKeeps)).toBe(false)
    expect(['Tab', 'Enter', 'ArrowDown', 'Shift+ArrowDown', 'Mod+C'].every(isTaken)).toBe(true)
    expect(['Alt+ArrowDown', 'J', 'Mod+K'].some(isTaken)).toBe(false)
  })

  it('conflict with the same ones of others, one digit also with its nine', () => {
    const all = [
      { id: 'a', keys: ['Mod+K'] },
      { id: 'b', keys: ['Alt+1..9'] },
      { id: 'c', keys: [] }
    ]
    expect(conflictsOf('c', ['Mod+>', 'Mod+K'], all)).toEqual(['a'])
    expect(conflictsOf('c', ['Alt+4'], all)).toEqual(['b'])
    expect(conflictsOf('a', ['Mod+K'], all)).toEqual([])
  })
})
