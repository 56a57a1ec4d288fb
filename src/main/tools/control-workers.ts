/** `control_workers`: what the enabled Coordinator of a Project can do with its workers. Seven actions, each strict. */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../shared/errors'
import { NAME_MAX_CHARS } from '../../shared/limits'
import { Delivery } from '../../shared/model'
import type { Projects } from '../project/projects'
import type { Workers } from '../project/workers'
import type { SessionLog } from '../session/log'
import { errorAnswer, jsonAnswer, parseArguments, type AgentTool, type Caller } from './tool'

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
const PARAMETERS = {
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
} as const

export interface ControlSources {
  readonly log: SessionLog
  readonly projects: Projects
  readonly workers: Workers
  /** Told what the Coordinator's running turn has given to a worker, inside the transaction that accepts it. */
  readonly onUpdated: (coordinatorId: string, workerId: string, action: 'spawn' | 'send') => void
}

export function createControlWorkers(sources: ControlSources): AgentTool {
  return {
    name: 'control_workers',
    description: DESCRIPTION,
    parameters: PARAMETERS,
    async call(caller, args) {
      try {
        authorize(sources.projects, caller)
        return jsonAnswer(await act(sources, caller.sessionId, parseArguments(ControlArguments, args)))
      } catch (error) {
        return errorAnswer(error)
      }
    }
  }
}

/** @throws Refusal FORBIDDEN unless the caller is the enabled Coordinator of a Project */
function authorize(projects: Projects, caller: Caller): void {
  const project = projects.find(caller.sessionId)
  if (!project?.conduct.coordinator.enabled) {
    throw new Refusal('FORBIDDEN', 'Only the enabled Coordinator of a Project controls its workers.')
  }
}

async function act({ log, projects, workers, onUpdated }: ControlSources, projectId: string, args: ControlArguments): Promise<unknown> {
  const source = { kind: 'coordinator', senderSessionId: projectId } as const
  switch (args.action) {
    case 'spawn': {
      const { engine, model } = projects.get(projectId).conduct.workers
      const worker_id = randomUUID()
      const receipt = log.transaction(() => {
        const accepted = workers.create(projectId, {
          workerId: worker_id,
          messageId: randomUUID(),
          name: args.name.trim(),
          task: args.task,
          taskRef: args.task_ref ?? null,
          engine,
          model,
          source
        })
        onUpdated(projectId, worker_id, 'spawn')
        return accepted
      })
      return { worker_id, message_id: receipt.messageId, status: 'accepted' }
    }
    case 'list':
      return workers.list(projectId, 'direct')
    case 'get':
      return workers.get(projectId, directWorker(workers, projectId, args.worker_id))
    case 'send': {
      const workerId = directWorker(workers, projectId, args.worker_id)
      const receipt = log.transaction(() => {
        const message = { messageId: randomUUID(), text: args.message, delivery: args.delivery, source }
        const accepted = workers.send(projectId, workerId, message)
        if (args.task_ref !== undefined) workers.setTaskRef(workerId, args.task_ref)
        onUpdated(projectId, workerId, 'send')
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
      const workerId = directWorker(workers, projectId, args.worker_id)
      const turn = workers.get(projectId, workerId).turn?.number ?? null
      workers.interrupt(projectId, workerId, null, 'parent')
      return { worker_id: workerId, turn, status: 'requested' }
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

/** Records in the Coordinator's running turn that it gave a worker something; without one (a human's token) nothing is. */
export function noteUpdated(log: SessionLog, coordinatorId: string, workerId: string, action: 'spawn' | 'send'): void {
  const coordinator = log.get(coordinatorId)
  if (!coordinator || coordinator.openTurn === null) return
  const name = log.get(workerId)?.name ?? workerId
  const data = { turn: coordinator.openTurn, step: coordinator.openSteps, workerId, name, action }
  log.append(coordinatorId, [{ type: 'worker/updated', data }])
}
