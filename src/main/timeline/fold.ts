/**
 * Folds a log into the turns that the timeline shows. Pure: the same events give the same turns, whether they are read
 * at once or arrive one by one.
 */
import { agentChoice } from '../../shared/agents'
import type { Artifact, Capsule, Outcome, Turn, TurnInput } from '../../shared/model'
import { mergeArtifacts } from '../../shared/artifacts'
import { isSameFile } from '../../shared/timeline'
import { attachmentView } from '../session/attachments'
import { visibleText, type SessionEvent } from '../session/events'

/** A turn as folded so far; the reply is held back until the turn has ended. */
export interface FoldedTurn {
  readonly view: Turn
  readonly latestReply: Turn['reply']
}

export type Turns = ReadonlyMap<number, FoldedTurn>

/** Folds events of one Session, in the order of its log, onto `turns`. */
export function foldEvents(turns: Turns, events: readonly SessionEvent[]): Turns {
  const result = new Map(turns)
  for (const event of events) {
    const folded = foldEvent(result, event)
    if (folded) result.set(folded.view.number, folded)
  }
  return result
}

/** The turn that the event changes; null when it changes none that the timeline shows. */
export function foldEvent(turns: Turns, event: SessionEvent): FoldedTurn | null {
  if (event.type === 'agent/inbox/spliced' || event.type === 'conversation/cleared') return null
  if (event.type === 'turn/start') return startedTurn(event)
  const turn = turns.get(event.data.turn)
  if (!turn) return null
  const { view } = turn
  switch (event.type) {
    case 'step/start':
      return { ...turn, view: { ...view, steps: event.data.step } }
    case 'user/message':
      return withCapsule({ ...turn, view: { ...view, inputs: [...view.inputs, inputOf(event)] } }, receivedCapsule(event))
    case 'worker/updated': {
      const { workerId, name, step } = event.data
      return withCapsule(turn, { workerId, name, segment: step, kind: 'updated' })
    }
    case 'assistant/message': {
      const text = visibleText(event.data.message.content)
      const reply = text.trim() === '' ? turn.latestReply : { messageId: event.data.message.id, text, at: event.time }
      return {
        latestReply: reply,
        view: { ...view, model: event.data.model ?? view.model, usage: addUsage(view.usage, event.data.usage) }
      }
    }
    case 'tool/result':
      return withArtifacts(
        turn,
        event.data.meta.diffs.map((diff, index) => ({ ...artifactOf(event, index, diff.path), ...pickDiff(diff) }))
      )
    case 'deliverables/presented':
      return withArtifacts(
        turn,
        event.data.files.map((file, index) => ({
          ...artifactOf(event, index, file.path),
          how: 'presented',
          description: file.description ?? null
        }))
      )
    case 'turn/ran': {
      const { agent = view.agent, model = view.model, mode = view.mode, effort = view.effort } = event.data
      return { ...turn, view: { ...view, agent, model, mode, effort } }
    }
    case 'turn/remark':
      return { ...turn, view: { ...view, remarks: [...view.remarks, event.data.text] } }
    case 'turn/stopping':
      return { ...turn, view: { ...view, stoppingSince: view.stoppingSince ?? event.time } }
    case 'turn/end':
      return { ...turn, view: endedTurn(turn, event.data.reason, event.time, event.data.tookMs) }
    case 'tool/call':
    case 'tool/answered':
    case 'step/end':
      return null
    default:
      return event satisfies never
  }
}

function startedTurn(event: Extract<SessionEvent, { type: 'turn/start' }>): FoldedTurn {
  const own = event.data.engine === 'acp' ? agentChoice(event.data.model) : null
  return {
    latestReply: null,
    view: {
      number: event.data.turn,
      startedAt: event.time,
      endedAt: null,
      steps: 0,
      engine: event.data.engine,
      agent: own && { name: own.agentId, version: null },
      model: own ? own.model : event.data.model,
      mode: null,
      effort: null,
      inputs: [],
      reply: null,
      artifacts: [],
      capsules: [],
      outcome: null,
      usage: null,
      remarks: [],
      now: null,
      stoppingSince: null
    }
  }
}

function inputOf(event: Extract<SessionEvent, { type: 'user/message' }>): TurnInput {
  return {
    messageId: event.data.id,
    source: event.data.source,
    delivery: event.data.delivery,
    text: visibleText(event.data.content),
    state: 'delivered',
    step: event.data.step,
    acceptedAt: event.data.acceptedAt,
    deliveredAt: event.time,
    ...(event.data.attachments === undefined ? {} : { attachments: event.data.attachments.map(attachmentView) })
  }
}

function endedTurn(turn: FoldedTurn, outcome: Outcome, at: number, tookMs: number | undefined): Turn {
  const { view, latestReply } = turn
  // Without a first step the engine never had the inputs: they are offered again to whoever sent them.
  const lost = outcome.kind === 'interrupted' && view.steps === 0
  const state = latestReply ? 'answered' : lost ? 'returned' : 'delivered'
  return {
    ...view,
    endedAt: at,
    ...(tookMs !== undefined && { tookMs }),
    outcome,
    reply: latestReply,
    now: null,
    stoppingSince: null,
    inputs: view.inputs.map((input) => ({ ...input, state }))
  }
}

function receivedCapsule(event: Extract<SessionEvent, { type: 'user/message' }>): Capsule | null {
  const { source, step } = event.data
  return source.kind === 'worker-completed' ? { workerId: source.workerId, name: source.name, segment: step, kind: 'received' } : null
}

/** A worker has at most one capsule of a kind in a step, however often it was spoken to there. */
function withCapsule(turn: FoldedTurn, capsule: Capsule | null): FoldedTurn {
  if (!capsule) return turn
  const { capsules } = turn.view
  const known = capsules.some(
    (other) => other.workerId === capsule.workerId && other.segment === capsule.segment && other.kind === capsule.kind
  )
  return known ? turn : { ...turn, view: { ...turn.view, capsules: [...capsules, capsule] } }
}

function addUsage(sum: Turn['usage'], more: Turn['usage'] | undefined): Turn['usage'] {
  if (!more) return sum
  if (!sum) return more
  return {
    inputTokens: sum.inputTokens + more.inputTokens,
    outputTokens: sum.outputTokens + more.outputTokens,
    cost: sum.cost === null && more.cost === null ? null : (sum.cost ?? 0) + (more.cost ?? 0)
  }
}

/** An artifact is addressed by its event and its place in it, so that its id resolves with one read. */
function artifactOf(event: SessionEvent & { data: { turn: number } }, index: number, path: string): Artifact {
  return {
    id: `${event.seq}-${index}`,
    turn: event.data.turn,
    how: 'changed',
    path,
    added: null,
    removed: null,
    description: null,
    at: event.time
  }
}

function pickDiff(diff: Pick<Artifact, 'added' | 'removed'> & { how: 'created' | 'changed' }) {
  return { how: diff.how, added: diff.added, removed: diff.removed }
}

/** One row for each file and way: later changes of the same file in the same turn add up. */
function withArtifacts(turn: FoldedTurn, added: readonly Artifact[]): FoldedTurn {
  const artifacts = [...turn.view.artifacts]
  for (const artifact of added) {
    const at = artifacts.findIndex((known) => isSameFile(known, artifact))
    const known = artifacts[at]
    if (known) artifacts[at] = mergeArtifacts(known, artifact)
    else artifacts.push(artifact)
  }
  return { ...turn, view: { ...turn.view, artifacts } }
}
