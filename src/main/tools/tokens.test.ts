import { expect, it } from 'vitest'
import { Tokens } from './tokens'

it('gives each Session one token of 256 random bits, and knows whose it is', () => {
  const tokens = new Tokens()
  const [a, b] = [tokens.issue('a'), tokens.issue('b')]
  expect(Buffer.from(a, 'base64url')).toHaveLength(32)
  expect(a).not.toBe(b)
  expect(tokens.issue('a')).toBe(a)
  expect([a, b, '', a.slice(1), `${a}x`, a.toUpperCase(), 'a'].map((token) => tokens.sessionOf(token))).toEqual(['a', 'b', null, null, null, null, null])
})

it('never honours a token again that was taken back', () => {
  const tokens = new Tokens()
  const [a, b] = [tokens.issue('a'), tokens.issue('b')]
  tokens.prune((sessionId) => sessionId !== 'a')
  expect(tokens.sessionOf(a)).toBeNull()
  expect(tokens.sessionOf(b)).toBe('b')
  const next = tokens.issue('a')
  expect(next).not.toBe(a)
  expect([a, next].map((token) => tokens.sessionOf(token))).toEqual([null, 'a'])
})
