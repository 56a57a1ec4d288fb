import { describe, expect, it } from 'vitest'
import { shortName } from './short-name.logic'

describe('a name in the empty field', () => {
  it('is whole where it has room, and cut by its width where it has not', () => {
    expect(shortName('Booking form')).toBe('Booking form')
    expect(shortName('x'.repeat(40))).toBe('x'.repeat(40))
    expect(shortName('x'.repeat(41))).toBe(`${'x'.repeat(40)}…`)
    expect(shortName('多'.repeat(20))).toBe('多'.repeat(20))
    expect(shortName('多'.repeat(21))).toBe(`${'多'.repeat(20)}…`)
    expect(shortName(`${'long '.repeat(8)}name`)).toBe(`${'long '.repeat(8).trimEnd()}…`)
    expect(shortName('𠀀'.repeat(30))).toBe(`${'𠀀'.repeat(20)}…`)
  })
})
