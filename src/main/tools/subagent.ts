/** `subagent`: how a worker that may delegate makes a child of its own. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import { NAME_MAX_CHARS } from '../../shared/limits'
import type { Projects } from '../project/projects'
import type { Report } from '../report'
import type { SessionLog, SessionRow } from '../session/log'
import type { Sessions } from '../session/sessions'
import { defineTool, jsonAnswer, parseArguments, type AgentTool } from './tool'

const Arguments = z.strictObject({
  label: z.string().trim().min(1).max(NAME_MAX_CHARS),
  task: z.string().refine((value) => value.trim() !== '', 'must not be empty'),
  mode: z.enum(['continuable', 'one-shot'])
})

export interface SubagentSources {
  readonly log: SessionLog
  readonly sessions: Sessions
  readonly projects: Projects
  readonly report: Report
}

export function createSubagent({ log, sessions, projects, report }: SubagentSources): AgentTool {
  return defineTool(
    {
      name: 'subagent',
      description:
        'Start a subagent of your own on a task. It works in the background with your engine and model; when it has nothing left to do, its closing message reaches you by itself. "continuable" ones take further messages by send_message, "one-shot" ones do not.',
      parameters: {
        type: 'object',
        properties: {
          label: { type: 'string', description: 'What to call it, in a few words.' },
          task: { type: 'string', description: 'Its whole assignment: it sees nothing else of what you know.' },
          mode: { type: 'string', enum: ['continuable', 'one-shot'] }
        },
        required: ['label', 'task', 'mode'],
        additionalProperties: false
      },
      run(caller, args) {
        const parent = log.get(caller.sessionId)
        if (!parent || parent.lifecycle !== 'member' || !mayDelegate(log, projects, parent) || parent.engine === 'none') {
          throw new Refusal('FORBIDDEN', 'This worker may not delegate.', 'Do the task yourself.')
        }
        const { label, task, mode } = parseArguments(Arguments, args, 'It takes label, task and mode ("continuable" or "one-shot").')
        const id = randomUUID()
        sessions.create(
          {
            id,
            projectId: parent.projectId,
            parentId: parent.id,
            name: label,
            taskRef: null,
            engine: parent.engine,
            model: parent.model,
            lifecycle: 'member',
            mode,
            // A child delegates as its parent does, as far as the Project's depth goes.
            delegates: mode === 'continuable' && parent.delegates
          },
          { messageId: randomUUID(), text: task, delivery: 'queue', source: { kind: 'coordinator', senderSessionId: parent.id } }
        )
        return jsonAnswer({ subagent_id: id, status: 'accepted' })
      }
    },
    report
  )
}

/** Whether the operator lets a Session have children, and the Project's depth allows one more level. */
export function mayDelegate(log: SessionLog, projects: Projects, session: SessionRow): boolean {
  if (session.id === session.projectId || !session.delegates || session.mode === 'one-shot') return false
  return depthOf(log, session) < projects.get(session.projectId).conduct.maxDepth
}

/** 1 for a Project's direct worker, one more for each parent in between. */
function depthOf(log: SessionLog, session: SessionRow): number {
  let depth = 1
  for (let parent = session.parentId; parent !== null && parent !== session.projectId; depth++) {
    parent = log.get(parent)?.parentId ?? null
  }
  return depth
}
