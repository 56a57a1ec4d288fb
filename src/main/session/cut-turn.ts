/** How a turn is ended that a dead host has left open: with what is still there of it, at the time it was last heard from. */
import { randomUUID } from 'node:crypto'
import type { Engine, Remains } from '../engine/engine'
import { visibleText, type EventBody, type SessionEvent } from './events'

export interface CutEnd {
  readonly bodies: readonly EventBody[]
  /** Epoch ms. */
  readonly at: number
}

/**
 * @param events of the Session from the start of the turn on
 * @param heardAt when it was last heard from, beyond what the events tell, epoch ms; null where nobody knows
 * @param stateFolder asked only where the engine keeps something there
 */
export function endOfCutTurn(
  turn: number,
  events: readonly SessionEvent[],
  heardAt: number | null,
  engine: Engine | undefined,
  stateFolder: () => string
): CutEnd {
  const last = Math.max(events.at(-1)?.time ?? 0, heardAt ?? 0)
  const remains = engine?.remains && !hasReply(events) ? engine.remains({ ...cutTurnOf(events), stateFolder: stateFolder(), heardAt: last }) : null
  const step = events.findLast((event) => event.type === 'step/start')?.data.step ?? 0
  const end: EventBody = { type: 'turn/end', data: { turn, reason: { kind: 'interrupted' } } }
  return { bodies: [...(remains ? factsOf(turn, step, remains) : []), end], at: Math.max(last, remains?.heardAt ?? 0) }
}

function hasReply(events: readonly SessionEvent[]): boolean {
  return events.some((event) => event.type === 'assistant/message' && visibleText(event.data.message.content).trim() !== '')
}

function cutTurnOf(events: readonly SessionEvent[]) {
  const results = new Map(
    events.flatMap((event) => (event.type === 'tool/result' ? [[event.data.message.toolCallId, visibleText(event.data.message.content)] as const] : []))
  )
  return {
    inputs: events.flatMap((event) => (event.type === 'user/message' ? [visibleText(event.data.content)] : [])),
    calls: events.flatMap((event) =>
      event.type === 'tool/call' ? [{ callId: event.data.callId, at: event.time, result: results.get(event.data.callId) ?? null }] : []
    )
  }
}

function factsOf(turn: number, step: number, { results, reply }: Remains): EventBody[] {
  return [
    ...results.map(({ callId, name, text }): EventBody => ({
      type: 'tool/result',
      data: {
        turn,
        step,
        name,
        message: { role: 'tool', toolCallId: callId, isError: true, content: [{ type: 'text', text }] },
        cut: true,
        meta: { diffs: [] }
      }
    })),
    {
      type: 'assistant/message',
      data: { turn, step, message: { id: randomUUID(), role: 'assistant', content: [{ type: 'text', text: reply }] } }
    }
  ]
}
