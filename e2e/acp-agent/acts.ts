/**
 * What the agent can be told to do; each directive is one step of a turn.
 *
 *   [[think TEXT]]  [[say TEXT]]  [[notice TEXT]]  [[plan {}]]  [[stop {"reason":"refusal"}]]  [[quiet]]
 *   [[write {"path","content","ask":true,"via":"self"|"client"}]]   a call with a diff
 *   [[read {"path"}]]  [[run {"command","ask":true}]]               through the client
 *   [[slow {"ms"}]]  [[big {"chars"}]]  [[again {}]]                 calls: slow, of much output, with an id used before
 *   [[mcp {"tool","arguments","ask":true}]]                         calls a tool of the MCP server that it was given
 *   [[elicit {"message","properties","required","url"}]]             asks its user by a form, and says what came of it
 *   [[crash {"stderr"}]]  [[garbage {}]]  [[huge {"mb"}]]  [[deaf {}]]  [[stray {}]]  [[odd {}]]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as acp from '@agentclientprotocol/sdk'
import { flags } from './flags.ts'
import type { AgentSession } from './session.ts'

export interface Act {
  readonly name: string
  readonly rest: string
}

interface Given {
  path?: string
  content?: string
  ask?: boolean
  via?: 'self' | 'client'
  command?: string
  ms?: number
  chars?: number
  mb?: number
  tool?: string
  arguments?: Record<string, unknown>
  stderr?: string
  reason?: acp.StopReason
  message?: string
  properties?: Record<string, acp.ElicitationPropertySchema>
  required?: string[]
  url?: string
}

let calls = 0

/** Resolves with a reason to stop the turn, or nothing. */
export async function perform(session: AgentSession, act: Act, stop: AbortSignal): Promise<acp.StopReason | undefined> {
  const given = (act.rest.startsWith('{') ? JSON.parse(act.rest) : {}) as Given
  const { client, cwd } = session.options
  const { fs, terminal } = acp.methods.client
  const call = new Call(session, `call-${(calls += 1)}`)
  switch (act.name) {
    case 'think':
      return finish(session.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: act.rest } }))
    case 'say':
      return finish(session.say(act.rest, stop))
    case 'notice':
      return finish(
        session.update({
          sessionUpdate: 'agent_message_chunk',
          content: { type: 'text', text: act.rest },
          _meta: { claudeCode: { kind: 'informational' } }
        })
      )
    case 'plan':
      return finish(
        session.update({
          sessionUpdate: 'plan',
          entries: [
            { content: 'look', priority: 'high', status: 'completed' },
            { content: 'build it', priority: 'high', status: 'in_progress' }
          ]
        })
      )
    case 'stop':
      return given.reason
    case 'write': {
      const path = isAbsolute(given.path ?? '') ? (given.path ?? '') : join(cwd, given.path ?? '')
      const content = given.content ?? ''
      const before = textOf(path)
      await call.begin('edit', `Write ${given.path}`, { path, content }, [{ type: 'diff', path, oldText: before, newText: content }])
      if (given.ask && !(await call.ask())) return finish(call.end('failed', 'The user said no.'))
      try {
        if (given.via === 'client') await client.request(fs.writeTextFile, { sessionId: session.id, path, content })
        else writeFileSync(path, content)
      } catch (error) {
        return finish(call.end('failed', error instanceof Error ? error.message : 'no'))
      }
      return finish(call.end('completed', 'Written.'))
    }
    case 'read': {
      await call.begin('read', `Read ${given.path}`, { path: given.path })
      const [status, text] = await client
        .request(fs.readTextFile, { sessionId: session.id, path: given.path ?? '' })
        .then(({ content }) => ['completed', content] as const, (error: Error) => ['failed', error.message] as const)
      return finish(call.end(status, text))
    }
    case 'run': {
      await call.begin('execute', given.command ?? '', { command: given.command })
      if (given.ask && !(await call.ask())) return finish(call.end('failed', 'The user said no.'))
      try {
        const { terminalId } = await client.request(terminal.create, { sessionId: session.id, command: given.command ?? '', cwd })
        await session.update({ sessionUpdate: 'tool_call_update', toolCallId: call.id, content: [{ type: 'terminal', terminalId }] })
        const exit = await client.request(terminal.waitForExit, { sessionId: session.id, terminalId })
        await call.end(exit.exitCode === 0 ? 'completed' : 'failed', null)
        await client.request(terminal.release, { sessionId: session.id, terminalId })
      } catch (error) {
        await call.end('failed', error instanceof Error ? error.message : 'no')
      }
      return
    }
    case 'slow': {
      await call.begin('execute', 'a slow tool', { command: `wait ${given.ms} ms` })
      const ended = await delay(given.ms ?? 0, true, { signal: stop }).catch(() => false)
      return finish(call.end(ended ? 'completed' : 'failed', ended ? 'slept' : 'killed'))
    }
    case 'big': {
      await call.begin('execute', 'much output', {})
      return finish(call.end('completed', `begin ${'x'.repeat((given.chars ?? 0) - 10)} end`))
    }
    case 'again':
      calls -= 1
      for (const words of ['first', 'second']) {
        const same = new Call(session, 'the-same')
        await same.begin('execute', words, { command: words })
        await same.end('completed', words)
      }
      return
    case 'mcp': {
      await call.begin('other', `${given.tool} (crewdeck MCP Server)`, given.arguments ?? {})
      if (given.ask && !(await call.ask())) return finish(call.end('failed', 'The user said no.'))
      return finish(call.end('completed', await callMcp(session, given.tool ?? '', given.arguments ?? {})))
    }
    case 'elicit': {
      const { message = '', properties = {}, required = [], url } = given
      const form = { mode: 'form' as const, requestedSchema: { type: 'object' as const, properties, required } }
      const asked = url === undefined ? form : { mode: 'url' as const, url, elicitationId: 'e1' }
      const answer = await client.request(acp.methods.client.elicitation.create, { sessionId: session.id, message, ...asked })
      return finish(session.say(`It was answered: ${JSON.stringify(answer)}`, stop))
    }
    case 'crash':
      await call.begin('execute', 'something dangerous', { command: 'boom' })
      await new Promise<void>((resolve) => process.stderr.write(`\u001b[31m${given.stderr ?? 'it broke'}\u001b[0m\n`, () => resolve()))
      process.exit(3)
      break
    case 'garbage':
      process.stdout.write('Debugger listening on nothing\n[1,2]\n{"jsonrpc":"1.0"}\n\n"text"\n{broken\n')
      return
    case 'huge':
      await session.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'y'.repeat((given.mb ?? 1) * 1_048_576) } })
      return finish(delay(60_000, null, { signal: stop }).catch(() => {}))
    case 'deaf':
      session.deaf = true
      await call.begin('execute', 'never ends', { command: 'forever' })
      await new Promise(() => setInterval(() => {}, 1_000))
      return
    case 'stray':
      await client.notify(acp.methods.client.session.update, {
        sessionId: 'gone',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'nobody hears this' } }
      })
      process.stdout.write('{"jsonrpc":"2.0","id":987654,"result":{}}\n')
      await client.request(fs.readTextFile, { sessionId: 'gone', path: '/etc/hostname' }).catch(() => {})
      return
    case 'odd':
      process.stdout.write(
        `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: session.id, update: { sessionUpdate: 'weather', sun: true } } })}\n` +
          `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: session.id } })}\n` +
          `${JSON.stringify({ jsonrpc: '2.0', method: '_mine/news', params: {} })}\n`
      )
      return
    default:
      return
  }
}

