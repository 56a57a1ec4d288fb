/**
 * Children of agents: who may speak to whom, who may stop whom, and what a parent sees of its tree. Only the exact live
 * parent sends; any live ancestor interrupts; what a parent says is always the child's next turn.
 */
import type { SessionLog, SessionRow } from '../session/log'
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

export type AgentRow =
  | { readonly kind: 'child'; readonly id: string; readonly label: string; readonly status: 'running' | 'idle' | 'ready'; readonly parent?: string; readonly depth?: number }
  | { readonly kind: 'diagnostic'; readonly id: string; readonly reason: 'corrupt' | 'unsupported' | 'unavailable'; readonly parent?: string; readonly depth?: number }

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

  /** Continuable children by creation, or the whole tree in pre-order; one-shot ones are walked through, not listed. */
  list(callerId: string, scope: 'children' | 'descendants'): AgentRow[] {
    if (scope === 'children') return this.#children(callerId).flatMap((child) => this.#row(child))
    const walk = (parentId: string, depth: number): AgentRow[] =>
      this.#children(parentId).flatMap((child) => [
        ...this.#row(child).map((row) => ({ ...row, parent: parentId, depth })),
        ...walk(child.id, depth + 1)
      ])
    return walk(callerId, 1)
  }

  #children(parentId: string): SessionRow[] {
    return this.log.childrenOf(parentId).filter((child) => child.lifecycle === 'member' || child.lifecycle === 'deleting')
  }

  #row(child: SessionRow): AgentRow[] {
    if (child.mode === 'one-shot') return []
    if (!this.sessions.capabilities(child.engine)) return [{ kind: 'diagnostic', id: child.id, reason: 'unsupported' }]
    const status = child.openTurn !== null ? 'running' : this.sessions.live(child.id).resident ? 'idle' : 'ready'
    return [{ kind: 'child', id: child.id, label: child.name, status }]
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
