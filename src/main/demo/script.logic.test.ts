import { describe, expect, it } from 'vitest'
import { answerOf, DEMO_COMMAND, type DemoMessage } from './script.logic'
import { TEXTS } from './texts'

const user = (text: string): DemoMessage => ({ role: 'user', text, calls: false })
const called: DemoMessage = { role: 'assistant', text: '', calls: true }
const tool = (text: string): DemoMessage => ({ role: 'tool', text, calls: false })
const said = (text: string): DemoMessage => ({ role: 'assistant', text, calls: false })
const SYSTEM: DemoMessage = { role: 'system', text: 'You are a worker.', calls: false }

/** Plays a turn to its end, and tells the calls and what was said last. */
function play(begin: readonly DemoMessage[], results: (name: string) => string = () => 'ok', steerAt?: { step: number; text: string }) {
  const messages = [...begin]
  const calls: { name: string; arguments: object }[] = []
  for (let step = 0; step < 10; step++) {
    if (steerAt?.step === step) messages.push(user(steerAt.text))
    const answer = answerOf(messages, true)
    if (!answer.call) return { calls, reply: answer.text, messages: [...messages, said(answer.text)] }
    calls.push(answer.call)
    messages.push(called, tool(results(answer.call.name)))
  }
  throw new Error('The turn never ended.')
}

describe('the first task of the demo', () => {
  it.each(['en', 'zh'] as const)('reads, asks for a command, writes, presents and replies: %s', (language) => {
    const { calls, reply } = play([SYSTEM, user(TEXTS[language].task)])
    expect(calls.map((call) => call.name)).toEqual(['read', 'bash', 'write', 'present'])
    expect(calls[1]?.arguments).toEqual({ command: DEMO_COMMAND })
    expect(reply).toBe(TEXTS[language].done({ ran: true, wrote: true }, []))
    expect(reply).toContain('| --- |')
    expect(reply).toContain('```sh')
  })

  it('says that the command was not allowed', () => {
    const { reply } = play([user(TEXTS.en.task)], (name) => (name === 'bash' ? 'Blocked: the operator did not allow this call.' : 'ok'))
    expect(reply).toBe(TEXTS.en.done({ ran: false, wrote: true }, []))
  })

  it('claims no report that it was not allowed to write', () => {
    const { calls, reply } = play([user(TEXTS.en.task)], (name) => (name === 'read' ? 'ok' : 'Blocked: the operator lets agents only read.'))
    expect(calls.map((call) => call.name)).toEqual(['read', 'bash', 'write'])
    expect(reply).toBe(TEXTS.en.done({ ran: false, wrote: false }, []))
    expect(reply).toContain('there is no report')
  })

  it('takes a steer into the report and the reply, at its next step', () => {
    const { calls, reply } = play([user(TEXTS.en.task)], undefined, { step: 1, text: 'Mind the\n`F4` line' })
    expect(JSON.stringify(calls[2]?.arguments)).toContain('> Mind the F4 line')
    expect(reply).toContain('> Mind the F4 line')
  })

  it('is done again when it is asked for', () => {
    const first = play([user(TEXTS.zh.task)])
    const second = play([...first.messages, user('再来一次')])
    expect(second.calls.map((call) => call.name)).toEqual(['read', 'bash', 'write', 'present'])
    expect(second.reply).toBe(TEXTS.zh.done({ ran: true, wrote: true }, []))
  })
})

describe('anything else', () => {
  it('is quoted and answered as by a script, in the language of whoever asks', () => {
    const first = play([user(TEXTS.en.task)])
    const { calls, reply } = play([...first.messages, user('Fix the <b>header</b>')])
    expect(calls.map((call) => call.name)).toEqual(['ls'])
    expect(reply).toContain('> Fix the bheader/b')
    expect(play([user('修一下页眉')]).reply).toContain('> 修一下页眉')
  })

  it('that offers no tools gets one sentence', () => {
    expect(answerOf([user('Summarize')], false)).toEqual({ text: TEXTS.en.plain, call: null })
  })
})
