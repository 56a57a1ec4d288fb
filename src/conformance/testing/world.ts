/** A Project with an agent Coordinator whose workers a test plays, seen through one door. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { HistoryWindow, WorkerView, type Outcome } from '../../shared/model'
import { visibleText } from '../../main/session/events'
import { Crew } from '../../main/testing/crew'
import type { FakeTurn } from '../../main/testing/fake-engine'
import type { Door, DoorAnswer, OpenDoor } from './doors'

const Receipt = z.object({ worker_id: z.string(), message_id: z.string() })
const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

export class World {
  private constructor(
    private readonly door: Door,
    /** Of the host that lives now. */
    public crew: Crew,
    private opened: OpenDoor
  ) {}

  static async open(door: Door): Promise<World> {
    const crew = new Crew()
    const world = new World(door, crew, await door.open(crew))
    world.conduct({ coordinator: { enabled: true, engine: 'pi', model: 'test/model' }, workers: { engine: 'pi', model: 'test/model' } })
    return world
  }

  get coordinator(): string {
    return this.crew.sessionId
  }

  conduct(change: Parameters<Crew['projects']['setConduct']>[1]): void {
    this.crew.projects.setConduct(this.coordinator, change)
  }

  /** The host dies and starts again on the same data. */
  async restart(): Promise<void> {
    await this.opened.close()
    this.crew.die()
    this.crew = new Crew(this.crew.folder)
    this.opened = await this.door.open(this.crew)
    this.crew.sessions.repair()
  }

  async close(): Promise<void> {
    await this.opened.close()
    this.crew.steering.obeysInterrupt = true
    await this.crew.close()
  }

  call(tool: string, args: Record<string, unknown>, caller = this.coordinator, signal?: AbortSignal): Promise<DoorAnswer> {
    return this.opened.call(caller, tool, args, signal)
  }

  tools(caller = this.coordinator): ReturnType<OpenDoor['tools']> {
    return this.opened.tools(caller)
  }

  async toolNames(caller = this.coordinator): Promise<string[]> {
    return (await this.tools(caller)).map((tool) => tool.name)
  }

  /** What `control_workers` answers the Coordinator, which must not be an error. */
  async control(args: Record<string, unknown>): Promise<unknown> {
    const answer = await this.call('control_workers', args)
    expect(answer).toMatchObject({ isError: false })
    return JSON.parse(answer.text)
  }

  /** How `control_workers` refuses the Coordinator, which it must. */
  async refusal(args: Record<string, unknown>, caller = this.coordinator): Promise<{ code: string; message: string }> {
    const answer = await this.call('control_workers', args, caller)
    expect(answer).toMatchObject({ isError: true, atDoor: false })
    return Failure.parse(JSON.parse(answer.text)).error
  }

  async list(): Promise<WorkerView[]> {
    return z.array(WorkerView).parse(await this.control({ action: 'list' }))
  }

  async get(worker_id: string): Promise<WorkerView> {
    return WorkerView.parse(await this.control({ action: 'get', worker_id }))
  }

  async history(worker_id: string, offset: number, limit: number): Promise<HistoryWindow> {
    return HistoryWindow.parse(await this.control({ action: 'history', worker_id, offset, limit }))
  }

  async texts(worker_id: string): Promise<string[]> {
    return (await this.history(worker_id, 0, 1_000)).messages.map((message) => message.text)
  }

  /** A new worker; its first turn is open once its engine has it. */
  async spawn(name = 'Frontend', task = `task of ${name}`): Promise<string> {
    return Receipt.parse(await this.control({ action: 'spawn', name, task })).worker_id
  }

  async send(worker_id: string, message: string, delivery: 'steer' | 'queue'): Promise<string> {
    return Receipt.parse(await this.control({ action: 'send', worker_id, message, delivery })).message_id
  }

  /** A message of the operator's own, from the window. */
  human(workerId: string, text: string, delivery: 'steer' | 'queue' = 'queue'): string {
    const messageId = `human-${text.slice(0, 40).replaceAll(/\W/g, '-')}-${this.crew.now}`
    this.crew.now += 1
    this.crew.send(workerId, messageId, delivery, text)
    return messageId
  }

  /** A message of the operator's to the Coordinator, which opens a turn of its. */
  toCoordinator(text: string): void {
    this.human(this.coordinator, text)
  }

  /** The `count`th turn that the worker's engine was given since the host's start. */
  turn(workerId: string, count = 1): Promise<FakeTurn> {
    return this.crew.steering.turnOf(workerId, count)
  }

  /** Plays the worker's `count`th turn to its end, with these replies in steps of their own. */
  async play(workerId: string, replies: readonly string[], count = 1, outcome?: Outcome): Promise<void> {
    const turn = await this.turn(workerId, count)
    for (const [index, reply] of replies.entries()) {
      turn.sink.step(index + 1)
      turn.reply(reply)
    }
    const ended = this.crew.outcomes(workerId).length
    turn.end(outcome)
    await this.until(() => this.crew.outcomes(workerId).length > ended)
  }

  /** Resolves when it is so; the test's time is its deadline. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
  }

  /** A worker whose first turn has ended with one reply. */
  async rested(name = 'Frontend', reply = `reply of ${name}`): Promise<string> {
    const workerId = await this.spawn(name)
    await this.play(workerId, [reply])
    return workerId
  }

  /** A worker that may delegate, in its open first turn. */
  async lead(name = 'Lead'): Promise<string> {
    const workerId = await this.spawn(name)
    this.crew.workers.setDelegates(this.coordinator, workerId, true)
    await this.turn(workerId)
    return workerId
  }

  /** A child that `parent` makes of itself by `subagent`. */
  async child(parent: string, label = 'Helper', mode: 'continuable' | 'one-shot' = 'continuable'): Promise<string> {
    const answer = await this.call('subagent', { label, task: `task of ${label}`, mode }, parent)
    expect(answer).toMatchObject({ isError: false })
    return z.object({ subagent_id: z.string() }).parse(JSON.parse(answer.text)).subagent_id
  }

  /** Completions that the Coordinator has been given, whether a turn of its has taken them already or not. */
  completions(): { workerId: string; turn: number; outcome: Outcome; text: string; id: string }[] {
    return this.notices(this.coordinator).flatMap(({ id, source, text }) =>
      source.kind === 'worker-completed' ? [{ id, workerId: source.workerId, turn: source.turn, outcome: source.outcome, text }] : []
    )
  }

  /** Texts of the settlement notices that a delegating worker has been given. */
  settlements(parent: string): string[] {
    return this.notices(parent).flatMap(({ source, text }) => (source.kind === 'subagent-settled' ? [text] : []))
  }

  /** Everything that the database holds, to show that something changed nothing. */
  everything(): unknown {
    const { db } = this.crew
    return ['project', 'session', 'event', 'turn', 'dialogue', 'inbox', 'message', 'setting'].map((table) =>
      db.all(z.record(z.string(), z.unknown()), `SELECT * FROM ${table}`)
    )
  }

  /** A worker that the operator made in a second Project. */
  foreign(): { projectId: string; workerId: string } {
    const folder = join(this.crew.folder, 'other')
    mkdirSync(folder, { recursive: true })
    const projectId = this.crew.projects.open(folder).sessionId
    const worker = { workerId: 'foreign', messageId: 'foreign-task', name: 'Foreign', task: 'foreign task', taskRef: null }
    this.crew.workers.create(projectId, { ...worker, engine: 'pi', model: 'test/model', source: { kind: 'user' } })
    return { projectId, workerId: worker.workerId }
  }

  private notices(sessionId: string) {
    const { log } = this.crew
    const taken = log.events(sessionId, { from: 0 }).flatMap((event) =>
      event.type === 'user/message' ? [{ id: event.data.id, source: event.data.source, text: visibleText(event.data.content) }] : []
    )
    return [...taken, ...log.inbox.all(sessionId).map(({ message }) => message)]
  }
}
