import { describe, expect, it } from 'vitest'
import { makeInput, makePending, makeState, makeTurn, NOON } from '../timeline/testing'
import type { Target } from './landing.logic'
import { draftToStore, joinDrafts, joinTexts, mergeDrafts, pendingRows, placeAfterMove, placeOf, rowBehind, unsettled, withoutTexts, type Unsent } from './pending.logic'

const busy: Target = {
  phase: 'busy',
  engine: 'pi',
  availability: 'live',
  canSteer: true,
  turn: { number: 34, startedAt: 0, steps: 4, stoppingSince: null },
  turnCount: 34,
  evidence: { what: 'bash', since: 0, heardAt: 0 },
  parked: false,
  hold: null
}
const unsent = (over: Partial<Unsent> = {}): Unsent => ({
  messageId: 'u1',
  sessionId: 's',
  workerId: 'w',
  text: 'Mine.',
  delivery: 'queue',
  attachments: [],
  keepsParked: false,
  at: NOON,
  state: 'sending',
  problem: '',
  isCutOff: false,
  turn: null,
  stream: null,
  ...over
})
const lines = (rows: ReturnType<typeof pendingRows>) => rows.map((row) => `${row.text} ${row.state} · ${row.facts}`)

describe('the rows above the composer', () => {
  it('say where each message will land, in the order in which they will be taken', () => {
    const pending = [
      makePending({ messageId: 'a', text: 'A', delivery: 'steer' }),
      makePending({ messageId: 'b', text: 'B' }),
      makePending({ messageId: 'c', text: 'C', note: 'cannot be steered' }),
      makePending({ messageId: 'd', text: 'D', state: 'returned' }),
      makePending({ messageId: 'e', text: 'E', state: 'returned', note: 'you stopped turn 32' })
    ]
    expect(lines(pendingRows(busy, pending, []))).toEqual([
      'A accepted · steer · lands at step 5',
      'B accepted · queue · opens turn 35',
      'C accepted · turn 36, second in line',
      'D returned · it did not get through',
      'E returned · you stopped turn 32'
    ])
  })

  it('say of results that they go into the next turn, whoever opens it', () => {
    const source = { kind: 'worker-completed', workerId: 'x', name: 'X', turn: 1, outcome: { kind: 'completed' } } as const
    const pending = [makePending({ text: 'R', delivery: 'steer', source })]
    expect(lines(pendingRows({ ...busy, turn: null }, pending, []))).toEqual(['R accepted · result · goes into turn 35'])
    expect(lines(pendingRows(busy, pending, []))).toEqual(['R accepted · result · lands at step 5'])
  })

  it('put what is on its way behind what the host has', () => {
    const rows = pendingRows(
      busy,
      [makePending()],
      [
        unsent(),
        unsent({ messageId: 'u2', state: 'accepted' }),
        unsent({ messageId: 'u3', state: 'failed', problem: 'The host cannot be reached.' }),
        unsent({ messageId: 'u4', state: 'accepted', delivery: 'steer' })
      ]
    )
    expect(lines(rows)).toEqual([
      'Next. accepted · queue · opens turn 35',
      'Mine. sending · kept here until the host has it',
      'Mine. accepted · queue · turn 37, third in line',
      'Mine. failed · The host cannot be reached.',
      'Mine. accepted · steer · lands at step 5'
    ])
    expect(rows.map((row) => row.isHeld)).toEqual([true, false, true, false, true])
  })

  it('show a message once, even before the call has answered', () => {
    expect(pendingRows(busy, [makePending({ messageId: 'u1' })], [unsent()])).toHaveLength(1)
  })

  it('show parked ones as parked', () => {
    const rows = pendingRows({ ...busy, turn: null, phase: 'idle' }, [makePending({ parked: true })], [])
    expect(rows[0]).toMatchObject({ parked: true, facts: 'queue · waits for you' })
  })
})

