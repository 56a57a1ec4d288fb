import { describe, expect, it } from 'vitest'
import { MESSAGE_MAX_BYTES, PASTE_MAX_BYTES } from '../../shared/limits'
import type { Target } from './landing.logic'
import { comesAtOnce, deliveryOf, isEmpty, isLongPaste, pressOf, textProblem } from './send.logic'

const press = { key: 'Enter', shiftKey: false, altKey: false, repeat: false }

describe('keys of the composer', () => {
  it('sends with Enter, and the other way with Mod', () => {
    expect(pressOf(press, false, false)).toBe('send')
    expect(pressOf(press, false, true)).toBe('send-other-way')
  })

  it('never sends while an input method composes', () => {
    expect(pressOf(press, true, false)).toBeNull()
    expect(pressOf(press, true, true)).toBeNull()
    expect(pressOf({ ...press, key: 'Escape' }, true, false)).toBeNull()
  })

  it('leaves new lines and held keys alone', () => {
    expect(pressOf({ ...press, shiftKey: true }, false, false)).toBeNull()
    expect(pressOf({ ...press, altKey: true }, false, false)).toBeNull()
    expect(pressOf({ ...press, repeat: true }, false, false)).toBeNull()
    expect(pressOf({ ...press, key: 'a' }, false, false)).toBeNull()
  })

  it('leaves the field with Escape', () => {
    expect(pressOf({ ...press, key: 'Escape' }, false, false)).toBe('leave')
  })
})

describe('how a message goes', () => {
  const busy: Target = {
    phase: 'busy',
    engine: 'pi',
    availability: 'live',
    canSteer: true,
    turn: { number: 1, startedAt: 0, steps: 1, stoppingSince: null },
    turnCount: 1,
    evidence: { what: 'model', since: 0, heardAt: 0 },
    parked: false,
    hold: null
  }

  it('is as switched, or the opposite', () => {
    expect(deliveryOf(busy, 'steer', false)).toBe('steer')
    expect(deliveryOf(busy, 'steer', true)).toBe('queue')
    expect(deliveryOf(busy, 'queue', false)).toBe('queue')
    expect(deliveryOf(busy, 'queue', true)).toBe('steer')
  })

  it('is a turn of its own while the worker is at rest', () => {
    const idle: Target = { ...busy, phase: 'idle', turn: null }
    expect(deliveryOf(idle, 'steer', false)).toBe('queue')
    expect(deliveryOf(idle, 'steer', true)).toBe('queue')
    expect(deliveryOf({ ...idle, parked: true }, 'steer', false)).toBe('steer')
  })

  it('comes at once where it joins a turn or opens one, and waits else', () => {
    expect(comesAtOnce(busy, 'steer')).toBe(true)
    expect(comesAtOnce(busy, 'queue')).toBe(false)
    expect(comesAtOnce({ ...busy, turn: { number: 1, startedAt: 0, steps: 1, stoppingSince: 5 } }, 'steer')).toBe(false)
    const idle: Target = { ...busy, phase: 'idle', turn: null }
    expect(comesAtOnce(idle, 'queue')).toBe(true)
    expect(comesAtOnce({ ...idle, hold: 'The Project is paused.' }, 'queue')).toBe(false)
  })

  it('is always the queue where nothing can be steered', () => {
    expect(deliveryOf({ ...busy, canSteer: false }, 'steer', false)).toBe('queue')
    expect(deliveryOf({ ...busy, canSteer: false }, 'queue', true)).toBe('queue')
  })
})

describe('what can be sent', () => {
  it('has some text', () => {
    expect(['', ' \n\t', 'a'].map(isEmpty)).toEqual([true, true, false])
  })

  it('has at most a million bytes, whatever the characters are', () => {
    expect(textProblem('x'.repeat(MESSAGE_MAX_BYTES))).toBeNull()
    expect(textProblem('x'.repeat(MESSAGE_MAX_BYTES + 1))).toBe('This message has 1,000,001 bytes; 1,000,000 is the most. Put the rest into a file.')
    expect(textProblem('髙'.repeat(MESSAGE_MAX_BYTES / 3))).toBeNull()
    expect(textProblem('髙'.repeat(Math.ceil(MESSAGE_MAX_BYTES / 3)))).not.toBeNull()
  })
})

describe('a text that cannot be kept', () => {
  it('is one with half a character, and says where', () => {
    expect(textProblem('fine 😀')).toBeNull()
    expect(textProblem('one\ntwo \ud83d')).toBe('Line 2 holds half a character, which is no text. Remove it.')
    expect(textProblem('\ude00 one')).toBe('Line 1 holds half a character, which is no text. Remove it.')
  })
})

describe('a pasted text', () => {
  it('is long by its bytes, not by its characters', () => {
    expect(isLongPaste('x'.repeat(PASTE_MAX_BYTES))).toBe(false)
    expect(isLongPaste('x'.repeat(PASTE_MAX_BYTES + 1))).toBe(true)
    expect(isLongPaste('髙'.repeat(Math.floor(PASTE_MAX_BYTES / 3)))).toBe(false)
    expect(isLongPaste('髙'.repeat(Math.ceil(PASTE_MAX_BYTES / 3)))).toBe(true)
  })
})
