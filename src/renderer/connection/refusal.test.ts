import { ORPCError } from '@orpc/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '../../shared/errors'
import { useLanguage } from '../words'
import { refusalOf, unavailable } from './refusal'

afterEach(() => useLanguage.setState({ language: 'en' }))

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

  it('is said in the language of now, also where it was on the screen before', () => {
    const ended = refusalOf(new ORPCError('CONFLICT', { data: { message: 'There is no such Project.', remedy: '' } }))
    const nameless = refusalOf(new ORPCError('BAD_REQUEST', { data: { issues: [{ message: 'A worker needs a name.' }] } }))
    expect([ended.message, nameless.message]).toEqual(['There is no such Project.', 'A worker needs a name.'])
    const gone = refusalOf(unavailable())
    expect(gone.message).toBe('The host cannot be reached.')
    useLanguage.setState({ language: 'zh' })
    expect(`${gone.message}${gone.remedy}`).toMatch(/^[\u4e00-\u9fff，。]+$/)
    expect([ended.message, nameless.message]).toEqual(['没有该项目。', '工作者需要一个名称。'])
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
