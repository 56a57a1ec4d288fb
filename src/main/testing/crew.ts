/** The host's inner parts over a real database, with engines that a test plays. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineKind } from '../../shared/model'
import { Rights } from '../approvals/rights'
import { demoFolderOf } from '../demo/demo'
import type { Engine } from '../engine/engine'
import { Children } from '../project/children'
import { Attachments } from '../project/attachments'
import { Completions } from '../project/completions'
import { Gate } from '../project/gate'
import { engineInput } from '../project/input'
import { Projects } from '../project/projects'
import { Workers } from '../project/workers'
import { SessionLog } from '../session/log'
import { Sessions } from '../session/sessions'
import { openDatabase } from '../store/database'
import { Toolbox } from '../tools/toolbox'
import { FakeEngine } from './fake-engine'

export class Crew {
  readonly steering = new FakeEngine('pi', true)
  readonly plain = new FakeEngine('shell', false)
  readonly reports: string[] = []
  now = 1_000_000
  readonly db
  readonly log
  readonly sessions
  readonly projects
  readonly attachments
  readonly rights
  readonly workers
  readonly toolbox
  readonly sessionId: string
  /** What a worker gets whose Project names no model. */
  defaultModel: string | null = null
  /** By how much somebody has set the clock of the machine, in ms. */
  clockSet = 0
  #dead = false

  /** `folder` holds the data folder and the Project's folder; a second crew on it is a restarted host. */
  constructor(readonly folder = mkdtempSync(join(tmpdir(), 'crewdeck-test-'))) {
    const clock = () => this.now + this.clockSet
    const report = (message: string) => void this.reports.push(message)
    this.db = openDatabase(join(folder, 'data')).database
    // A crash here is the end of a host, not of the power: nothing has to wait for the disk.
    this.db.sqlite.exec('PRAGMA synchronous = OFF')
    this.log = new SessionLog(this.db, clock)
    this.attachments = new Attachments(this.db, this.log, clock, join(folder, 'data', 'attachments'))
    this.projects = new Projects(this.db, this.log, clock, demoFolderOf(realpathSync(join(folder, 'data'))))
    this.rights = new Rights(this.db, clock, (sessionId) => this.projects.get(this.log.get(sessionId)?.projectId ?? '').policy)
    this.sessions = new Sessions({
      db: this.db,
      log: this.log,
      clock,
      steady: () => this.now,
      engines: new Map<EngineKind, Engine>([
        ['pi', this.steering],
        ['shell', this.plain]
      ]),
      report,
      spec: (session, onExit) => ({
        sessionId: session.id,
        name: session.name,
        folder,
        model: session.model,
        stateFolder: folder,
        policy: () => 'run',
        onExit
      }),
      gate: (session) => gate.hold(session),
      block: (session, inputs) => gate.block(session, inputs),
      input: (message, engine) => engineInput(message, engine, this.attachments),
      attachments: this.attachments,
      onTurnEnd: (session, turn, outcome) => completions.turnEnded(session, turn, outcome)
    })
    const gate = new Gate(this.log, this.projects, clock, (session) => this.rights.effective(session.id).policy)
    const completions = new Completions(this.db, this.log, this.projects, () => this.sessions)
    this.sessions.onLive((sessionId, change) => {
      const session = change === 'state' && !this.#dead ? this.log.get(sessionId) : undefined
      if (session?.lifecycle === 'deleted') {
        completions.removed(session)
        this.attachments.forget(session.id)
      }
      if (session?.openTurn === null) this.sessions.wakeWaiting(session.projectId)
    })
    this.workers = new Workers(this.log, this.sessions, this.projects)
    this.toolbox = new Toolbox({
      log: this.log,
      sessions: this.sessions,
      projects: this.projects,
      workers: this.workers,
      children: new Children(this.log, this.sessions),
      defaultModel: () => this.defaultModel,
      report
    })
    this.sessionId = this.projects.open(folder).sessionId
  }

  /** Makes a worker whose first task is `task`. */
  worker(id: string, task = `task of ${id}`, engine: EngineKind = 'pi'): string {
    this.workers.create(this.sessionId, {
      workerId: id,
      messageId: `${id}-task`,
      name: id,
      task,
      taskRef: null,
      engine,
      model: engine === 'pi' ? 'test/model' : null,
      source: { kind: 'user' }
    })
    return id
  }

  send(workerId: string, messageId: string, delivery: 'steer' | 'queue', text = messageId) {
    return this.workers.send(this.sessionId, workerId, { messageId, text, delivery, source: { kind: 'user' } })
  }

  /** Resolves when the worker has no open turn and nothing that would open one. */
  async idle(workerId: string): Promise<void> {
    const isIdle = () => {
      const session = this.log.get(workerId)
      return !session || (session.openTurn === null && (session.parked || this.log.inbox.count(workerId) === 0))
    }
    while (!isIdle()) await new Promise((resolve) => setImmediate(resolve))
  }

  pending(workerId: string): string[] {
    return this.log.inbox.all(workerId).map((entry) => entry.message.id)
  }

  /** What waits, as `id: text`. */
  waiting(workerId: string): string[] {
    return this.log.inbox.all(workerId).map(({ message }) => `${message.id}: ${message.text}`)
  }

  /** Which messages each turn holds, from the log. */
  turnInputs(workerId: string): Record<number, string[]> {
    const turns: Record<number, string[]> = {}
    for (const event of this.log.events(workerId, { from: 0 })) {
      if (event.type === 'turn/start') turns[event.data.turn] = []
      if (event.type === 'user/message') turns[event.data.turn]?.push(event.data.id)
    }
    return turns
  }

  outcomes(workerId: string): string[] {
    return this.log
      .events(workerId, { from: 0 })
      .flatMap((event) => (event.type === 'turn/end' ? [event.data.reason.kind === 'aborted' ? `aborted ${event.data.reason.reason.kind}` : event.data.reason.kind] : []))
  }

  /** Lets go of the database without ending anything, as a killed host does. */
  die(): void {
    this.#dead = true
    this.db.close()
  }

  async close(): Promise<void> {
    await this.sessions.close()
    this.db.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
