import { describe, expect, it } from 'vitest'
import type { Outcome, Source } from '../../shared/model'
import { noticeOf } from './notice.logic'

const completed = (outcome: Outcome): Source => ({ kind: 'worker-completed', workerId: 'w', name: 'Frontend', turn: 3, outcome })
const summary = 'Background subagent c1 finished and will do no further work unless you send it more.'
const settled: Source = { kind: 'subagent-settled', form: 'notice', summary, senderSessionId: 'c1' }

describe('a notice of the host', () => {
  it('says which turn ended how, and has the whole reply', () => {
    expect(noticeOf({ source: completed({ kind: 'completed' }), text: 'Done.\n' })).toEqual({ glyph: 'ok', line: 'turn 3 · completed', body: 'Done.' })
    expect(noticeOf({ source: completed({ kind: 'aborted', reason: { kind: 'user' } }), text: '' })).toEqual({
      glyph: 'abort',
      line: 'turn 3 · stopped by you',
      body: ''
    })
    const error = { kind: 'error', error: { code: '429', message: 'rate limit' } } as const
    expect(noticeOf({ source: completed(error), text: ' ' })).toEqual({ glyph: 'error', line: 'turn 3 · error: rate limit', body: '' })
  })

  it('tells of a child without its id', () => {
    const line = 'finished and will do no further work unless you send it more.'
    expect(noticeOf({ source: settled, text: `${summary}\nIts closing message:\n\nAll **fine**.` })).toEqual({ glyph: 'idle', line, body: 'All **fine**.' })
    expect(noticeOf({ source: settled, text: `${summary}\nIt left no closing message.` })).toEqual({ glyph: 'idle', line, body: '' })
    expect(noticeOf({ source: settled, text: 'Something else.' })?.body).toBe('Something else.')
  })

  it('is not what somebody wrote', () => {
    expect(noticeOf({ source: { kind: 'user' }, text: 'x' })).toBeNull()
    expect(noticeOf({ source: { kind: 'coordinator', senderSessionId: 'p' }, text: 'x' })).toBeNull()
  })
})
