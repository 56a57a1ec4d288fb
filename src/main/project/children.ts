/**
 * Children of agents: who may speak to whom, who may stop whom, and what a parent sees of its tree. Only the exact live
 * parent sends; any live ancestor interrupts; what a parent says is always the child's next turn.
 */
import { EngineKind } from '../../shared/model'
import type { ChildHead, SessionLog, SessionRow } from '../session/log'
import type { Sessions } from '../session/sessions'

export class ChildRefusal extends Error {
  override readonly name = 'ChildRefusal'
  constructor(
    readonly code: 'UNAUTHORIZED' | 'NOT_RESUMABLE' | 'DRAINING' | 'ACTIVATION_CLOSING' | 'DUPLICATE_CHILD',
    message: string
  ) {
    super(message)
  }
}

/** Where a row stands in the tree; only told for `descendants`. */
interface Place {
  readonly parent?: string
  readonly depth?: number
}

export type AgentRow =
  | ({ readonly kind: 'child'; readonly id: string; readonly label: string; readonly status: 'running' | 'idle' | 'ready' } & Place)
  | ({ readonly kind: 'diagnostic'; readonly id: string; readonly reason: 'corrupt' | 'unsupported' | 'unavailable' } & Place)

/** Whether a Session works, or will without anybody's doing: itself, or an agent that it started. */
export function isWorking(log: SessionLog, session: SessionRow): boolean {
  if (session.lifecycle !== 'member') return false
  if (session.openTurn !== null || (!session.parked && log.inbox.count(session.id) > 0)) return true
  return log.childrenOf(session.id).some((child) => isWorking(log, child))
}

export class Children {
  constructor(
    private readonly log: SessionLog,
    private readonly sessions: Sessions
  ) {}

  /** Queues a message as the child's next turn. @throws ChildRefusal */
  send(callerId: string, childId: string, message: { messageId: string; text: string }): void {
    const caller = this.#live(callerId)
    if (!caller) throw new ChildRefusal('UNAUTHORIZED', `subagent "${childId}" delivery requires the exact live parent agent`)
    const child = this.log.get(childId)
    if (!child || child.lifecycle === 'deleted') throw new ChildRefusal('NOT_RESUMABLE', `subagent "${childId}" is unavailable`)
    if (child.parentId !== callerId) throw new ChildRefusal('UNAUTHORIZED', `subagent "${childId}" belongs to another parent session`)
    if (child.lifecycle === 'deleting') throw new ChildRefusal('DRAINING', `subagent "${childId}" is unavailable`)
    if (child.mode === 'one-shot') throw new ChildRefusal('NOT_RESUMABLE', `subagent "${childId}" is unavailable`)
    const source = { kind: 'coordinator', senderSessionId: callerId } as const
    this.sessions.driver(childId).accept({ ...message, delivery: 'queue', source })
  }

  /** Asks a descendant's current turn to stop; an absent or settled target is accepted and nothing happens. @throws ChildRefusal */
  interrupt(callerId: string, targetId: string): void {
    if (!this.#live(callerId)) throw new ChildRefusal('UNAUTHORIZED', `interrupting "${targetId}" requires the exact live ancestor agent`)
    if (callerId === targetId) throw new ChildRefusal('UNAUTHORIZED', `agent "${callerId}" cannot interrupt itself`)
    const target = this.#live(targetId)
    if (!target || target.openTurn === null) return
    if (!this.#isAncestor(callerId, target)) {
      throw new ChildRefusal('UNAUTHORIZED', `subagent "${targetId}" is not a live descendant of agent "${callerId}"`)
    }
    this.sessions.driver(targetId).interrupt(null, 'parent')
  }

  /** Whether an agent has children that it could speak of. */
  has(parentId: string): boolean {
    return this.#heads(parentId).length > 0
  }

  /** Continuable children by creation, or the whole tree in pre-order; one-shot ones are walked through, not listed. */
  list(callerId: string, scope: 'children' | 'descendants'): AgentRow[] {
    if (scope === 'children') return this.#heads(callerId).flatMap((head) => this.#row(head))
    const walk = (parent: string, depth: number): AgentRow[] =>
      this.#heads(parent).flatMap((head) => [...this.#row(head).map((row) => ({ ...row, parent, depth })), ...walk(head.id, depth + 1)])
    return walk(callerId, 1)
  }

  #heads(parentId: string): ChildHead[] {
    return this.log.childHeads(parentId).filter(({ lifecycle }) => lifecycle === 'member' || lifecycle === 'deleting')
  }

  #row({ id, mode, engine }: ChildHead): AgentRow[] {
    if (mode === 'one-shot') return []
    const kind = EngineKind.safeParse(engine)
    if (!kind.success) return [{ kind: 'diagnostic', id, reason: 'unsupported' }]
    if (!this.sessions.capabilities({ engine: kind.data, model: null })) return [{ kind: 'diagnostic', id, reason: 'unavailable' }]
    const child = this.#readable(id)
    if (!child) return [{ kind: 'diagnostic', id, reason: 'corrupt' }]
    const status = child.openTurn !== null ? 'running' : this.sessions.live(id).resident ? 'idle' : 'ready'
    return [{ kind: 'child', id, label: child.name, status }]
  }

  #readable(sessionId: string): SessionRow | undefined {
    try {
      return this.log.get(sessionId)
    } catch {
      return undefined
    }
  }

  #live(sessionId: string): SessionRow | null {
    const session = this.log.get(sessionId)
    return session && session.lifecycle === 'member' ? session : null
  }

  #isAncestor(ancestorId: string, session: SessionRow): boolean {
    for (let parent = session.parentId; parent !== null; parent = this.log.get(parent)?.parentId ?? null) {
      if (parent === ancestorId) return true
    }
    return false
  }
}
