/**
 * `send_message`, `interrupt_agent` and `list_agents`: what an agent can do with the children that it started. The
 * texts of results and refusals are fixed by the specification.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import { ChildRefusal, type Children } from '../project/children'
import { errorAnswer, parseArguments, type AgentTool, type ToolAnswer } from './tool'

const SendArguments = z.strictObject({ subagent_id: z.string().min(1), message: z.string().min(1) })
const InterruptArguments = z.strictObject({ agent_id: z.string().min(1) })
const ListArguments = z.strictObject({ scope: z.enum(['children', 'descendants']).optional() })

export function createSendMessage(children: Children): AgentTool {
  return tool(
    'send_message',
    "Send a message to one of your subagents. It becomes the subagent's next turn: if it still works, the message waits until that turn has ended. This call returns no answer from the subagent. If it fails, the message was not delivered.",
    {
      type: 'object',
      properties: {
        subagent_id: { type: 'string', description: 'The subagent, one of your direct children.' },
        message: { type: 'string', description: 'What to say.' }
      },
      required: ['subagent_id', 'message'],
      additionalProperties: false
    },
    (caller, args) => {
      const { subagent_id, message } = parseArguments(SendArguments, args)
      try {
        const messageId = randomUUID()
        children.send(caller.sessionId, subagent_id, { messageId, text: message })
        return { text: `message queued as the next turn for subagent ${subagent_id}`, value: { messageId }, isError: false }
      } catch (error) {
        if (error instanceof ChildRefusal || error instanceof Refusal) throw new ChildRefusal(codeOf(error), `${error.message}; the message was not delivered`)
        throw error
      }
    }
  )
}

export function createInterruptAgent(children: Children): AgentTool {
  return tool(
    'interrupt_agent',
    'Ask a subagent of yours, a child or a deeper descendant, to stop. Only its current turn stops: queued messages stay parked until a later send_message, agents that it started keep running, and it stays available. The call returns once the request is accepted, before the turn has really stopped.',
    {
      type: 'object',
      properties: { agent_id: { type: 'string', description: 'The agent to stop.' } },
      required: ['agent_id'],
      additionalProperties: false
    },
    (caller, args) => {
      const { agent_id } = parseArguments(InterruptArguments, args)
      children.interrupt(caller.sessionId, agent_id)
      return { text: `interrupt requested for agent ${agent_id}`, value: { accepted: true }, isError: false }
    }
  )
}

export function createListAgents(children: Children): AgentTool {
  return tool(
    'list_agents',
    'List your subagents that can take messages, with their status: running (a turn is open), idle (loaded, between turns) or ready (stored, resumed by the next message). scope "descendants" also lists the agents that they started.',
    {
      type: 'object',
      properties: { scope: { type: 'string', enum: ['children', 'descendants'], description: 'Default: children.' } },
      additionalProperties: false
    },
    (caller, args) => {
      const { scope } = parseArguments(ListArguments, args ?? {})
      const rows = children.list(caller.sessionId, scope ?? 'children')
      const lines = rows.map((row) => {
        const place = row.parent === undefined ? '' : ` parent=${row.parent} depth=${row.depth}`
        return row.kind === 'child' ? `${row.id} [${row.status}]${place} — ${row.label}` : `${row.id} [diagnostic: ${row.reason}]${place}`
      })
      return { text: lines.length === 0 ? '(no subagents)' : lines.join('\n'), value: rows, isError: false }
    }
  )
}

function tool(
  name: string,
  description: string,
  parameters: AgentTool['parameters'],
  run: (caller: { sessionId: string }, args: unknown) => ToolAnswer
): AgentTool {
  return {
    name,
    description,
    parameters,
    call: async (caller, args) => {
      try {
        if (caller.sessionId === '') throw new ChildRefusal('UNAUTHORIZED', `${name} requires a calling agent`)
        return run(caller, args)
      } catch (error) {
        if (!(error instanceof ChildRefusal)) return errorAnswer(error)
        const value = { error: { code: error.code, message: error.message } }
        return { text: error.message, value, isError: true }
      }
    }
  }
}

function codeOf(error: ChildRefusal | Refusal): ChildRefusal['code'] {
  return error instanceof ChildRefusal ? error.code : 'NOT_RESUMABLE'
}
