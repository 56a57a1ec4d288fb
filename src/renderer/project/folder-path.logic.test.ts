import { describe, expect, it } from 'vitest'
import { lastPart, placeOf } from './folder-path.logic'

describe('a typed path', () => {
  it.each([
    ['/home/me', { folder: '/home', begins: 'me' }],
    ['/home/me/', { folder: '/home/me', begins: '' }],
    ['/', { folder: '/', begins: '' }],
    ['/ho', { folder: '/', begins: 'ho' }],
    ['C:\\Users\\me', { folder: 'C:\\Users', begins: 'me' }],
    ['C:\\', { folder: 'C:\\', begins: '' }],
    ['c:/Users/', { folder: 'c:/Users', begins: '' }],
    ['/a\\b', { folder: '/', begins: 'a\\b' }],
    ['home/me', null],
    ['', null]
  ])('%j leads to %j', (typed, place) => {
    expect(placeOf(typed)).toEqual(place)
  })

  it('ends in the name of its folder', () => {
    expect(['/home/me/', 'C:\\Users\\me', '/'].map(lastPart)).toEqual(['me', 'me', '/'])
  })
})