describe('when a message leaves the outbox', () => {
  it('is when the timeline shows it, whatever the call said', () => {
    const states = ['sending', 'accepted', 'failed'] as const
    for (const state of states) {
      const list = [unsent({ state, stream: 's1' })]
      expect(unsettled(list, makeState({ pending: [makePending({ messageId: 'u1' })] }), 's1')).toEqual([])
      expect(unsettled(list, makeState({ turns: [makeTurn(1, { inputs: [makeInput({ messageId: 'u1' })] })] }), 's1')).toEqual([])
    }
  })

  it('is not before, and nothing that failed goes by itself', () => {
    const list = [unsent(), unsent({ messageId: 'u2', state: 'failed' }), unsent({ messageId: 'u3', state: 'accepted', stream: 's1' })]
    expect(unsettled(list, makeState(), 's1')).toBe(list)
  })

  it('is when a later stream does not show what the host has had before', () => {
    expect(unsettled([unsent({ state: 'accepted', stream: 's1' })], makeState(), 's2')).toEqual([])
  })

  it('is when a turn has it that is older than what is loaded, and not before a newer one is shown', () => {
    const had = [unsent({ state: 'accepted', stream: 's1', turn: 3 })]
    expect(unsettled(had, makeState({ turns: [makeTurn(8), makeTurn(9)] }), 's1')).toEqual([])
    expect(unsettled(had, makeState({ turns: [makeTurn(2)] }), 's1')).toBe(had)
  })

  it('never for one that was taken back elsewhere: its text stays', () => {
    const list = [unsent({ state: 'withdrawn' })]
    expect(unsettled(list, makeState({ turns: [makeTurn(9)] }), 's2')).toBe(list)
    expect(pendingRows(busy, [], list)[0]).toMatchObject({ state: 'withdrawn', facts: 'its text is kept here', isHeld: false })
    expect(draftToStore(list, '')).toBe('Mine.')
  })

  it('never concerns another worker', () => {
    const list = [unsent({ workerId: 'other', state: 'accepted', stream: 's1' })]
    expect(unsettled(list, makeState(), 's2')).toBe(list)
  })
})

describe('the draft that is stored', () => {
  it('holds what has not arrived, before what is in the field', () => {
    expect(draftToStore([unsent({ text: 'a' }), unsent({ text: 'b', state: 'failed' }), unsent({ text: 'c', state: 'accepted' })], 'd')).toBe('a\n\nb\n\nd')
    expect(draftToStore([], 'd')).toBe('d')
    expect(draftToStore([unsent({ text: 'a' })], ' ')).toBe('a')
  })

  it('can be told from what has arrived', () => {
    expect(withoutTexts('a\n\nb\n\nc', ['b'])).toBe('a\n\nc')
    expect(withoutTexts('a\n\nb', ['a', 'b'])).toBe('')
    expect(withoutTexts('ab\n\nb and more', ['b'])).toBe('ab\n\nb and more')
    expect(withoutTexts('two\n\nparts\n\nrest', ['two\n\nparts'])).toBe('rest')
  })

  it('joins texts with an empty line', () => {
    expect(joinTexts(['a', '', 'b '])).toBe('a\n\nb ')
  })
})

