/**
 * Control of a Project's workers. One implementation: the window calls it for the operator, tools will call it for
 * agents. Every call names the Project and the worker; a worker of another Project answers like one that never was.
 */
import { agentChoice } from '../../shared/agents'
import { Refusal } from '../../shared/errors'
import type { EngineKind, HistoryMessage, HistoryWindow, Source, WorkerView } from '../../shared/model'
import { visibleText } from '../session/events'
import type { NewMessage, Receipt } from '../session/inbox'
import type { SessionLog, SessionRow } from '../session/log'
import type { Sessions } from '../session/sessions'
import { unknownWorker } from '../session/unknown-worker'
import { isFolder, type ProjectRow, type Projects } from './projects'
import { modelLacking } from './model-lacking'
import { readActivities, type WorkerActivity } from './worker-activity'
import { cutActivity, statusOf, workerView } from './worker-view'

export interface NewWorker {
  readonly workerId: string
  readonly messageId: string
  readonly name: string
  readonly task: string
  readonly taskRef: string | null
  readonly engine: EngineKind
  readonly model: string | null
  readonly source: Source
}

/** `direct`: workers of the Project itself. `tree`: also the children that workers made. `project`: also the Coordinator. */
export type WorkerScope = 'direct' | 'tree' | 'project'

export class Workers {
  /** Views as lists show them; dropped when a commit or a live fact touches their Session. */
  readonly #views = new Map<string, { readonly view: WorkerView; readonly reachable: boolean }>()

