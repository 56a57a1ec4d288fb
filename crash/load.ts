/** What operators do, many of them at once and in no order: the load under which the host is killed. */
import { setTimeout as delay } from 'node:timers/promises'
import type { WorkerView } from '../src/shared/model'
import type { Crew } from './crew.ts'
import { Disconnected, type Client } from './host.ts'
import type { Findings } from './findings.ts'
import type { Engine, Ledger, Message, Worker } from './ledger.ts'
import type { Random } from './random.ts'
import { anyTask, orderOf, taskOf } from './tasks.ts'

const OPERATORS = 5
const FEWEST_WORKERS = 4
const MOST_WORKERS = 9
/** A worker with more than this many pending messages is sent no more. */
const MOST_PENDING = 5
/** How long a turn is waited for that something is aimed at, in ms: others may keep it from beginning. */
const BEGIN_MS = 2_500
/** Between two acts of one operator, in ms. */
const PAUSE_MS = [5, 120] as const

export interface LoadOptions {
  readonly client: Client
  readonly crew: Crew
  readonly ledger: Ledger
  readonly random: Random
  readonly sessionId: string
  /** `provider/model` of pi workers; null where there are none. */
  readonly model: string | null
  readonly findings: Findings
}

type Act =
  | 'spawn' | 'send' | 'sendTwice' | 'order' | 'interrupt' | 'interruptCoordinator' | 'continue'
  | 'withdraw' | 'edit' | 'move' | 'sendNow' | 'delete' | 'rename'

export class Load {
  readonly #options: LoadOptions
  #stopped = false
  readonly #running = new Set<Promise<void>>()

  constructor(options: LoadOptions) {
    this.#options = options
  }

  start(): void {
    for (let number = 0; number < OPERATORS; number++) this.#keep(this.#operate(this.#options.random.fork(`operator ${number}`)))
  }

  /** Resolves when every act has been answered, or cannot be any more. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running)
  }

  /** Asks for what an earlier host was asked for and did not answer, with the same ids, as clients do. */
  retry(message: Message): void {
    const worker = this.#options.ledger.workers.get(message.workerId)
    this.#keep(worker?.firstMessage === message ? this.#create(worker.id, worker.engine, message, false) : this.#send(message, false))
  }

  /** A turn that has to be killed, in a worker of its own; and its delete, once the turn runs. */
  async deleteStubborn(engine: Engine): Promise<void> {
    const { ledger, crew } = this.#options
    const id = ledger.newId('w')
    const messageId = ledger.newId('m')
    const worker = ledger.askWorker(id, engine, messageId, taskOf(engine, 'stubborn', messageId))
    await this.#create(id, engine, worker.firstMessage, true)
    await crew.until(() => (crew.get(id)?.turn?.steps ?? 0) > 0, BEGIN_MS)
    this.#keep(this.#delete(worker))
  }

  /** A steer that waits for the end of a running command. */
  async steerWorking(): Promise<void> {
    const { ledger, crew } = this.#options
    const [id, first, steer] = [ledger.newId('w'), ledger.newId('m'), ledger.newId('m')]
    const worker = ledger.askWorker(id, 'pi', first, taskOf('pi', 'working', first))
    await this.#create(id, 'pi', worker.firstMessage, true)
    await crew.until(() => crew.get(id)?.evidence.what === 'bash', BEGIN_MS)
    await this.#send(ledger.askMessage(steer, id, 'steer', taskOf('pi', 'quick', steer)), true)
  }

  #keep(act: Promise<void>): void {
    const done = act
      .catch((error: unknown) => {
        if (!(error instanceof Disconnected)) this.#options.findings.add('wrongStatus', `an act failed: ${error instanceof Error ? error.message : String(error)}`)
      })
      .finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  async #operate(random: Random): Promise<void> {
    while (!this.#stopped) {
      await delay(random.int(...PAUSE_MS))
      if (this.#stopped) return
      await this.#act(random)
    }
  }

