import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startScriptedModel } from './main'
import { createScript, directivesOf, type SeenMessage } from './script'

const user = (text: string): SeenMessage => ({ role: 'user', text, calls: [] })
const assistant = (text = ''): SeenMessage => ({ role: 'assistant', text, calls: [] })
const tool = (text: string): SeenMessage => ({ role: 'tool', text, calls: [] })
const decide = (...messages: SeenMessage[]) => createScript()(messages, 'normal', ['bash'])

describe('the script', () => {
  it('is found in a text, also where arguments hold brackets', () => {
    expect(directivesOf('a [[bash {"command":"[[ -f x ]] && echo [1,[2]]"}]] b [[say hello there]] [[ls {}]] [[open')).toEqual([
      { name: 'bash', rest: '{"command":"[[ -f x ]] && echo [1,[2]]"}' },
      { name: 'say', rest: 'hello there' },
      { name: 'ls', rest: '{}' }
    ])
  })

  it('gives one directive a call, then quotes the last user message', () => {
    const first = user('[[bash {"command":"a"}]] [[say b]] please')
    expect(decide(first)).toEqual({ kind: 'call', name: 'bash', arguments: '{"command":"a"}' })
    expect(decide(first, assistant(), tool('out'))).toMatchObject({ kind: 'text', text: 'b' })
    expect(decide(first, assistant(), tool('out'), assistant('b'), user('and you?'))).toMatchObject({
      kind: 'text', text: '**Done.** You said:\n\n> and you?\n\nThe last tool answered `out`.'
    })
  })

  it('goes on under a steer, and drops what is old when new directives come', () => {
    const first = user('[[bash {"command":"a"}]] [[bash {"command":"b"}]]')
    expect(decide(first, assistant(), tool(''), user('mind the gap'))).toMatchObject({ arguments: '{"command":"b"}' })
    expect(decide(first, assistant(), tool(''), user('[[bash {"command":"c"}]]'))).toMatchObject({ arguments: '{"command":"c"}' })
    expect(decide(first, user('[[fresh]] hello'))).toMatchObject({ kind: 'text' })
  })

  it('strikes with a fault as often as it says', () => {
    const script = createScript()
    const messages = [user('[[fault {"kind":"down-500","times":2}]] [[say well]]')]
    const kinds = [1, 2, 3].map(() => script(messages, 'normal', ['bash']).kind)
    expect(kinds).toEqual(['fault', 'fault', 'text'])
    expect(script(messages, 'down-401', [])).toEqual({ kind: 'fault', fault: 'down-401' })
  })

  it('speaks Gemini, and answers in one piece who wants no stream', async () => {
    const model = await startScriptedModel()
    const post = async (path: string, body: object) => (await fetch(`${model.url}${path}`, { method: 'POST', body: JSON.stringify(body) })).text()
    const contents = [{ role: 'user', parts: [{ text: '[[write_file {"path":"a"}]] please' }] }]
    const tools = [{ functionDeclarations: [{ name: 'write_file' }] }]
    expect(await post('/v1beta/models/flash:streamGenerateContent?alt=sse', { contents, tools })).toContain('"functionCall":{"name":"write_file","args":{"path":"a"}}')
    const told = [
      ...contents,
      { role: 'model', parts: [{ functionCall: { name: 'write_file', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'write_file', response: { output: 'written' } } }] }
    ]
    expect(await post('/v1beta/models/flash:generateContent', { contents: told, tools })).toContain('written')
    expect(model.requests.map(({ api, model: name, tools: offered }) => [api, name, offered])).toEqual([
      ['google-gemini', 'flash', ['write_file']],
      ['google-gemini', 'flash', ['write_file']]
    ])
    const messages = [{ role: 'user', content: 'hello' }]
    expect(JSON.parse(await post('/v1/messages', { model: 'm', messages }))).toMatchObject({ stop_reason: 'end_turn', content: [{ type: 'text' }] })
    expect(JSON.parse(await post('/v1/chat/completions', { model: 'm', messages }))).toMatchObject({ choices: [{ finish_reason: 'stop' }] })
    await model.close()
  })

  it('runs by plain Node', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const line = await new Promise<string>((resolve) => child.stdout.once('data', (data: Buffer) => resolve(data.toString())))
    const { url } = JSON.parse(line) as { url: string }
    const body = { model: 'normal', messages: [{ role: 'user', content: 'hello' }], stream: true }
    const answer = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(body) })
    expect(await answer.text()).toContain('[DONE]')
    expect(await (await fetch(`${url}/requests`)).json()).toMatchObject([{ model: 'normal', messages: [{ role: 'user', text: 'hello' }] }])
    child.kill()
  })
})
