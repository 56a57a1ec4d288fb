import { ORPCError } from '@orpc/client'
import { describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../shared/errors'
import { refusalOf, unavailable } from './refusal'

describe('refusalOf', () => {
  it('shows what the host refused in its own words', () => {
    const data = { message: 'That turn already ended.', remedy: 'Nothing was stopped.' }
    expect(refusalOf(new ORPCError('CONFLICT', { data }))).toEqual({ code: 'CONFLICT', ...data })
    const refused = refusalOf(new Refusal('TOO_LARGE', 'Too much.', 'Send less.'))
    expect(refused).toEqual({ code: 'TOO_LARGE', message: 'Too much.', remedy: 'Send less.' })
  })

  it('shows the sentence of the schema that refused an input', () => {
    const refused = new ORPCError('BAD_REQUEST', { data: { issues: [{ message: 'A worker needs a name.' }] } })
    expect(refusalOf(refused)).toEqual({ code: 'BAD_INPUT', message: 'A worker needs a name.', remedy: '' })
  })

  it('takes a call that was cut off for an unavailable host', () => {
    expect(refusalOf(new DOMException('aborted', 'AbortError')).code).toBe('UNAVAILABLE')
    expect(refusalOf(unavailable()).code).toBe('UNAVAILABLE')
  })

  it('shows nothing of what was not foreseen but that it was', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const cause = new Error('secret /home/ada stack')
    expect(refusalOf(cause)).toMatchObject({ code: 'INTERNAL', message: 'Something went wrong in Crewdeck.' })
    expect(refusalOf(new ORPCError('CONFLICT', { data: { message: 1 } }))).toMatchObject({ code: 'INTERNAL' })
    expect(log).toHaveBeenCalledWith(cause)
    log.mockRestore()
  })
})
