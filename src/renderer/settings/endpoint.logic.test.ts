import { describe, expect, it } from 'vitest'
import { Id } from '../../shared/model'
import { freeId, parseModels } from './endpoint.logic'

describe('parseModels', () => {
  it('reads ids by line or comma, each once', () => {
    expect(parseModels(' a, b\n\nb\r\n c:7b ')).toEqual(['a', 'b', 'c:7b'])
    expect(parseModels(' \n,')).toEqual([])
  })
})

describe('freeId', () => {
  it('makes an id that the host accepts, unlike all that are taken', () => {
    expect(freeId('My server!', [], 'endpoint')).toBe('my-server')
    expect(freeId('My server', ['my-server', 'my-server-2'], 'endpoint')).toBe('my-server-3')
    expect(freeId('端末', [], 'endpoint')).toBe('endpoint')
    expect(Id.safeParse(freeId('x'.repeat(500), [], 'endpoint')).success).toBe(true)
  })
})