  constructor(
    private readonly log: SessionLog,
    private readonly sessions: Sessions,
    private readonly projects: Projects,
    /** The oldest request that a Session waits for a human with. */
    private readonly askOf: (sessionId: string) => WorkerView['ask'] = () => null
  ) {
    log.onCommitted((sessionId) => this.#views.delete(sessionId))
    sessions.onLive((sessionId) => this.#views.delete(sessionId))
    projects.onChange(() => this.#views.clear())
  }

  /**
   * Makes a worker with its first task, in one transaction. The same `workerId` and `messageId` again is the same worker.
   * @throws Refusal NOT_FOUND (Project), BAD_INPUT (engine), CONFLICT (ids used for something else)
   */
  create(sessionId: string, worker: NewWorker): Receipt {
    this.projects.get(sessionId)
    const capabilities = this.sessions.capabilities(worker)
    if (!capabilities) throw new Refusal('BAD_INPUT', `There is no engine "${worker.engine}".`, 'Choose one of the offered engines.')
    const lacks = modelLacking(worker)
    if (lacks) throw new Refusal('BAD_INPUT', `A worker on ${worker.engine} needs ${lacks.what}.`, lacks.remedy)
    const first = { messageId: worker.messageId, text: worker.task, delivery: 'queue' as const, source: worker.source }
    const known = this.log.get(worker.workerId)
    if (known) {
      // A message that it has not had yet is no repetition.
      if (known.projectId !== sessionId || known.id === known.projectId || !this.log.hasAccepted(known.id, worker.messageId)) {
        throw new Refusal('CONFLICT', 'That worker id is taken.', 'Use a new id for a new worker.')
      }
      return this.sessions.driver(known.id).accept(first)
    }
    return this.sessions.create(
      {
        id: worker.workerId,
        projectId: sessionId,
        parentId: sessionId,
        name: worker.name,
        taskRef: worker.taskRef,
        engine: worker.engine,
        model: worker.engine === 'shell' ? null : worker.model,
        lifecycle: 'member'
      },
      first
    )
  }

  /**
   * Visible workers in the order of their creation, their texts cut: all of the Project's tree, or only its direct ones.
   * Wakes nothing.
   */
  list(sessionId: string, scope: WorkerScope = 'tree'): WorkerView[] {
    const project = this.projects.get(sessionId)
    return this.#listed(this.log.members(sessionId).filter((session) => isInScope(session, scope)), project)
  }

  /** Reads the lists of all Projects, so that the first one that is asked for after a start is as fast as later ones. */
  readAhead(): void {
    for (const project of this.projects.list()) {
      try {
        this.list(project.sessionId)
      } catch {
        // Whoever asks for this list is told why it cannot be read.
      }
    }
  }

  /** One worker, or the Coordinator, with the whole texts of its activity. */
  get(sessionId: string, workerId: string): WorkerView {
    const session = this.member(sessionId, workerId, 'project')
    const reachable = isFolder(this.projects.get(sessionId).folder)
    return this.#compute(session, reachable, readActivities(this.log, [session]))
  }

  /** As in `list`; null when it is not visible any more. */
  row(workerId: string): WorkerView | null {
    const session = this.log.get(workerId)
    if (!session || !isVisible(session) || !isInScope(session, 'project')) return null
    return this.#listed([session], this.projects.get(session.projectId))[0] ?? null
  }

  send(sessionId: string, workerId: string, message: NewMessage): Receipt {
    this.member(sessionId, workerId, 'project')
    return this.sessions.driver(workerId).accept(message)
  }

  /** Visible messages, index 0 = the newest. Costs O(limit) and wakes nothing. */
  history(sessionId: string, workerId: string, offset: number, limit: number): HistoryWindow {
    const session = this.member(sessionId, workerId, 'project')
    const messages = this.log.dialogue(workerId, offset, limit).flatMap((event, index): HistoryMessage[] => {
      const at = { index: offset + index, seq: event.seq }
      if (event.type === 'user/message') {
        return [{ ...at, id: event.data.id, turn: event.data.turn, role: 'user', text: visibleText(event.data.content) }]
      }
      if (event.type === 'assistant/message') {
        const { message, turn } = event.data
        return [{ ...at, id: message.id, turn, role: 'assistant', text: visibleText(message.content) }]
      }
      return []
    })
    return {
      workerId,
      status: statusOf(session, this.sessions.live(workerId)),
      offset,
      limit,
      total: session.dialogueCount,
      messages,
      observedThroughSeq: session.nextSeq - 1
    }
  }

  /** @throws Refusal CONFLICT when `turn` is given and is not the open one */
  interrupt(sessionId: string, workerId: string, turn: number | null, by: 'user' | 'parent'): void {
    this.member(sessionId, workerId, 'project')
    this.sessions.driver(workerId).interrupt(turn, by)
  }

  continue(sessionId: string, workerId: string): void {
    this.member(sessionId, workerId, 'project')
    this.sessions.driver(workerId).continue()
  }

  async withdraw(sessionId: string, workerId: string, messageId: string): Promise<void> {
    this.member(sessionId, workerId, 'project')
    await this.sessions.driver(workerId).withdraw(messageId)
  }

  /** @throws Refusal as `SessionDriver.edit` */
  async editPending(sessionId: string, workerId: string, edit: { messageId: string; text: string; base?: number | undefined }): Promise<void> {
    this.member(sessionId, workerId, 'project')
    await this.sessions.driver(workerId).edit(edit.messageId, edit.text, edit.base)
  }

  /** @throws Refusal as `SessionDriver.move` */
  async reorderPending(sessionId: string, workerId: string, messageId: string, before: string | null): Promise<void> {
    this.member(sessionId, workerId, 'project')
    await this.sessions.driver(workerId).move(messageId, before)
  }

  /** @throws Refusal as `SessionDriver.sendNow` */
  sendNow(sessionId: string, workerId: string, messageId: string): void {
    this.member(sessionId, workerId, 'project')
    this.sessions.driver(workerId).sendNow(messageId)
  }

  /** Lets a worker have children of its own, or no longer. */
  setDelegates(sessionId: string, workerId: string, delegates: boolean): void {
    this.member(sessionId, workerId)
    this.log.setDelegates(workerId, delegates)
    this.sessions.touch(workerId)
  }

  /**
   * Another model for a worker, from its next turn on.
   * @throws Refusal BAD_INPUT for a worker that has none, none for one that needs it, or another agent's
   */
  setModel(sessionId: string, workerId: string, model: string | null): void {
    const { engine, model: before } = this.member(sessionId, workerId)
    if (engine === 'shell') throw new Refusal('BAD_INPUT', 'A shell worker has no model.')
    const lacks = modelLacking({ engine, model })
    if (lacks) throw new Refusal('BAD_INPUT', `This worker needs ${lacks.what}.`, lacks.remedy)
    if (engine === 'acp' && agentChoice(before)?.agentId !== agentChoice(model)?.agentId) {
      throw new Refusal('BAD_INPUT', 'A worker stays with its agent, which knows what was said.', 'Start a new worker for another agent.')
    }
    this.log.setEngine(workerId, engine, model)
    this.sessions.touch(workerId)
  }

  rename(sessionId: string, workerId: string, name: string): void {
    this.member(sessionId, workerId)
    this.log.setName(workerId, name)
    this.sessions.touch(workerId)
  }

  /** Drains and removes a worker. Repeating it, also after it is gone, succeeds. */
  async delete(sessionId: string, workerId: string, scope: WorkerScope = 'tree'): Promise<void> {
    const session = this.log.get(workerId)
    if (!session || session.projectId !== sessionId || !isInScope(session, scope)) throw unknownWorker()
    // The agents that it started have nobody to report to any more: they go with it. All are marked before any of them
    // is drained, so that a crash half-way finds them and nobody in the tree starts another.
    const tree = this.#tree(session)
    this.log.transaction(() => {
      for (const { id, lifecycle } of tree) if (lifecycle !== 'deleted') this.log.setLifecycle(id, 'deleting')
    })
    await Promise.all(tree.map(({ id }) => this.sessions.driver(id).remove()))
  }

  draft(sessionId: string, workerId: string): string {
    this.member(sessionId, workerId, 'project')
    return this.log.draft(workerId)
  }

  /**
   * Replaces `base`, which is what the text was made from.
   * @throws Refusal CONFLICT when another window has written meanwhile: what it wrote stays
   */
  saveDraft(sessionId: string, workerId: string, text: string, base: string): void {
    const held = this.draft(sessionId, workerId)
    if (held === text) return
    if (held !== base) throw new Refusal('CONFLICT', 'Another window has changed the draft.', 'Read it, then save both texts.')
    this.log.setDraft(workerId, text)
  }

  /** @throws Refusal NOT_FOUND, in the same words for a foreign, an unknown and a deleted worker */
  member(sessionId: string, workerId: string, scope: WorkerScope = 'tree'): SessionRow {
    const session = this.log.get(workerId)
    if (!session || session.projectId !== sessionId || !isVisible(session) || !isInScope(session, scope)) throw unknownWorker()
    return session
  }

  setTaskRef(workerId: string, taskRef: string): void {
    this.log.setTaskRef(workerId, taskRef)
    this.sessions.touch(workerId)
  }

  /** The views of Sessions of one Project, as lists show them. What is not known of them is read for all at once. */
  #listed(sessions: readonly SessionRow[], project: ProjectRow): WorkerView[] {
    const reachable = isFolder(project.folder)
    const unknown = sessions.filter((session) => {
      const known = this.#views.get(session.id)
      // Whether a busy worker is stale depends on the time of asking.
      return known?.reachable !== reachable || session.openTurn !== null || known.view.hold !== null
    })
    const said = readActivities(this.log, unknown)
    for (const session of unknown) {
      const view = cutActivity(this.#compute(session, reachable, said), project.conduct.progressTextMaxChars)
      this.#views.set(session.id, { view, reachable })
    }
    return sessions.flatMap((session) => this.#views.get(session.id)?.view ?? [])
  }

  #tree(session: SessionRow): SessionRow[] {
    return [session, ...this.log.childrenOf(session.id).flatMap((child) => this.#tree(child))]
  }

  #compute(session: SessionRow, reachable: boolean, said: ReadonlyMap<string, WorkerActivity>): WorkerView {
    const capabilities = this.sessions.capabilities(session)
    return workerView(session, {
      said: said.get(session.id) ?? { pendingCount: 0, activity: null },
      live: this.sessions.live(session.id),
      canSteer: capabilities?.steer ?? false,
      ask: session.openTurn === null ? null : this.askOf(session.id),
      hold: () => this.sessions.hold(session),
      reachable: reachable && capabilities !== null
    })
  }
}

function isInScope(session: SessionRow, scope: WorkerScope): boolean {
  // The Coordinator of a Project is an agent only where it has an engine.
  if (session.id === session.projectId) return scope === 'project' && session.engine !== 'none'
  return scope !== 'direct' || session.parentId === session.projectId
}

function isVisible(session: SessionRow): boolean {
  return session.lifecycle === 'member' || session.lifecycle === 'deleting'
}
