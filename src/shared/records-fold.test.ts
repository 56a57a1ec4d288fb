import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TranscriptFold } from './records-fold'
import type { SeenEntry } from './records-seen'

const call = (toolId: string, seq: number): SeenEntry => ({ kind: 'tool', seq, at: seq, toolId, toolName: 'bash', toolPhase: 'requested', input: { n: seq } })
const result = (toolId: string, seq: number): SeenEntry => ({ kind: 'tool_patch', seq, at: seq, toolId, toolPhase: 'completed', isError: false, summary: `result ${seq}` })
const text = (seq: number): SeenEntry => ({ kind: 'text', seq, at: seq, text: 'x' })

describe('a folded transcript', () => {
  it('shows each call once, where it began', () => {
    const fold = new TranscriptFold()
    fold.add([call('a', 1), call('b', 2), text(3), result('b', 4), result('a', 5)])
    expect(fold.items.map((item) => [item.kind, item.kind === 'call' ? item.summary : null])).toEqual([['call', 'result 5'], ['call', 'result 4'], ['text', null]])
  })

  it('keeps what a later patch does not tell again', () => {
    const fold = new TranscriptFold()
    fold.add([call('a', 1), { kind: 'tool_patch', seq: 2, at: 2, toolId: 'a', isError: true }, { kind: 'tool_patch', seq: 3, at: 3, toolId: 'a', toolPhase: 'failed' }])
    expect(fold.items).toMatchObject([{ input: { n: 1 }, isError: true, phase: 'failed', summary: null, at: 1, patchedAt: 3 }])
  })

  it('does not count the time that a call waited for an answer as its own', () => {
    const answered = (toolPhase: 'executing' | 'requested'): SeenEntry => ({ kind: 'tool_patch', seq: 2, at: 20, toolId: 'a', toolPhase })
    for (const phase of ['executing', 'requested'] as const) {
      const fold = new TranscriptFold()
      fold.add([call('a', 1), answered(phase)])
      expect(fold.items).toMatchObject([{ phase, at: 1, since: 20 }])
      fold.add([{ ...result('a', 3), at: 35 }])
      expect(fold.items).toMatchObject([{ phase: 'completed', at: 1, since: 20, patchedAt: 35 }])
    }
  })

  it('shows patches whose call stands on an earlier page as a call without a name', () => {
    const fold = new TranscriptFold()
    fold.add([result('a', 9)])
    expect(fold.items).toMatchObject([{ kind: 'call', toolName: null, summary: 'result 9' }])
  })

  it('says from where on it has changed, and keeps the identity of all else', () => {
    const fold = new TranscriptFold()
    fold.add([call('a', 1), text(2), text(3)])
    const before = [...fold.items]
    expect(fold.add([text(4)])).toBe(3)
    expect(fold.add([result('a', 5), text(6)])).toBe(0)
    expect(fold.items[0]).not.toBe(before[0])
    expect([fold.items[1], fold.items[2]]).toEqual([before[1], before[2]])
    expect(fold.items[1]).toBe(before[1])
  })

  it('is the same however the pages were cut', () => {
    const entry = fc.tuple(fc.constantFrom(call, result, text), fc.constantFrom('a', 'b', 'c'))
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 40 }), fc.array(fc.nat(7), { minLength: 1 }), (made, sizes) => {
        const entries = made.map(([make, id], seq) => (make === text ? text(seq) : (make as typeof call)(id, seq)))
        const whole = new TranscriptFold()
        whole.add(entries)
        const paged = new TranscriptFold()
        for (let at = 0, page = 0; at < entries.length; page++) {
          const size = (sizes[page % sizes.length] ?? 0) + 1
          paged.add(entries.slice(at, at + size))
          at += size
        }
        expect(paged.items).toEqual(whole.items)
      }),
      { seed: 6 }
    )
  })
})