/** Done, with no reason to stop. */
async function finish(work: Promise<unknown>): Promise<undefined> {
  await work
}

class Call {
  #update: Omit<acp.ToolCallUpdate, 'toolCallId'> = {}

  readonly session: AgentSession
  readonly id: string

  constructor(session: AgentSession, id: string) {
    this.session = session
    this.id = id
  }

  /** In pieces, as agents do that stream the arguments. */
  async begin(kind: acp.ToolKind, title: string, rawInput: object, content: acp.ToolCallContent[] = []): Promise<void> {
    this.#update = { kind, title, name: `test_${kind}`, rawInput, content }
    await this.session.update({ sessionUpdate: 'tool_call', toolCallId: this.id, title: 'Preparing', kind, name: `test_${kind}`, status: 'pending', rawInput: {} })
    await this.session.update({ sessionUpdate: 'tool_call_update', toolCallId: this.id, status: 'in_progress', ...this.#update })
  }

  async ask(): Promise<boolean> {
    const { client } = this.session.options
    const { outcome } = await client.request(acp.methods.client.session.requestPermission, {
      sessionId: this.session.id,
      toolCall: { toolCallId: this.id, ...this.#update },
      options: [
        { optionId: 'yes', name: 'Yes, once', kind: 'allow_once' },
        { optionId: 'ever', name: 'Always', kind: 'allow_always' },
        { optionId: 'no', name: 'No', kind: 'reject_once' }
      ]
    })
    return outcome.outcome === 'selected' && outcome.optionId !== 'no'
  }

  async end(status: 'completed' | 'failed', text: string | null): Promise<void> {
    const content: acp.ToolCallContent[] = text === null ? [] : [{ type: 'content', content: { type: 'text', text } }]
    await this.session.update({ sessionUpdate: 'tool_call_update', toolCallId: this.id, status, ...(text === null ? {} : { content }) })
  }
}

async function callMcp(session: AgentSession, tool: string, args: Record<string, unknown>): Promise<string> {
  const [server] = session.options.servers
  if (!server || !('type' in server) || server.type !== 'http') return 'no server'
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const mcp = new Client({ name: flags.name, version: flags.version })
  const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]))
  await mcp.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }))
  const answer = await mcp.callTool({ name: tool, arguments: args })
  await mcp.close()
  return JSON.stringify(answer.content)
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
