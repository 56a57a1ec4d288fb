import { describe, expect, it } from 'vitest'
import { makeAgent } from '../settings/testing'
import { runnerKey, runnersOf } from './engines'

const engines = (['pi', 'shell', 'acp', 'dsh'] as const).map((kind) => ({ kind, canSteer: true, problem: kind === 'shell' ? 'No shell.' : null }))

describe('what a worker can run on', () => {
  it('is pi, the own agents that were found, and the shell, each with what keeps it from running', () => {
    const agents = [
      makeAgent({ id: 'claude', label: 'Claude Code', state: 'needs-adapter' }),
      makeAgent({ id: 'codex', state: 'missing' }),
      makeAgent({ id: 'gemini', label: 'Gemini CLI', steering: { profile: 'none', reason: 'untried' } }),
      makeAgent({ id: 'dsh', label: 'DeepSeek Harness', engine: 'dsh' })
    ]
    expect(runnersOf(engines, agents).map(({ key, name, problem }) => [key, name, problem])).toEqual([
      ['pi', 'pi', null],
      ['acp/claude', 'Claude Code', 'It needs an adapter.'],
      ['acp/gemini', 'Gemini CLI', null],
      ['dsh', 'DeepSeek Harness', null],
      ['shell', 'shell', 'No shell.']
    ])
    expect(runnersOf(engines, agents)[2]?.about).toBe('An agent of yours. Messages wait for its next turn.')
    expect(runnersOf([], null)).toEqual([])
  })

  it('is named by its engine, and by its agent where that drives many', () => {
    expect([runnerKey('pi', null), runnerKey('acp', 'x'), runnerKey('dsh', 'dsh')]).toEqual(['pi', 'acp/x', 'dsh'])
  })
})