describe('what can be done with a row', () => {
  const can = (worker: Target, over: Parameters<typeof makePending>[0]) => pendingRows(worker, [makePending(over)], [])[0]?.can
  const idle: Target = { ...busy, phase: 'idle', turn: null, parked: true }
  const stopping: Target = { ...busy, turn: { number: 34, startedAt: 0, steps: 4, stoppingSince: 1 } }

  it('depends on whose it is: own ones are edited, those of others only moved and deleted, notices only moved', () => {
    expect(can(busy, {})).toEqual({ edit: true, remove: true, sendNow: true })
    expect(can(busy, { source: { kind: 'coordinator', senderSessionId: 'p' } })).toEqual({ edit: false, remove: true, sendNow: true })
    const notice = { kind: 'worker-completed', workerId: 'v', name: 'V', turn: 1, outcome: { kind: 'completed' } } as const
    expect(can(busy, { source: notice, delivery: 'steer' })).toEqual({ edit: false, remove: false, sendNow: false })
  })

  it('sends now what a steer could join, or what is parked', () => {
    expect(can({ ...busy, canSteer: false }, {})?.sendNow).toBe(false)
    expect(can(stopping, {})?.sendNow).toBe(false)
    expect(can(busy, { delivery: 'steer' })?.sendNow).toBe(false)
    expect(can(idle, { parked: true })?.sendNow).toBe(true)
    expect(can(idle, { parked: true, delivery: 'steer' })?.sendNow).toBe(true)
    expect(can({ ...idle, parked: false }, {})?.sendNow).toBe(false)
  })

  it('says that it was edited', () => {
    expect(pendingRows(busy, [makePending({ revision: 2 })], [])[0]?.facts).toBe('queue · opens turn 35 · edited')
  })
})

describe('a row that is moved', () => {
  const rows = pendingRows(
    busy,
    [
      makePending({ messageId: 's', delivery: 'steer' }),
      makePending({ messageId: 'a' }),
      makePending({ messageId: 'b' }),
      makePending({ messageId: 'c' })
    ],
    [unsent({ messageId: 'u' })]
  )

  it('stays among those of its kind that the host has', () => {
    expect(placeAfterMove(rows, 'a', -1)).toBeUndefined()
    expect(placeAfterMove(rows, 'b', -1)).toBe('a')
    expect(placeAfterMove(rows, 'a', 1)).toBe('c')
    expect(placeAfterMove(rows, 'b', 1)).toBeNull()
    expect(placeAfterMove(rows, 'c', 1)).toBeUndefined()
    expect([placeAfterMove(rows, 's', 1), placeAfterMove(rows, 's', -1), placeAfterMove(rows, 'u', -1), placeAfterMove(rows, 'x', 1)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })

  it('knows its place and who stands behind it', () => {
    expect(placeOf(rows, 'b')).toEqual({ place: 2, count: 3 })
    expect([rowBehind(rows, 'a'), rowBehind(rows, 'c'), rowBehind(rows, 's')]).toEqual(['b', null, null])
  })
})

describe('a draft that comes back', () => {
  it('joins what two windows have typed, each text once', () => {
    expect(joinDrafts('long draft', 'x')).toBe('long draft\n\nx')
    expect(joinDrafts('long draft', 'l')).toBe('long draft\n\nl')
    expect(joinDrafts('long draft', '')).toBe('long draft')
    expect(joinDrafts('', 'x')).toBe('x')
    expect(joinDrafts('theirs\n\nmine', 'mine')).toBe('theirs\n\nmine')
    expect(joinDrafts('theirs', 'theirs\n\nmine')).toBe('theirs\n\nmine')
  })

  it('is the one that was typed last where nobody else wrote, and both where somebody did', () => {
    expect(mergeDrafts('old', undefined)).toBe('old')
    expect(mergeDrafts('old', { text: 'old and new', base: 'old' })).toBe('old and new')
    expect(mergeDrafts('old', { text: '', base: 'old' })).toBe('')
    expect(mergeDrafts('saved', { text: 'saved', base: 'old' })).toBe('saved')
    expect(mergeDrafts('theirs', { text: 'mine', base: 'old' })).toBe('theirs\n\nmine')
    expect(mergeDrafts('theirs', { text: 'mine', base: null })).toBe('theirs\n\nmine')
    expect(mergeDrafts('the x of theirs', { text: 'x', base: null })).toBe('the x of theirs\n\nx')
    expect(mergeDrafts('', { text: 'mine', base: null })).toBe('mine')
    expect(mergeDrafts('long and longer', { text: 'long', base: 'x' })).toBe('long and longer')
  })
})
