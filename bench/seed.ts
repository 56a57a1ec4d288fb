/** Fills a data folder with Sessions that have a past, through the Session log itself, so that all projections are true. */
import { Projects } from '../src/main/project/projects'
import type { EventBody } from '../src/main/session/events'
import { SessionLog } from '../src/main/session/log'
import { openDatabase } from '../src/main/store/database'
import { askText, replyText } from './texts'

export interface SeedWorker {
  readonly id: string
  readonly name: string
  readonly turns: number
  /** How many reports, of 2,300 characters each, a reply holds; one where left out. */
  readonly reports?: number
  /** What its turns answer instead of reports. */
  replyOf?(turn: number): string
  /** What its turns are asked. */
  askOf?(turn: number): string
  /** From the beginning of a turn to that of the next one, in ms; a minute where left out. */
  readonly turnMs?: number
  /** What would run its next turn; `pi` where left out, with a model that is not there. */
  readonly engine?: 'pi' | 'shell'
  readonly model?: string
}

/** Four months ago, so that even the longest past lies in the past. */
const BEGIN = Date.now() - 120 * 86_400_000
const TURN_MS = 60_000

/** Makes a Project of the folder with these workers, in one transaction. Resolves with the Project's id. */
export function seedProject(dataFolder: string, projectFolder: string, workers: readonly SeedWorker[]): string {
  const { database } = openDatabase(dataFolder)
  try {
    let now = BEGIN
    const log = new SessionLog(database, () => now)
    return database.transaction(() => {
      const projects = new Projects(database, log, () => now)
      const { sessionId } = projects.open(projectFolder)
      projects.setPolicy(sessionId, 'run')
      for (const [index, worker] of workers.entries()) {
        now = BEGIN + index
        log.create({
          id: worker.id,
          projectId: sessionId,
          parentId: sessionId,
          name: worker.name,
          taskRef: null,
          engine: worker.engine ?? 'pi',
          model: worker.engine === 'shell' ? null : (worker.model ?? 'bench/model'),
          lifecycle: 'member'
        })
        for (let turn = 1; turn <= worker.turns; turn++) {
          const { turnMs = TURN_MS } = worker
          now = BEGIN + turn * turnMs
          log.append(worker.id, beginOfTurn(worker, turn, now))
          now += turnMs / 2
          log.append(worker.id, restOfTurn(worker, turn))
        }
      }
      return sessionId
    })
  } finally {
    database.close()
  }
}

const ENGINE = { engine: 'pi', model: 'bench/model' } as const

function beginOfTurn({ id, askOf }: SeedWorker, turn: number, acceptedAt: number): EventBody[] {
  const message = { id: `${id}-m${turn}`, text: askOf?.(turn) ?? askText(id, turn), source: { kind: 'user' }, delivery: 'queue' } as const
  return [
    {
      type: 'agent/inbox/spliced',
      data: { target: 'next-turn', start: 0, inserted: [{ ...message, note: null, acceptedAt, wakes: true }] }
    },
    { type: 'agent/inbox/spliced', data: { target: 'next-turn', start: 0, removedCount: 1, inserted: [] } },
    { type: 'turn/start', data: { turn, ...ENGINE } },
    {
      type: 'user/message',
      data: {
        turn,
        step: 1,
        id: message.id,
        role: 'user',
        content: [{ type: 'text', text: message.text }],
        source: message.source,
        delivery: message.delivery,
        acceptedAt
      }
    },
    { type: 'step/start', data: { turn, step: 1 } }
  ]
}

function restOfTurn({ id, reports = 1, replyOf }: SeedWorker, turn: number): EventBody[] {
  const text = replyOf?.(turn) ?? replyText(id, turn).repeat(reports)
  const usage = { inputTokens: 20_000 + turn, outputTokens: 900, cost: 0.02 }
  return [
    ...callOf(turn, 1, 'read', `notes/${turn % 20}.md`, false),
    { type: 'step/end', data: { turn, step: 1 } },
    { type: 'step/start', data: { turn, step: 2 } },
    ...callOf(turn, 2, 'edit', `src/part-${turn % 30}.ts`, true),
    { type: 'step/end', data: { turn, step: 2 } },
    { type: 'step/start', data: { turn, step: 3 } },
    {
      type: 'assistant/message',
      data: {
        turn,
        step: 3,
        message: { id: `${id}-a${turn}`, role: 'assistant', content: [{ type: 'text', text }] },
        model: ENGINE.model,
        usage
      }
    },
    { type: 'step/end', data: { turn, step: 3 } },
    { type: 'turn/end', data: { turn, reason: { kind: 'completed' } } }
  ]
}

function callOf(turn: number, step: number, name: string, path: string, changes: boolean): EventBody[] {
  const callId = `call-${turn}-${step}`
  const text = changes ? `Changed ${path}.` : 'The note says what the last three reports said. '.repeat(12)
  return [
    { type: 'tool/call', data: { turn, step, callId, name, arguments: JSON.stringify({ path }) } },
    {
      type: 'tool/result',
      data: {
        turn,
        step,
        name,
        message: { role: 'tool', toolCallId: callId, isError: false, content: [{ type: 'text', text }] },
        meta: { diffs: changes ? [{ path, how: 'changed', added: 12, removed: 4 }] : [] }
      }
    }
  ]
}
