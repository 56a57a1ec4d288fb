/**
 * `send_message`, `interrupt_agent` and `list_agents`: what an agent can do with the children that it started. The
 * texts of results and refusals are fixed by the specification.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ChildRefusal, type AgentRow, type Children } from '../project/children'
import type { Report } from '../report'
import { defineTool, parseArguments, type AgentTool, type Caller, type Failure, type ToolAnswer } from './tool'

const SendArguments = z.strictObject({ subagent_id: z.string().min(1), message: z.string().min(1) })
const InterruptArguments = z.strictObject({ agent_id: z.string().min(1) })
const ListArguments = z.strictObject({ scope: z.enum(['children', 'descendants']).optional() })

export function createSendMessage(children: Children, report: Report): AgentTool {
  return defineTool(
    {
      name: 'send_message',
      description:
        "Send a message to one of your subagents. It becomes the subagent's next turn: if it still works, the message waits until that turn has ended. This call returns no answer from the subagent. If it fails, the message was not delivered.",
      parameters: {
        type: 'object',
        properties: {
          subagent_id: { type: 'string', description: 'The subagent, one of your direct children.' },
          message: { type: 'string', description: 'What to say.' }
        },
        required: ['subagent_id', 'message'],
        additionalProperties: false
      },
      run(caller, args) {
        const parent = callingAgent('send_message', caller)
        const { subagent_id, message } = parseArguments(SendArguments, args, 'It takes subagent_id and message.')
        const messageId = randomUUID()
        children.send(parent, subagent_id, { messageId, text: message })
        return { text: `message queued as the next turn for subagent ${subagent_id}`, value: { messageId }, isError: false }
      },
      explain: ({ code, message }, { sessionId }) =>
        explain({ code, message: sessionId === '' ? message : `${message.replace(/\.$/, '')}; the message was not delivered` })
    },
    report
  )
}

export function createInterruptAgent(children: Children, report: Report): AgentTool {
  return defineTool(
    {
      name: 'interrupt_agent',
      description:
        'Ask a subagent of yours, a child or a deeper descendant, to stop. Only its current turn stops: queued messages stay parked until a later send_message, agents that it started keep running, and it stays available. The call returns once the request is accepted, before the turn has really stopped.',
      parameters: {
        type: 'object',
        properties: { agent_id: { type: 'string', description: 'The agent to stop.' } },
        required: ['agent_id'],
        additionalProperties: false
      },
      run(caller, args) {
        const ancestor = callingAgent('interrupt_agent', caller)
        const { agent_id } = parseArguments(InterruptArguments, args, 'It takes agent_id.')
        children.interrupt(ancestor, agent_id)
        return { text: `interrupt requested for agent ${agent_id}`, value: { accepted: true }, isError: false }
      },
      explain
    },
    report
  )
}

export function createListAgents(children: Children, report: Report): AgentTool {
  return defineTool(
    {
      name: 'list_agents',
      description:
        'List your subagents that can take messages, with their status: running (a turn is open), idle (loaded, between turns) or ready (stored, resumed by the next message). scope "descendants" also lists the agents that they started.',
      parameters: {
        type: 'object',
        properties: { scope: { type: 'string', enum: ['children', 'descendants'], description: 'Default: children.' } },
        additionalProperties: false
      },
      run(caller, args) {
        const root = callingAgent('list_agents', caller)
        const { scope } = parseArguments(ListArguments, args === undefined ? {} : args, 'It may take scope: "children" or "descendants".')
        const rows = children.list(root, scope ?? 'children')
        return { text: rows.length === 0 ? '(no subagents)' : rows.map(lineOf).join('\n'), value: rows, isError: false }
      },
      explain
    },
    report
  )
}

function lineOf(row: AgentRow): string {
  const place = row.parent === undefined ? '' : ` parent=${row.parent} depth=${row.depth}`
  if (row.kind === 'diagnostic') return `${row.id} [diagnostic: ${row.reason}]${place}`
  // One line for each child, whatever its label holds.
  return `${row.id} [${row.status}]${place} — ${row.label.replaceAll(/\s+/g, ' ')}`
}

/** @throws ChildRefusal where nobody calls */
function callingAgent(tool: string, { sessionId }: Caller): string {
  if (sessionId === '') throw new ChildRefusal('UNAUTHORIZED', `${tool} requires a calling agent`)
  return sessionId
}

/** Refusals are prose here, as the results are. */
function explain({ code, message }: Failure): ToolAnswer {
  return { text: message, value: { error: { code, message } }, isError: true }
}
