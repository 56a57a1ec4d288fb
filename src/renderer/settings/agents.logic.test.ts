import { afterEach, describe, expect, it } from 'vitest'
import { useLanguage } from '../words'
import { checkedWords, foundAgents, glyphOf, groupsOf, parseArgs, parseEnv, problemOf, steeringWords, textsOf } from './agents.logic'
import { makeAgent, makeReport } from './testing'

afterEach(() => useLanguage.setState({ language: 'en' }))

describe('the list', () => {
  const agents = [
    makeAgent({ id: 'claude', state: 'needs-adapter' }),
    makeAgent({ id: 'codex', state: 'missing' }),
    makeAgent({ id: 'mine', kind: 'custom', state: 'missing' }),
    makeAgent({ id: 'opencode' })
  ]
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

  it('has what is here first, then the own ones, and apart what is missing', () => {
    const { here, own, missing } = groupsOf(agents)
    expect([ids(here), ids(own), ids(missing)]).toEqual([['claude', 'opencode'], ['mine'], ['codex']])
    expect(ids(foundAgents(agents))).toEqual(['claude', 'opencode'])
  })

  it('shows by shape what can run, what needs something, and what failed when it was tried', () => {
    const failed = { at: 1, report: null, problem: 'It said: no.' }
    const shapes = [makeAgent(), makeAgent({ state: 'needs-node' }), makeAgent({ state: 'missing' }), makeAgent({ checked: failed })].map(glyphOf)
    expect(shapes).toEqual(['ok', 'unknown', 'idle', 'error'])
  })
})

describe('what is known of an agent', () => {
  it('says how it takes messages', () => {
    expect(steeringWords(makeAgent())).toBe('Takes messages while it works, at its next step.')
    expect(steeringWords(makeAgent({ steering: { profile: 'none', reason: 'untried-version' } }))).toContain('this version has not been tried')
    useLanguage.setState({ language: 'zh' })
    expect(steeringWords(makeAgent())).toBe('工作时也能接收消息，在下一步生效。')
  })

  it('says what a check has found', () => {
    const checked = { at: 1, report: makeReport(), problem: null }
    expect(problemOf(checked)).toBeNull()
    expect(checkedWords(checked)).toBe(
      'It answered as agent-acp 1.2.3 after 2.1\u202fs · 1 model · goes on where it was · takes the tools of Crewdeck · remembers deleted workers'
    )
    expect(problemOf({ at: 1, report: makeReport({ problem: 'Run "agent login".' }), problem: null })).toBe('It started, but began no conversation. Run "agent login".')
    expect(problemOf({ at: 1, report: null, problem: 'It ended at once.' })).toBe('It did not start. It ended at once.')
    expect(checkedWords({ at: 1, report: null, problem: 'x' })).toBe('')
  })
})

describe('the form of an own agent', () => {
  it('takes one argument a line, as it is', () => {
    expect(parseArgs('--acp\r\n\n a b \n')).toEqual(['--acp', ' a b '])
  })

  it('takes NAME=value, one a line, and says which line is none', () => {
    expect(parseEnv('A=1\n\nB_2 = x=y\n')).toEqual({ ok: true, env: { A: '1', B_2: ' x=y' } })
    expect(parseEnv('A=1\nsecret')).toEqual({ ok: false, line: 'secret' })
    expect(parseEnv('2A=1').ok).toBe(false)
  })

  it('shows what was saved', () => {
    const custom = { id: 'm', label: 'M', command: 'm', args: ['--a', '--b'], env: { A: '1' }, mode: null, model: 'x', shared: true }
    expect(textsOf(custom)).toEqual({ label: 'M', command: 'm', args: '--a\n--b', env: 'A=1', mode: '', model: 'x', shared: true })
    expect(parseArgs(textsOf(custom).args)).toEqual(custom.args)
    expect(textsOf(null).command).toBe('')
  })
})