  async #act(random: Random): Promise<void> {
    const { crew } = this.#options
    const members = crew.all().filter((worker) => worker.lifecycle === 'member')
    if (members.length < FEWEST_WORKERS) return this.#spawn(random)
    const worker = random.pick(members)
    const act = random.weighted<Act>([
      [members.length < MOST_WORKERS ? 8 : 0, 'spawn'],
      [worker.pendingCount < MOST_PENDING ? 50 : 0, 'send'],
      [worker.pendingCount < MOST_PENDING ? 6 : 0, 'sendTwice'],
      [5, 'order'],
      [worker.turn ? 14 : 0, 'interrupt'],
      [crew.coordinator?.turn ? 1.5 : 0, 'interruptCoordinator'],
      [worker.parked ? 25 : 1, 'continue'],
      [worker.pendingCount > 0 ? 8 : 0, 'withdraw'],
      [worker.pendingCount > 0 ? 8 : 0, 'edit'],
      [worker.pendingCount > 1 ? 8 : 0, 'move'],
      [worker.pendingCount > 0 ? 5 : 0, 'sendNow'],
      [members.length > MOST_WORKERS - 2 ? 20 : 3, 'delete'],
      [1, 'rename']
    ])
    switch (act) {
      case 'spawn':
        return this.#spawn(random)
      case 'send':
        return this.#send(this.#newMessage(worker, random), true)
      case 'sendTwice': {
        // Two windows, or a retry that overtakes the answer.
        const message = this.#newMessage(worker, random)
        await Promise.all([this.#send(message, true), this.#send(message, false)])
        return
      }
      case 'order':
        return this.#order(worker, random, members.length < MOST_WORKERS)
      case 'interrupt':
        return this.#interrupt(worker)
      case 'interruptCoordinator':
        return crew.coordinator ? this.#interrupt(crew.coordinator) : undefined
      case 'continue':
        await answered(this.#options.client.workers.continue(this.#target(worker.workerId)))
        return
      case 'withdraw':
        return this.#withdraw(worker, random)
      case 'edit':
        return this.#edit(worker, random)
      case 'move':
        return this.#move(worker, random)
      case 'sendNow':
        return this.#sendNow(worker, random)
      case 'delete':
        return this.#delete(this.#known(worker.workerId))
      case 'rename':
        await answered(this.#options.client.workers.rename({ ...this.#target(worker.workerId), name: `${worker.workerId} ${random.int(1, 99)}` }))
        return
      default:
        return act satisfies never
    }
  }

  #target(workerId: string): { sessionId: string; workerId: string } {
    return { sessionId: this.#options.sessionId, workerId }
  }

  #known(workerId: string): Worker {
    return this.#options.ledger.workers.get(workerId) ?? this.#options.ledger.adopt(workerId)
  }

  #newMessage({ workerId }: WorkerView, random: Random): Message {
    const { ledger } = this.#options
    const id = ledger.newId('m')
    return ledger.askMessage(id, workerId, random.chance(0.5) ? 'steer' : 'queue', anyTask(this.#known(workerId).engine, random, id))
  }

  async #spawn(random: Random): Promise<void> {
    const { ledger, model } = this.#options
    const engine: Engine = model !== null && random.chance(0.4) ? 'pi' : 'shell'
    const id = ledger.newId('w')
    const messageId = ledger.newId('m')
    await this.#create(id, engine, ledger.askWorker(id, engine, messageId, anyTask(engine, random, messageId)).firstMessage, true)
  }

  async #create(id: string, engine: Engine, firstMessage: Message, isFirstTry: boolean): Promise<void> {
    const { client, ledger, sessionId, model } = this.#options
    const made = await answered(
      client.workers.create({
        sessionId,
        workerId: id,
        messageId: firstMessage.id,
        name: id,
        task: firstMessage.text,
        engine,
        model: engine === 'pi' ? model : null
      })
    )
    if (made.kind === 'refused') ledger.refused(firstMessage, isFirstTry, made.code)
    else ledger.accepted(firstMessage, 'queue')
  }

  async #send(message: Message, isFirstTry: boolean): Promise<void> {
    const { client, ledger } = this.#options
    const { id: messageId, text, wish: delivery } = message
    const sent = await answered(client.workers.send({ ...this.#target(message.workerId), messageId, text, delivery }))
    if (sent.kind === 'refused') ledger.refused(message, isFirstTry, sent.code)
    else ledger.accepted(message, sent.value.delivery)
  }

  /** Tells the Coordinator to make a worker, or to send one something. */
  async #order(worker: WorkerView, random: Random, mayMake: boolean): Promise<void> {
    const { ledger, sessionId } = this.#options
    const mark = ledger.newId('o')
    ledger.orders.add(mark)
    const target = mayMake && random.chance(0.4) ? null : this.#known(worker.workerId).engine === 'shell' ? worker.workerId : null
    if (target === null && !mayMake) return
    const message = ledger.askMessage(ledger.newId('m'), sessionId, random.chance(0.5) ? 'steer' : 'queue', orderOf(mark, target, random))
    await this.#send(message, true)
  }

  async #interrupt({ workerId, turn }: WorkerView): Promise<void> {
    if (!turn) return
    this.#options.ledger.note('interrupt', { workerId, turn: turn.number })
    await answered(this.#options.client.workers.interrupt({ ...this.#target(workerId), turn: turn.number }))
  }

  /** Messages that may still wait. */
  #recent({ workerId }: WorkerView): Message[] {
    const mine = [...this.#options.ledger.messages.values()].filter((message) => message.workerId === workerId && message.fate === 'accepted' && message.withdrawal === null)
    return mine.slice(-MOST_PENDING)
  }

  async #edit(worker: WorkerView, random: Random): Promise<void> {
    const { client, ledger } = this.#options
    const mine = this.#recent(worker).filter((message) => !message.isEdited)
    const message = mine.length > 0 ? random.pick(mine) : undefined
    if (!message) return
    const text = anyTask(this.#known(worker.workerId).engine, random, message.id)
    message.isEdited = true
    message.said.add(text)
    ledger.note('edit', { id: message.id, text })
    const edited = await answered(client.workers.editPending({ ...this.#target(worker.workerId), messageId: message.id, text }))
    if (edited.kind === 'accepted') message.said.clear()
    if (edited.kind === 'accepted') message.said.add(text)
    else if (message.said.size > 1) message.said.delete(text)
    message.isEdited = false
    ledger.note('edited', { id: message.id, as: edited.kind })
  }

  async #move(worker: WorkerView, random: Random): Promise<void> {
    const { client, ledger } = this.#options
    const mine = this.#recent(worker)
    if (mine.length < 2) return
    const [message, neighbour] = [random.pick(mine), random.chance(0.3) ? null : random.pick(mine)]
    message.isMoved = true
    const before = neighbour?.id ?? null
    ledger.note('move', { id: message.id, before })
    const moved = await answered(client.workers.reorderPending({ ...this.#target(worker.workerId), messageId: message.id, before }))
    ledger.note('moved', { id: message.id, as: moved.kind })
  }

  async #sendNow(worker: WorkerView, random: Random): Promise<void> {
    const { client, ledger } = this.#options
    const mine = this.#recent(worker)
    const message = mine.length > 0 ? random.pick(mine) : undefined
    if (!message) return
    ledger.note('sendNow', { id: message.id })
    const sent = await answered(client.workers.sendNow({ ...this.#target(worker.workerId), messageId: message.id }))
    ledger.note('sentNow', { id: message.id, as: sent.kind })
  }

  async #withdraw(worker: WorkerView, random: Random): Promise<void> {
    const { client, ledger } = this.#options
    const { workerId } = worker
    const mine = this.#recent(worker)
    const message = mine.length > 0 ? random.pick(mine) : undefined
    if (!message) return
    message.withdrawal = 'unsure'
    ledger.note('withdraw', { id: message.id })
    const withdrawn = await answered(client.workers.withdraw({ ...this.#target(workerId), messageId: message.id }))
    message.withdrawal = withdrawn.kind
    ledger.note('withdrawn', { id: message.id, as: withdrawn.kind })
  }

  async #delete(worker: Worker): Promise<void> {
    const { client, ledger } = this.#options
    worker.removal ??= 'unsure'
    ledger.note('delete', { workerId: worker.id })
    const removed = await answered(client.workers.delete(this.#target(worker.id)))
    // Refused is only what is unknown: a worker whose creation was never answered.
    if (removed.kind === 'refused') throw new Error(`The delete of ${worker.id} was refused with ${removed.code}.`)
    worker.removal = 'accepted'
    ledger.note('deleted', { workerId: worker.id })
  }
}

type Answer<T> = { readonly kind: 'accepted'; readonly value: T } | { readonly kind: 'refused'; readonly code: string }

/** A typed refusal is an answer. A lost connection is none, and a fault of the host is thrown too. */
async function answered<T>(call: Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: 'accepted', value: await call }
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
    // A fault of the host is not an answer either.
    if (error instanceof Disconnected || code === null || code === 'INTERNAL') throw error
    return { kind: 'refused', code }
  }
}
