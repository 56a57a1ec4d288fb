import { describe, expect, it } from 'vitest'
import type { Outcome, Turn } from '../../shared/model'
import { makeInput, makeTurn, NOON } from './testing'
import {
  askedText,
  canSendAgain,
  engineWords,
  faultOf,
  gistOf,
  inputWords,
  lostWords,
  outcomeWords,
  senderOf,
  settingsOf,
  silenceWords,
  turnWords,
  type TurnWords
} from './words.logic'

const OUTCOMES: Outcome[] = [
  { kind: 'completed' },
  { kind: 'aborted', reason: { kind: 'user' } },
  { kind: 'aborted', reason: { kind: 'parent' } },
  { kind: 'aborted', reason: { kind: 'hook', message: 'budget of this Project' } },
  { kind: 'aborted', reason: { kind: 'disposed' } },
  { kind: 'aborted', reason: { kind: 'legacy' } },
  { kind: 'blocked', message: 'no secrets' },
  { kind: 'error', error: { message: 'overloaded', code: '529' } },
  { kind: 'max-tokens' },
  { kind: 'interrupted' }
]

/** The line as it reads, with its ages left out. */
const line = (words: TurnWords): string => [words.word, ...words.facts].join(' · ').replaceAll('\u202f', ' ')

const open: Partial<Turn> = { endedAt: null, outcome: null, steps: 4, now: { what: 'bash', detail: 'npm test', since: NOON } }

describe('the head of a turn', () => {
  it('says that it runs, since when, and in which step', () => {
    expect(turnWords(makeTurn(34, open), null, false)).toEqual({
      glyph: 'busy',
      word: 'running',
      age: { kind: 'for', at: NOON },
      facts: ['step 4'],
      steps: 'step 4',
      failed: false
    })
    expect(turnWords(makeTurn(34, { ...open, steps: 0 }), null, false).facts).toEqual([])
  })

  it('says that it is stopping, and when that was asked', () => {
    const words = turnWords(makeTurn(34, { ...open, stoppingSince: NOON }), null, false)
    expect(words.age).toEqual({ kind: 'for', at: NOON })
    expect(line(words)).toBe('stopping · asked at 14:02:11 · step 4')
  })

  it('claims nothing about an open turn that is not heard', () => {
    const words = turnWords(makeTurn(34, open), { heardAt: NOON }, false)
    expect(words).toMatchObject({ glyph: 'unknown', age: { kind: 'heard', at: NOON } })
    expect(line(words)).toBe('unknown · in bash · step 4')
    expect(line(turnWords(makeTurn(34, { ...open, now: null, stoppingSince: NOON }), { heardAt: NOON }, false))).toBe('unknown · step 4')
    const never = turnWords(makeTurn(34, open), { heardAt: null }, false)
    expect(never.age).toBeNull()
    expect(line(never)).toBe('unknown · never heard · in bash · step 4')
  })

  it('says what an open turn did at last while the host cannot be heard, and no age', () => {
    const turn = makeTurn(34, open)
    expect(lostWords(turn, false)).toEqual({ glyph: 'unknown', word: 'was running', age: null, facts: ['in bash', 'step 4'], steps: 'step 4', failed: false })
    expect(line(lostWords(turn, true))).toBe('was waiting for you · step 4')
    expect(line(lostWords({ ...turn, now: null, stoppingSince: NOON }, false))).toBe('was stopping · step 4')
  })

  it('says how long a turn took, whatever was done to the clock while it ran', () => {
    const set = makeTurn(34, { endedAt: NOON - 3_593_000, tookMs: 7_000 })
    expect(line(turnWords(set, null, false))).toMatch(/took 7 s$/)
    expect(line(turnWords({ ...set, tookMs: undefined }, null, false))).toMatch(/took 0 s$/)
  })

  it('leads to the settings where they are the remedy', () => {
    expect(['MODEL_AUTH', 'MODEL_UNKNOWN', 'AGENT_START', 'MODEL_QUOTA', ''].map(settingsOf)).toEqual(['settings.models', 'settings.models', 'settings.agents', null, null])
  })

  it.each([
    [OUTCOMES[0], 'completed · 6 steps · took 4 m 11 s', false],
    [OUTCOMES[1], 'stopped by you · 6 steps · took 4 m 11 s', false],
    [OUTCOMES[2], 'stopped by the Coordinator · 6 steps · took 4 m 11 s', false],
    [OUTCOMES[3], 'stopped by a hook · budget of this Project · 6 steps · took 4 m 11 s', false],
    [OUTCOMES[4], 'stopped when Crewdeck quit · 6 steps · took 4 m 11 s', false],
    [OUTCOMES[5], 'stopped · 6 steps · took 4 m 11 s', false],
    [OUTCOMES[6], 'blocked · 6 steps · took 4 m 11 s', true],
    [OUTCOMES[7], 'error · code 529 · 6 steps · took 4 m 11 s', true],
    [OUTCOMES[8], 'ran out of tokens · 6 steps · took 4 m 11 s', true],
    [OUTCOMES[9], 'interrupted · the app closed in the middle · 6 steps · took 4 m 11 s', true]
  ])('says how it ended: %j', (outcome, words, failed) => {
    const said = turnWords(makeTurn(1, { outcome: outcome ?? null }), null, false)
    expect(line(said)).toBe(words)
    expect(said.failed).toBe(failed)
    expect(said.age).toEqual({ kind: 'ago', at: NOON + 251_000 })
  })

  it('never shows a turn without an end as finished', () => {
    expect(turnWords(makeTurn(1, { endedAt: null, outcome: { kind: 'completed' } }), null, false).word).toBe('running')
  })

  it('counts one step as one', () => {
    expect(turnWords(makeTurn(1, { steps: 1 }), null, false).facts[0]).toBe('1 step')
    expect(turnWords(makeTurn(1, { steps: 0 }), null, false).facts).toHaveLength(1)
  })

  it('names the parent of a child', () => {
    expect(turnWords(makeTurn(1, { outcome: { kind: 'aborted', reason: { kind: 'parent' } } }), null, true).word).toBe('stopped by its parent')
  })

  it('has one word for each way to end', () => {
    const words = OUTCOMES.map((outcome) => outcomeWords(outcome, false).word)
    expect(new Set(words).size).toBe(words.length)
    expect(words.filter((word) => word === '' || word.endsWith(':'))).toEqual([])
  })
})

