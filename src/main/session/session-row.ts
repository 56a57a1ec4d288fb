/** The row of a Session: what it is, and the projections of its log. */
import { EngineKind, Outcome, type Usage } from '../../shared/model'
import type { Reader } from '../store/database'

const LIFECYCLES = ['creating', 'member', 'deleting', 'deleted'] as const
export type Lifecycle = (typeof LIFECYCLES)[number]

const MODES = ['continuable', 'one-shot'] as const
export type SessionMode = (typeof MODES)[number]

const ENGINES = [...EngineKind.options, 'none'] as const

export interface SessionRow {
  readonly id: string
  readonly projectId: string
  readonly parentId: string | null
  readonly name: string
  readonly taskRef: string | null
  /** `none` for a Coordinator session whose Coordinator is the human. */
  readonly engine: EngineKind | 'none'
  readonly model: string | null
  readonly lifecycle: Lifecycle
  readonly mode: SessionMode
  readonly delegates: boolean
  readonly createdAt: number
  readonly nextSeq: number
  readonly turnCount: number
  readonly openTurn: number | null
  readonly openStartedAt: number | null
  readonly openSteps: number
  readonly stoppingSince: number | null
  /** Visible messages; those of a conversation that was cleared are not. */
  readonly dialogueCount: number
  readonly lastOutcome: Outcome | null
  readonly lastEndedAt: number | null
  readonly latestInputSeq: number | null
  readonly latestHumanSeq: number | null
  readonly parked: boolean
  /** All that its turns have used; null while no engine has said. */
  readonly usage: Usage | null
  /** Turns, and visible messages, of the conversation that the operator has cleared, and when that was. */
  readonly clearedTurns: number
  readonly clearedDialogue: number
  readonly clearedAt: number | null
}

export const SESSION_COLUMNS = `id, project_id, parent_id, name, task_ref, engine, model, lifecycle, mode, delegates, created_at, next_seq,
  turn_count, open_turn, open_started, open_steps, open_stopping, dialogue_count, last_outcome, last_ended_at, latest_input, latest_human, parked,
  used_input, used_output, used_cost, cleared_turns, cleared_dialogue, cleared_at`

/**
 * Checked by hand: a list reads hundreds of these at once, right after a start too, when the code of a schema runs
 * many times as long as the query.
 */
export const SessionRow: Reader<SessionRow> = {
  parse(row) {
    if (!isRow(row)) throw new TypeError('That is no row of a session.')
    const { id, project_id, parent_id, name, task_ref, model, delegates, parked } = row
    const { created_at, next_seq, turn_count, open_turn, open_started, open_steps, open_stopping, dialogue_count } = row
    const { last_outcome, last_ended_at, latest_input, latest_human, used_input, used_output, used_cost } = row
    const { cleared_turns, cleared_dialogue, cleared_at } = row
    if (
      typeof id !== 'string' ||
      typeof project_id !== 'string' ||
      typeof name !== 'string' ||
      (parent_id !== null && typeof parent_id !== 'string') ||
      (task_ref !== null && typeof task_ref !== 'string') ||
      (model !== null && typeof model !== 'string') ||
      (last_outcome !== null && typeof last_outcome !== 'string') ||
      typeof delegates !== 'number' ||
      typeof parked !== 'number' ||
      typeof created_at !== 'number' ||
      typeof next_seq !== 'number' ||
      typeof turn_count !== 'number' ||
      typeof open_steps !== 'number' ||
      typeof dialogue_count !== 'number' ||
      (open_turn !== null && typeof open_turn !== 'number') ||
      (open_started !== null && typeof open_started !== 'number') ||
      (open_stopping !== null && typeof open_stopping !== 'number') ||
      (last_ended_at !== null && typeof last_ended_at !== 'number') ||
      (latest_input !== null && typeof latest_input !== 'number') ||
      (latest_human !== null && typeof latest_human !== 'number') ||
      (used_input !== null && typeof used_input !== 'number') ||
      (used_output !== null && typeof used_output !== 'number') ||
      (used_cost !== null && typeof used_cost !== 'number') ||
      typeof cleared_turns !== 'number' ||
      typeof cleared_dialogue !== 'number' ||
      (cleared_at !== null && typeof cleared_at !== 'number')
    ) {
      throw new TypeError('A column of a session is of the wrong type.')
    }
    return {
      id,
      projectId: project_id,
      parentId: parent_id,
      name,
      taskRef: task_ref,
      engine: wordOf(row['engine'], ENGINES),
      model,
      lifecycle: wordOf(row['lifecycle'], LIFECYCLES),
      mode: wordOf(row['mode'], MODES),
      delegates: delegates !== 0,
      createdAt: created_at,
      nextSeq: next_seq,
      turnCount: turn_count,
      openTurn: open_turn,
      openStartedAt: open_started,
      openSteps: open_steps,
      stoppingSince: open_stopping,
      dialogueCount: dialogue_count - cleared_dialogue,
      lastOutcome: outcomeOf(last_outcome),
      lastEndedAt: last_ended_at,
      latestInputSeq: latest_input,
      latestHumanSeq: latest_human,
      parked: parked !== 0,
      usage: used_input === null ? null : { inputTokens: used_input, outputTokens: used_output ?? 0, cost: used_cost },
      clearedTurns: cleared_turns,
      clearedDialogue: cleared_dialogue,
      clearedAt: cleared_at
    }
  }
}

/** A message of a Session as it is stored, its JSON unread: one that is damaged spoils no other. */
export interface StoredMessage {
  readonly sessionId: string
  readonly seq: number
  readonly time: number
  readonly json: string
}

export const StoredMessage: Reader<StoredMessage> = {
  parse(row) {
    if (!isRow(row)) throw new TypeError('That is no row of a message.')
    const { session_id, seq, time, json } = row
    if (typeof session_id !== 'string' || typeof seq !== 'number' || typeof time !== 'number' || typeof json !== 'string') {
      throw new TypeError('A column of a message is of the wrong type.')
    }
    return { sessionId: session_id, seq, time, json }
  }
}

function isRow(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function wordOf<W extends string>(value: unknown, words: readonly W[]): W {
  for (const word of words) if (word === value) return word
  throw new TypeError(`A column of a session holds none of ${words.join(', ')}.`)
}

/** Most Sessions have ended alike: the outcome that was read last is the next one's too. */
let latest: { readonly text: string; readonly outcome: Outcome } | null = null

function outcomeOf(text: string | null): Outcome | null {
  if (text === null) return null
  if (latest?.text !== text) latest = { text, outcome: Outcome.parse(JSON.parse(text)) }
  return latest.outcome
}
