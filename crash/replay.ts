/** Lives a Session's log through again, by rules of its own: where each message is, and what became of each turn. */
import type { Event, Outcome } from './database.ts'
import type { Findings } from './findings.ts'

/** `held` in the inbox; `canceled` by a withdrawal or a delete. */
export type Place = { readonly kind: 'held' } | { readonly kind: 'turn'; readonly turn: number } | { readonly kind: 'canceled' }

export interface TurnFacts {
  /** Null while it is open. */
  outcome: Outcome | null
  /** The last visible AI message. */
  reply: string | null
  /** How many inputs came out of the queue. */
  queued: number
}

export interface Life {
  /** By message. */
  readonly places: ReadonlyMap<string, Place>
  /** Messages as they were accepted, and by whom they were sent. */
  readonly inputs: ReadonlyMap<string, { readonly text: string; readonly from: string }>
  readonly inbox: { readonly 'next-step': readonly string[]; readonly 'next-turn': readonly string[] }
  /** Messages of the queue in the order in which they came or were put, and the committed ones in the order of their turns. */
  readonly enqueued: readonly string[]
  readonly dequeued: readonly string[]
  /** By number. */
  readonly turns: ReadonlyMap<number, TurnFacts>
  readonly openTurn: number | null
}

export function replay(session: string, events: readonly Event[], findings: Findings): Life {
  const places = new Map<string, Place>()
  const inputs = new Map<string, { text: string; from: string }>()
  const inbox = { 'next-step': [] as string[], 'next-turn': [] as string[] }
  const [enqueued, dequeued]: [string[], string[]] = [[], []]
  const turns = new Map<number, TurnFacts>()
  /** Taken out of the inbox; the next events have to say into which turn. */
  const taken = new Map<string, 'next-step' | 'next-turn'>()
  let openTurn: number | null = null

  for (const [index, event] of events.entries()) {
    const at = `event ${event.seq} of ${session}`
    if (event.seq !== index) findings.add('lost', `${at} stands in place ${index} of the log`)
    if (event.type !== 'agent/inbox/spliced' && event.type !== 'turn/start' && event.data.turn !== openTurn) {
      findings.add('wrongStatus', `${at} (${event.type}) belongs to turn ${event.data.turn}, but ${openTurn ?? 'none'} is open`)
    }
    switch (event.type) {
      case 'agent/inbox/spliced': {
        const { target, start, removedCount, inserted, outcome } = event.data
        const removed = inbox[target].splice(start, removedCount, ...inserted.map(({ id }) => id))
        if (removed.length !== removedCount) findings.add('lost', `${at} takes ${removedCount} messages where ${removed.length} are`)
        for (const id of removed) {
          if (outcome === 'canceled') places.set(id, { kind: 'canceled' })
          else taken.set(id, target)
        }
        for (const [offset, { id, text, source }] of inserted.entries()) {
          // Taken out and put in again: it was edited or moved.
          const isBack = taken.delete(id)
          if (places.has(id) && !isBack) findings.add('doubled', `message ${id} was accepted twice, again by ${at}`)
          places.set(id, { kind: 'held' })
          inputs.set(id, { text, from: source.kind })
          // Edited, it has kept its place.
          if (removed.includes(id)) continue
          if (isBack && enqueued.includes(id)) enqueued.splice(enqueued.indexOf(id), 1)
          if (target !== 'next-turn') continue
          const next = isBack ? inbox[target][start + offset + 1] : undefined
          enqueued.splice(next === undefined ? enqueued.length : enqueued.indexOf(next), 0, id)
        }
        break
      }
      case 'turn/start':
        if (openTurn !== null) findings.add('wrongStatus', `${at} begins turn ${event.data.turn} in the middle of ${openTurn}`)
        if (event.data.turn !== turns.size + 1) findings.add('lost', `${at} begins turn ${event.data.turn} after ${turns.size} turns`)
        openTurn = event.data.turn
        turns.set(openTurn, { outcome: null, reply: null, queued: 0 })
        break
      case 'user/message': {
        const { id, turn } = event.data
        const from = taken.get(id)
        if (from === undefined) findings.add('doubled', `message ${id} is in turn ${turn} of ${session} without having been taken`)
        taken.delete(id)
        places.set(id, { kind: 'turn', turn })
        if (from === 'next-turn') {
          dequeued.push(id)
          const facts = turns.get(turn)
          if (facts) facts.queued++
        }
        break
      }
      case 'assistant/message': {
        const text = event.data.message.content.filter((part) => part.type === 'text').map((part) => part.text).join('')
        const facts = turns.get(event.data.turn)
        if (facts && text.trim() !== '') facts.reply = text
        break
      }
      case 'turn/end': {
        const facts = turns.get(event.data.turn)
        if (facts) facts.outcome = event.data.reason
        openTurn = null
        break
      }
      case 'other':
        break
      default:
        event satisfies never
    }
  }
  for (const id of taken.keys()) findings.add('lost', `message ${id} was taken out of the inbox of ${session} into no turn`)
  return { places, inputs, inbox, enqueued, dequeued, turns, openTurn }
}
