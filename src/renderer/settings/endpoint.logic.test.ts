import { describe, expect, it } from 'vitest'
import { Id } from '../../shared/model'
import { endpointId, parseModels } from './endpoint.logic'

describe('parseModels', () => {
  it('reads ids by line or comma, each once', () => {
    expect(parseModels(' a, b\n\nb\r\n c:7b ')).toEqual(['a', 'b', 'c:7b'])
    expect(parseModels(' \n,')).toEqual([])
  })
})

describe('endpointId', () => {
  it('makes an id that the host accepts, unlike all that are taken', () => {
    expect(endpointId('My server!', [])).toBe('my-server')
    expect(endpointId('My server', ['my-server', 'my-server-2'])).toBe('my-server-3')
    expect(endpointId('端末', [])).toBe('endpoint')
    expect(Id.safeParse(endpointId('x'.repeat(500), [])).success).toBe(true)
  })
})
