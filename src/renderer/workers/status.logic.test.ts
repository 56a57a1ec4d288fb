import { describe, expect, it } from 'vitest'
import type { Outcome, WorkerView } from '../../shared/model'
import { asClause, isQuiet, lastKnown, outcomeOf, statusOf, statusText } from './status.logic'
import { makeWorker } from './testing'

const NOW = 1_800_000_000_000
const MINUTE = 60_000

const worker = (change: Partial<WorkerView> = {}): WorkerView =>
  makeWorker({ evidence: { what: 'bash', since: NOW - 12_000, heardAt: NOW - 2 * MINUTE }, ...change })

const turn = { number: 34, startedAt: NOW - MINUTE, steps: 4, stoppingSince: null }
const line = (change: Partial<WorkerView>): string => statusText(statusOf(worker(change), NOW)).replaceAll('\u202f', ' ')

describe('lastKnown', () => {
  const was = (change: Partial<WorkerView>) => lastKnown(worker(change), NOW)

  it('claims of nothing that went on that it goes on, and counts no age', () => {
    expect(statusText(was({ phase: 'busy', turn }))).toBe('was busy · bash · step 4')
    expect(statusText(was({ phase: 'stopping', turn }))).toBe('was stopping · bash · step 4')
    for (const phase of ['held', 'waiting', 'starting', 'busy', 'stopping', 'deleting'] as const) {
      const status = was({ phase, turn })
      expect(status.glyph).toBe('unknown')
      expect(statusText(status)).toMatch(/^was /)
      expect(status.groups.flat().some(({ kind }) => kind === 'age')).toBe(false)
    }
  })

  it('leaves what was at rest, and what was not known', () => {
    for (const phase of ['idle', 'unknown'] as const) expect(was({ phase })).toEqual(statusOf(worker({ phase }), NOW))
  })
})

describe('statusOf', () => {
  it('says word, evidence, age and step of a worker at work', () => {
    expect(line({ phase: 'busy', turn })).toBe('busy · bash 12 s · step 4')
    expect(line({ phase: 'busy', turn: { ...turn, steps: 0 } })).toBe('busy · bash 12 s')
    expect(line({ phase: 'starting', turn })).toBe('starting · engine 12 s')
    expect(line({ phase: 'stopping', turn: { ...turn, stoppingSince: NOW - 2_000 } })).toBe('stopping 2 s · bash · step 4')
    expect(line({ phase: 'deleting', turn })).toBe('deleting 12 s · waits for bash to end')
    expect(line({ phase: 'deleting' })).toBe('deleting 12 s')
    expect(line({ phase: 'held', hold: '8 of 8 workers are busy.' })).toBe('waits · 8 of 8 workers are busy')
    expect(line({ phase: 'held', hold: 'The Project is paused.' })).toBe('waits · the Project is paused')
  })

  it('says that a human is needed, for how long, and for what', () => {
    const asking = { phase: 'waiting', turn, ask: { id: 'a', title: 'Run a command', since: NOW - 40_000 } } as const
    expect(line(asking)).toBe('waiting for you 40 s · run a command')
    expect(statusOf(worker(asking), NOW).glyph).toBe('wait')
  })

  it('never draws stale evidence as busy', () => {
    const stale = worker({ phase: 'unknown', turn })
    expect(statusOf(stale, NOW).glyph).toBe('unknown')
    expect(line({ phase: 'unknown', turn })).toBe('unknown · last heard 2 m ago')
    expect(line({ phase: 'unknown', evidence: { what: 'bash', since: NOW, heardAt: null } })).toBe('unknown · never heard')
  })

  it('says how long a worker is idle and how its last turn ended', () => {
    const outcomes: [Outcome, string][] = [
      [{ kind: 'completed' }, 'completed'],
      [{ kind: 'aborted', reason: { kind: 'user' } }, 'stopped by you'],
      [{ kind: 'aborted', reason: { kind: 'parent' } }, 'stopped by the Coordinator'],
      [{ kind: 'aborted', reason: { kind: 'hook' } }, 'stopped by a hook'],
      [{ kind: 'aborted', reason: { kind: 'disposed' } }, 'stopped when Crewdeck quit'],
      [{ kind: 'aborted', reason: { kind: 'legacy' } }, 'stopped'],
      [{ kind: 'blocked' }, 'blocked'],
      [{ kind: 'blocked', message: 'the policy says no' }, 'blocked: the policy says no'],
      [{ kind: 'error', error: { code: '429', message: 'rate limit\nsecond line' } }, 'error: rate limit'],
      [{ kind: 'max-tokens' }, 'ran out of tokens'],
      [{ kind: 'interrupted' }, 'interrupted']
    ]
    for (const [lastOutcome, words] of outcomes) expect(line({ lastOutcome })).toBe(`idle 12 s · ${words}`)
    expect(line({ lastOutcome: { kind: 'completed' }, availability: 'cold' })).toBe('idle 12 s · completed · unloaded')
    expect(line({})).toBe('idle · no turn yet')
    expect(line({ lastOutcome: { kind: 'aborted', reason: { kind: 'parent' } }, parentId: 'p' })).toBe('idle 12 s · stopped by its parent')
  })

  it('counts as failed what a human has to look at', () => {
    const failed = (outcome: Outcome) => outcomeOf(outcome, false).failed
    expect(failed({ kind: 'completed' })).toBe(false)
    expect(failed({ kind: 'aborted', reason: { kind: 'user' } })).toBe(false)
    expect(failed({ kind: 'blocked' })).toBe(true)
    expect(failed({ kind: 'error', error: { code: 'x', message: 'y' } })).toBe(true)
    expect(failed({ kind: 'max-tokens' })).toBe(true)
    expect(failed({ kind: 'interrupted' })).toBe(true)
  })
})

describe('asClause', () => {
  it('makes a sentence a part of a line', () => {
    expect(asClause('Run a command')).toBe('run a command')
    expect(asClause('A command.')).toBe('a command')
    expect(asClause('ESLint --fix')).toBe('ESLint --fix')
    expect(asClause('From when on does it hold?')).toBe('From when on does it hold?')
    expect(asClause('コマンドを実行')).toBe('コマンドを実行')
    expect(asClause('Edit')).toBe('Edit')
  })
})

describe('isQuiet', () => {
  const old = { lastOutcome: { kind: 'completed' } as const, evidence: { what: '', since: NOW - 10 * MINUTE, heardAt: null } }
  it('mutes a worker at rest for ten minutes, and one that was never asked', () => {
    expect(isQuiet(worker(old), NOW, false)).toBe(true)
    expect(isQuiet(worker(old), NOW - 1, false)).toBe(false)
    expect(isQuiet(worker(), NOW, false)).toBe(true)
  })
  it('never mutes one at work or one whose failure nobody has seen', () => {
    expect(isQuiet(worker({ ...old, phase: 'busy' }), NOW, false)).toBe(false)
    expect(isQuiet(worker(old), NOW, true)).toBe(false)
  })
})
