/** `control_workers`: what the enabled Coordinator of a Project can do with its workers. Seven actions, each strict. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import { NAME_MAX_CHARS } from '../../shared/limits'
import { Delivery } from '../../shared/model'
import type { Projects } from '../project/projects'
import type { Workers } from '../project/workers'
import type { Report } from '../report'
import type { SessionLog } from '../session/log'
import type { Sessions } from '../session/sessions'
import { defineTool, jsonAnswer, parseArguments, type AgentTool, type ToolParameters } from './tool'

const text = z.string().refine((value) => value.trim() !== '', 'must not be empty')
const workerId = z.string().min(1)
const taskRef = z.string().min(1).max(200).optional()
const index = z.number().int().nonnegative()

export const ControlArguments = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('spawn'), name: text.max(NAME_MAX_CHARS), task: text, task_ref: taskRef }),
  z.strictObject({ action: z.literal('list') }),
  z.strictObject({ action: z.literal('get'), worker_id: workerId }),
  z.strictObject({ action: z.literal('send'), worker_id: workerId, message: text, delivery: Delivery, task_ref: taskRef }),
  z.strictObject({ action: z.literal('history'), worker_id: workerId, offset: index, limit: index }),
  z.strictObject({ action: z.literal('interrupt'), worker_id: workerId }),
  z.strictObject({ action: z.literal('delete'), worker_id: workerId })
])
export type ControlArguments = z.infer<typeof ControlArguments>

const DESCRIPTION = `Create and guide the workers of this Project.
- spawn {name, task, task_ref?}: a new worker starts on the task. The answer means accepted, not done.
- list {}: all workers and what they really do now. get {worker_id}: one of them, with whole texts.
- send {worker_id, message, delivery, task_ref?}: delivery "steer" reaches the running turn at its next step and never kills a running tool; "queue" becomes a turn of its own afterwards.
- history {worker_id, offset, limit}: visible messages, newest first; offset 0 is the newest. Reads wake nobody.
- interrupt {worker_id}: asks the running turn to stop; what is queued stays.
- delete {worker_id}: ends the worker and takes it off the Project for good.
Each ended turn of a worker is reported to you by itself: do not poll.`

/** One flat object: some models take no unions at the top. The real check is `ControlArguments`. */
const PARAMETERS: ToolParameters = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: ['spawn', 'list', 'get', 'send', 'history', 'interrupt', 'delete'] },
    name: { type: 'string', description: 'spawn: what to call the worker.' },
    task: { type: 'string', description: 'spawn: its first assignment.' },
    task_ref: { type: 'string', description: 'spawn, send: the task in the notes that this belongs to, for example "PM-001".' },
    worker_id: { type: 'string', description: 'get, send, history, interrupt, delete: which worker.' },
    message: { type: 'string', description: 'send: what to say.' },
    delivery: { type: 'string', enum: ['steer', 'queue'], description: 'send: into the running turn, or as the next turn.' },
    offset: { type: 'integer', minimum: 0, description: 'history: how many of the newest messages to skip.' },
    limit: { type: 'integer', minimum: 0, description: 'history: how many messages to read.' }
  },
  required: ['action'],
  additionalProperties: false
}

const USAGE: Readonly<Record<ControlArguments['action'], string>> = {
  spawn: 'spawn takes name and task, and may take task_ref.',
  list: 'list takes nothing else.',
  get: 'get takes worker_id.',
  send: 'send takes worker_id, message and delivery ("steer" or "queue"), and may take task_ref.',
  history: 'history takes worker_id, offset and limit, both whole numbers from 0.',
  interrupt: 'interrupt takes worker_id.',
  delete: 'delete takes worker_id.'
}

export interface ControlSources {
  readonly log: SessionLog
  readonly sessions: Sessions
  readonly projects: Projects
  readonly workers: Workers
  /** What a new pi worker gets where the Project names no model; null for none. */
  readonly defaultModel: () => string | null
  readonly report: Report
}

export function createControlWorkers(sources: ControlSources): AgentTool {
  return defineTool(
    {
      name: 'control_workers',
      description: DESCRIPTION,
      parameters: PARAMETERS,
      async run(caller, args) {
        authorize(sources, caller.sessionId)
        return jsonAnswer(await act(sources, caller.sessionId, parseArguments(ControlArguments, args, usageOf(args))))
      }
    },
    sources.report
  )
}

