import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FRAME_INPUT_MAX_CHARS, FRAME_PENDING_MAX_CHARS, FRAME_REPLY_MAX_CHARS, TIMELINE_READ_MAX } from '../../shared/limits'
import { makeTurn } from '../../renderer/timeline/testing'
import { Crew } from '../testing/crew'
import { framed, pendingText, readPart, readPending, textOf, turnAt } from './turns'

let crew: Crew
beforeEach(() => {
  crew = new Crew()
})
afterEach(() => crew.close())

/** Lets the worker have ended turns, a second apart. */
async function play(turns: number, reply = 'done'): Promise<void> {
  crew.steering.onTurn = (turn) => {
    turn.sink.step(1)
    turn.reply(reply)
    turn.end()
  }
  crew.worker('w')
  await crew.idle('w')
  for (let turn = 2; turn <= turns; turn++) {
    crew.now += 1_000
    crew.send('w', `m${turn}`, 'queue')
    await crew.idle('w')
  }
}

describe('a part of a timeline', () => {
  it('is those of its turns that there are', async () => {
    await play(5)
    const numbers = (first: number, last: number) => readPart(crew.log, 'w', first, last).turns.map((turn) => turn.number)
    expect(numbers(2, 4)).toEqual([2, 3, 4])
    expect(numbers(4, 99)).toEqual([4, 5])
    expect(numbers(6, 9)).toEqual([])
    expect(numbers(4, 2)).toEqual([])
    expect(readPart(crew.log, 'w', 1, 1).totalTurns).toBe(5)
  })

  it('has a largest size', async () => {
    await play(TIMELINE_READ_MAX + 3)
    const { turns } = readPart(crew.log, 'w', 2, TIMELINE_READ_MAX + 3)
    expect([turns.length, turns[0]?.number]).toEqual([TIMELINE_READ_MAX, 2])
  })

  it('is found by its time', async () => {
    const began = crew.now
    await play(3)
    const at = (time: number) => turnAt(crew.log, 'w', time)
    expect([at(0), at(began + 1), at(began + 1_000), at(began + 99_000)]).toEqual([1, 2, 2, 3])
    expect(turnAt(crew.log, crew.sessionId, 0)).toBeNull()
  })
})

describe('very long texts', () => {
  it('come as their beginning, and whole on demand', async () => {
    const reply = 'r'.repeat(FRAME_REPLY_MAX_CHARS + 1)
    await play(1, reply)
    const [turn] = readPart(crew.log, 'w', 1, 1).turns
    expect(turn?.reply).toMatchObject({ text: reply.slice(0, -1), wholeChars: reply.length })
    expect(textOf(crew.log, 'w', 1, turn?.reply?.messageId ?? '')).toBe(reply)
    expect(textOf(crew.log, 'w', 1, turn?.inputs[0]?.messageId ?? '')).toBe(turn?.inputs[0]?.text)
    expect(() => textOf(crew.log, 'w', 1, 'other')).toThrow('no such message')
    expect(() => textOf(crew.log, 'w', 2, 'other')).toThrow('no such message')
  })

  it('are not cut within a character, and others not at all', () => {
    const short = makeTurn(1, { reply: { messageId: 'r', text: 'r'.repeat(FRAME_REPLY_MAX_CHARS), at: 0 } })
    expect(framed(short)).toBe(short)
    const split = `${'r'.repeat(FRAME_REPLY_MAX_CHARS - 1)}😀`
    expect(framed(makeTurn(1, { reply: { messageId: 'r', text: split, at: 0 } })).reply).toMatchObject({
      text: 'r'.repeat(FRAME_REPLY_MAX_CHARS - 1),
      wholeChars: split.length
    })
  })

  it('that were asked come as their beginning too', async () => {
    crew.worker('w', 'a'.repeat(FRAME_INPUT_MAX_CHARS + 5))
    const turn = await crew.steering.turn(1)
    expect(readPart(crew.log, 'w', 1, 1).turns[0]?.inputs[0]).toMatchObject({ text: 'a'.repeat(FRAME_INPUT_MAX_CHARS), wholeChars: FRAME_INPUT_MAX_CHARS + 5 })
    turn.end()
  })

  it('that wait keep the list short: sixty of almost a megabyte', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    const text = '字'.repeat(316_000)
    for (let message = 0; message < 60; message++) crew.send('w', `long${message}`, 'queue', text)
    const pending = readPending(crew.log, 'w')
    expect(pending).toHaveLength(60)
    expect(pending[0]).toMatchObject({ messageId: 'long0', text: text.slice(0, FRAME_PENDING_MAX_CHARS), wholeChars: text.length })
    expect(JSON.stringify(pending).length).toBeLessThan(100_000)
    expect(pendingText(crew.log, 'w', 'long59')).toBe(text)
    expect(() => pendingText(crew.log, 'w', 'none')).toThrow('no longer pending')
    turn.end()
  })

  it('that wait and are short come whole', async () => {
    crew.worker('w')
    const turn = await crew.steering.turn(1)
    crew.send('w', 'short', 'queue')
    expect(readPending(crew.log, 'w')[0]).not.toHaveProperty('wholeChars')
    turn.end()
  })
})
