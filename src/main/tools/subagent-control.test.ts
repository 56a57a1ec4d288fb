import { afterEach, beforeEach, expect, it } from 'vitest'
import { Children } from '../project/children'
import { Crew } from '../testing/crew'
import { createInterruptAgent, createListAgents, createSendMessage } from './subagent-control'

let crew: Crew
beforeEach(() => {
  crew = new Crew()
})
afterEach(() => crew.close())

const call = (name: string, args: unknown, sessionId = 'lead') => crew.toolbox.call({ sessionId }, name, args)

/** A worker that may delegate, and a child of its in an open turn. */
async function family(): Promise<string> {
  crew.worker('lead')
  crew.workers.setDelegates(crew.sessionId, 'lead', true)
  const { value } = await call('subagent', { label: 'Child', task: 't', mode: 'continuable' })
  await crew.steering.turn(2)
  if (typeof value !== 'object' || !value || !('subagent_id' in value)) throw new Error('no child was made')
  return String(value.subagent_id)
}

it('needs a calling agent, and says so', async () => {
  const children = new Children(crew.log, crew.sessions)
  const report = () => undefined
  const tools = [createSendMessage(children, report), createInterruptAgent(children, report), createListAgents(children, report)]
  const texts = await Promise.all(tools.map(async (tool) => (await tool.call({ sessionId: '' }, {})).text))
  expect(texts).toEqual([
    'send_message requires a calling agent',
    'interrupt_agent requires a calling agent',
    'list_agents requires a calling agent'
  ])
})

it('gives programs the same as values', async () => {
  const child = await family()
  crew.send('lead', 'q', 'queue')
  expect((await call('send_message', { subagent_id: child, message: 'm' })).value).toEqual({ messageId: crew.pending(child)[0] })
  expect((await call('list_agents', undefined)).value).toEqual([{ kind: 'child', id: child, label: 'Child', status: 'running' }])
  expect((await call('list_agents', { scope: 'descendants' })).value).toEqual([
    { kind: 'child', id: child, label: 'Child', status: 'running', parent: 'lead', depth: 1 }
  ])
  expect((await call('interrupt_agent', { agent_id: child })).value).toEqual({ accepted: true })
  expect((await call('interrupt_agent', { agent_id: 'lead' })).value).toEqual({
    error: { code: 'UNAUTHORIZED', message: 'agent "lead" cannot interrupt itself' }
  })
  expect((await call('send_message', { subagent_id: 'x', message: 'm' })).value).toEqual({
    error: { code: 'NOT_RESUMABLE', message: 'subagent "x" is unavailable; the message was not delivered' }
  })
})

it('tells a fault as one, reported and not delivered', async () => {
  const child = await family()
  crew.log.inbox.count = () => {
    throw new Error('secret')
  }
  const answer = await call('send_message', { subagent_id: child, message: 'm' })
  expect(answer).toMatchObject({ isError: true, text: expect.stringMatching(/fault of its own.*; the message was not delivered$/) })
  expect(answer.text).not.toContain('secret')
  expect(crew.reports).toContain('the tool send_message failed')
})

it('shows a child whose engine this host does not have as unavailable', async () => {
  const child = await family()
  crew.sessions.capabilities = () => null
  expect((await call('list_agents', {})).text).toBe(`${child} [diagnostic: unavailable]`)
})

it('has no message in the log of a child that the caller may not speak to', async () => {
  const child = await family()
  crew.worker('other')
  crew.workers.setDelegates(crew.sessionId, 'other', true)
  const before = crew.log.get(child)
  expect((await call('send_message', { subagent_id: child, message: 'm' }, 'other')).isError).toBe(true)
  expect((await call('interrupt_agent', { agent_id: child }, 'other')).isError).toBe(true)
  expect(crew.log.get(child)).toEqual(before)
})