/** @throws Refusal FORBIDDEN unless the caller is the enabled Coordinator of a Project */
function authorize({ log, projects }: ControlSources, callerId: string): void {
  if (log.get(callerId)?.lifecycle === 'member' && projects.find(callerId)?.conduct.coordinator.enabled) return
  throw new Refusal('FORBIDDEN', 'Only the enabled Coordinator of a Project controls its workers.')
}

/** How the action that was meant is called rightly, or all of them. */
function usageOf(args: unknown): string {
  const named = z.object({ action: z.string() }).safeParse(args)
  const usage = named.success ? new Map(Object.entries(USAGE)).get(named.data.action) : undefined
  return usage ?? Object.values(USAGE).join(' ')
}

async function act(sources: ControlSources, projectId: string, args: ControlArguments): Promise<unknown> {
  const { projects, workers } = sources
  const source = { kind: 'coordinator', senderSessionId: projectId } as const
  switch (args.action) {
    case 'spawn': {
      const { engine, model } = projects.get(projectId).conduct.workers
      const workerId = randomUUID()
      const receipt = dispatch(sources, projectId, workerId, 'spawn', () =>
        workers.create(projectId, {
          workerId,
          messageId: randomUUID(),
          name: args.name.trim(),
          task: args.task,
          taskRef: args.task_ref ?? null,
          engine,
          model: model ?? (engine === 'pi' ? sources.defaultModel() : null),
          source
        })
      )
      return { worker_id: workerId, message_id: receipt.messageId, status: 'accepted' }
    }
    case 'list':
      return workers.list(projectId, 'direct')
    case 'get':
      return workers.get(projectId, directWorker(workers, projectId, args.worker_id))
    case 'send': {
      const workerId = directWorker(workers, projectId, args.worker_id)
      const receipt = dispatch(sources, projectId, workerId, 'send', () => {
        const message = { messageId: randomUUID(), text: args.message, delivery: args.delivery, source }
        const accepted = workers.send(projectId, workerId, message)
        if (args.task_ref !== undefined) workers.setTaskRef(workerId, args.task_ref)
        return accepted
      })
      return {
        worker_id: workerId,
        message_id: receipt.messageId,
        delivery: receipt.delivery,
        status: 'accepted',
        ...(receipt.note === null ? {} : { note: receipt.note })
      }
    }
    case 'history':
      return workers.history(projectId, directWorker(workers, projectId, args.worker_id), args.offset, args.limit)
    case 'interrupt': {
      const { id, openTurn } = workers.member(projectId, args.worker_id, 'direct')
      workers.interrupt(projectId, id, null, 'parent')
      return { worker_id: id, turn: openTurn, status: 'requested' }
    }
    case 'delete':
      await workers.delete(projectId, args.worker_id, 'direct')
      return { worker_id: args.worker_id, status: 'deleted' }
    default:
      return args satisfies never
  }
}

/** Workers of workers belong to their own parents: here they are as unknown as any other. */
function directWorker(workers: Workers, projectId: string, workerId: string): string {
  return workers.member(projectId, workerId, 'direct').id
}

/** Accepts something for a worker, and in the same transaction notes that the Coordinator's running turn gave it. */
function dispatch<T>({ log, sessions }: ControlSources, coordinatorId: string, workerId: string, action: 'spawn' | 'send', accept: () => T): T {
  // Before the transaction, which may be rolled back: the step that gives comes first in the log.
  sessions.driver(coordinatorId).flush()
  return log.transaction(() => {
    const accepted = accept()
    const coordinator = log.get(coordinatorId)
    const name = log.get(workerId)?.name ?? workerId
    // Without an open turn (an agent outside that holds the token) there is no step to note it in.
    if (coordinator && coordinator.openTurn !== null) {
      const data = { turn: coordinator.openTurn, step: coordinator.openSteps, workerId, name, action }
      log.append(coordinatorId, [{ type: 'worker/updated', data }])
    }
    return accepted
  })
}