describe('what stands for a missing reply', () => {
  it('is a sentence, unless the turn explains itself', () => {
    for (const outcome of OUTCOMES) expect(silenceWords(outcome) === null).toBe(faultOf(outcome) !== null)
  })

  it('explains errors and refusals', () => {
    expect(faultOf({ kind: 'error', error: { message: 'overloaded', code: '529' } })).toEqual({ title: 'Error', message: 'overloaded', code: '529' })
    expect(faultOf({ kind: 'error', error: { message: '', code: '' } })?.message).toBe('The engine gave no reason.')
    expect(faultOf({ kind: 'blocked' })).toEqual({ title: 'Blocked', message: 'No reason was given.', code: '' })
    expect(faultOf(null)).toBeNull()
  })

  it('offers to send again what went wrong', () => {
    expect(OUTCOMES.filter(canSendAgain).map((outcome) => outcome.kind)).toEqual(['blocked', 'error', 'interrupted'])
    expect(canSendAgain(null)).toBe(false)
    expect(askedText(makeTurn(1, { inputs: [makeInput({ text: 'a' }), makeInput({ text: 'b' })] }))).toBe('a\n\nb')
  })
})

describe('the margin', () => {
  it('says what became of an input', () => {
    expect(inputWords(makeInput())).toEqual({ icon: 'answered', state: 'answered', facts: 'queue · step 1 at 14:02:11' })
    expect(inputWords(makeInput({ state: 'delivered', delivery: 'steer', step: 3 }))).toEqual({
      icon: 'landed',
      state: 'delivered',
      facts: 'steer · step 3 at 14:02:11'
    })
    expect(inputWords(makeInput({ state: 'returned' }))).toEqual({
      icon: 'undo',
      state: 'returned',
      facts: 'queue · before the engine had it, 14:02:11'
    })
  })

  it('says who wrote it', () => {
    const completed = { kind: 'worker-completed', workerId: 'w', name: 'Fare rules', turn: 1, outcome: { kind: 'completed' } } as const
    const settled = { kind: 'subagent-settled', form: 'notice', summary: '', senderSessionId: 'c' } as const
    expect(senderOf({ kind: 'user' }, 'p')).toEqual({ workerId: null, name: 'You' })
    expect(senderOf({ kind: 'coordinator', senderSessionId: 'p' }, 'p')).toEqual({ workerId: 'p', name: 'Coordinator' })
    expect(senderOf({ kind: 'coordinator', senderSessionId: 'w' }, 'p')).toEqual({ workerId: 'w', name: 'Parent worker' })
    expect(senderOf(completed, 'p')).toEqual({ workerId: 'w', name: 'Fare rules' })
    expect(senderOf(settled, 'p')).toEqual({ workerId: 'c', name: 'Subagent' })
  })

  it('says what ran the turn and what it used', () => {
    const usage = { inputTokens: 46_000, outputTokens: 2_000, cost: 0.04 }
    expect(engineWords(makeTurn(1, { usage }))).toEqual({
      always: 'pi · deepseek-chat',
      whole: 'pi · deepseek/deepseek-chat',
      roomy: ' · 48\u202fk\u00a0tokens · $0.04'
    })
    expect(engineWords(makeTurn(1, { usage: { ...usage, cost: null }, endedAt: null, outcome: null })).roomy).toBe(' · 48\u202fk\u00a0tokens so\u00a0far')
    expect(engineWords(makeTurn(1, { engine: 'shell', model: null })).always).toBe('shell')
    const own = makeTurn(1, { engine: 'acp', agent: { name: 'Claude Code', version: '0.101.0' }, model: 'opus', mode: 'default', effort: 'high' })
    expect(engineWords(own)).toMatchObject({ always: 'Claude Code · opus', whole: 'Claude Code 0.101.0 · opus · mode default · effort high' })
    expect(engineWords(makeTurn(1, { model: null }))).toMatchObject({ always: 'pi · model not reported', roomy: '' })
  })
})

describe('the gist of a text', () => {
  it.each([
    ['## **Report** 3: `a.ts`\n\nMore.', 'Report 3: a.ts'],
    ['---\n\n- [x] done with [it](https://a.example/b)', 'done with it'],
    ['```ts\nconst a = 1\n```', 'const a = 1'],
    ['| file | `before` |\n| --- | --- |', 'file · before'],
    ['这是**重点**', '这是重点'],
    ['\n \n', '']
  ])('of %j is %j', (text, gist) => expect(gistOf(text)).toBe(gist))

  it('of a command is its first line as it was typed', () => {
    expect(gistOf('  cat **/__init__.py | grep `a`\nls', true)).toBe('cat **/__init__.py | grep `a`')
  })
})
