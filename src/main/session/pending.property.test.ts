/**
 * Whatever is done to what waits, and whatever engine and crashes do meanwhile: nothing is lost, nothing is doubled, each
 * message has the text that was edited last, and turns take them in the order that was asked for.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Refusal } from '../../shared/errors'
import { visibleText } from './events'
import { Crew } from '../testing/crew'

const ACTIONS = [
  'steer', 'queue', 'queue', 'queue', 'edit', 'edit', 'move', 'move', 'last', 'sendNow', 'withdraw',
  'take', 'end', 'end', 'interrupt', 'continue', 'crash', 'settle'
] as const
type Action = (typeof ACTIONS)[number]

interface Step {
  readonly action: Action
  /** Which message, and which neighbour. */
  readonly pick: number
  readonly other: number
  /** Whether the engine gets a moment before the next act. */
  readonly tick: boolean
}

const stepsOf = (actions: readonly Action[]) =>
  fc.array(fc.record({ action: fc.constantFrom(...actions), pick: fc.nat(20), other: fc.nat(20), tick: fc.boolean() }), {
    minLength: 1,
    maxLength: 45,
    size: 'max'
  })
/** Mostly what happens to steers of a running turn. */
const CROWD = [...ACTIONS, 'steer', 'steer', 'steer', 'edit', 'edit', 'move', 'withdraw', 'take', 'take', 'take', 'take', 'settle'] as const

const settle = async () => {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** A worker whose engine is played, and what its operator believes of it. */
class World {
  crew = new Crew()
  readonly texts = new Map([['w-task', 'task of w']])
  readonly withdrawn = new Set<string>()
  /** In the order in which they shall be taken. */
  steers: string[] = []
  queue: string[] = ['w-task']
  #read = 0

  start(): void {
    this.crew.worker('w')
    this.read()
  }

  get waiting(): string[] {
    return [...this.steers, ...this.queue]
  }

  /** Holds what the log says of turns against what was asked for, and follows it. */
  read(): void {
    for (const event of this.crew.log.events('w', { from: this.#read })) {
      this.#read = event.seq + 1
      if (event.type !== 'user/message') continue
      const { id, content } = event.data
      expect(visibleText(content)).toBe(this.texts.get(id))
      // Steers go in their order before the queue, of which one message goes at a time.
      const row = this.steers.length > 0 && this.steers.includes(id) ? this.steers : this.queue
      expect(row.shift()).toBe(id)
    }
    expect(this.crew.waiting('w')).toEqual(this.waiting.map((id) => `${id}: ${this.texts.get(id)}`))
  }

  /** Does a change; a refusal has no effect. */
  async change(act: () => Promise<void> | void, effect: () => void): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return
    }
    effect()
  }

  async step({ action, pick, other }: Step, index: number): Promise<void> {
    const { crew } = this
    const { sessionId, workers } = crew
    const turn = crew.steering.turns.at(-1)
    const target = this.waiting[pick % Math.max(1, this.waiting.length)]
    const row = target !== undefined && this.steers.includes(target) ? this.steers : this.queue
    switch (action) {
      case 'steer':
      case 'queue': {
        const id = `m${index}`
        this.texts.set(id, id)
        const open = crew.log.get('w')?.openTurn !== null
        const { delivery } = crew.send('w', id, action)
        // Without an open turn it is a steer all the same: it goes first.
        if (delivery === 'steer') this.steers.push(id)
        else this.queue.push(id)
        if (!open) await settle()
        return
      }
      case 'edit': {
        if (target === undefined) return
        const text = `${target} as edited by ${index}`
        const before = this.texts.get(target) ?? ''
        this.texts.set(target, text)
        let done = false
        await this.change(
          () => workers.editPending(sessionId, 'w', { messageId: target, text }),
          () => (done = true)
        )
        if (!done) this.texts.set(target, before)
        return
      }
      case 'move':
      case 'last': {
        const before = action === 'last' ? null : this.waiting[other % Math.max(1, this.waiting.length)]
        if (target === undefined || before === undefined) return
        await this.change(
          () => workers.reorderPending(sessionId, 'w', target, before),
          () => {
            if (before === target) return
            row.splice(row.indexOf(target), 1)
            row.splice(before === null ? row.length : row.indexOf(before), 0, target)
          }
        )
        return
      }
      case 'sendNow':
        if (target === undefined) return
        await this.change(
          () => {
            workers.sendNow(sessionId, 'w', target)
          },
          () => {
            if (row === this.steers) return
            row.splice(row.indexOf(target), 1)
            this.steers.push(target)
          }
        )
        return
      case 'withdraw':
        if (target === undefined) return
        await this.change(
          () => workers.withdraw(sessionId, 'w', target),
          () => {
            row.splice(row.indexOf(target), 1)
            this.withdrawn.add(target)
          }
        )
        return
      case 'take':
        turn?.sink.step(1)
        await settle()
        turn?.takeSteers(2)
        return
      case 'end':
        return turn?.end()
      case 'interrupt': {
        const open = crew.log.get('w')?.openTurn
        if (open) workers.interrupt(sessionId, 'w', open, 'user')
        return
      }
      case 'continue':
        return workers.continue(sessionId, 'w')
      case 'crash':
        this.crash()
        return
      case 'settle':
        return settle()
      default:
        return action satisfies never
    }
  }

  crash(): void {
    const { folder } = this.crew
    this.crew.die()
    this.crew = new Crew(folder)
    this.crew.sessions.repair()
  }

  /** Every message is in one place. */
  check(): void {
    const delivered = Object.values(this.crew.turnInputs('w')).flat()
    expect([...delivered, ...this.crew.pending('w'), ...this.withdrawn].toSorted()).toEqual([...this.texts.keys()].toSorted())
  }
}

it('does as it is asked, one act after the other', async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(ACTIONS), async (plan) => {
      const world = new World()
      try {
        world.start()
        for (const [index, step] of plan.entries()) {
          await world.step(step, index)
          await settle()
          world.read()
        }
        world.check()
      } finally {
        await world.crew.close()
      }
    }),
    { numRuns: 30, endOnFailure: true }
  )
}, 60_000)

type Try = { readonly kind: 'edit'; readonly id: string; readonly text: string } | { readonly kind: 'withdraw' | 'move' | 'sendNow'; readonly id: string }

/** The same, by an engine that takes its time: acts are not waited for, so that they meet each other and the engine's own. */
class Crowd extends World {
  readonly done: Try[] = []
  /** What the engine has taken, as it was offered. */
  readonly taken: [id: string, text: string][] = []
  #tries: Promise<void>[] = []

  override start(): void {
    super.start()
    this.#slow()
  }

  #slow(): void {
    const { steering } = this.crew
    steering.obeysInterrupt = false
    steering.beforeOffer = settle
    steering.onTurn = (turn) => turn.sink.step(1)
  }

  override async step(step: Step, index: number): Promise<void> {
    const { sessionId, workers, log } = this.crew
    const waiting = this.crew.pending('w')
    const id = waiting[step.pick % Math.max(1, waiting.length)] ?? 'none'
    const before = waiting[step.other % Math.max(1, waiting.length)] ?? null
    const text = `${id} as edited by ${index}`
    switch (step.action) {
      case 'steer':
      case 'queue':
        this.texts.set(`m${index}`, `m${index}`)
        this.crew.send('w', `m${index}`, step.action)
        return
      case 'edit':
        return this.#try({ kind: 'edit', id, text }, () => workers.editPending(sessionId, 'w', { messageId: id, text }))
      case 'move':
        return this.#try({ kind: 'move', id }, () => workers.reorderPending(sessionId, 'w', id, before))
      case 'last':
        return this.#try({ kind: 'move', id }, () => workers.reorderPending(sessionId, 'w', id, null))
      case 'withdraw':
        return this.#try({ kind: 'withdraw', id }, () => workers.withdraw(sessionId, 'w', id))
      case 'sendNow':
        return this.#try({ kind: 'sendNow', id }, () => workers.sendNow(sessionId, 'w', id))
      case 'take': {
        const turn = this.crew.steering.turns.at(-1)
        if (!turn || log.get('w')?.openTurn === null) return
        this.taken.push(...turn.steers.map(({ messageId, text: said }): [string, string] => [messageId, said]))
        turn.takeSteers(2)
        return
      }
      case 'crash':
        // What is on its way dies with the host: it is in the log, or it never was.
        for (const dying of this.#tries.splice(0)) dying.catch(() => undefined)
        this.crash()
        this.#slow()
        return
      default:
        return super.step(step, index)
    }
  }

  #try(what: Try, act: () => Promise<void> | void): void {
    this.#tries.push(this.change(act, () => void this.done.push(what)))
  }

  async end(): Promise<void> {
    this.crew.steering.onTurn = (turn) => setImmediate(() => turn.end())
    this.crew.steering.turns.at(-1)?.end()
    await Promise.all(this.#tries)
    await this.crew.idle('w')
  }
}

it('loses and doubles nothing when everybody acts at once, and the engine was told what the log says', async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(CROWD), async (plan) => {
      const world = new Crowd()
      try {
        world.start()
        for (const [index, step] of plan.entries()) {
          await world.step(step, index)
          if (step.tick) await new Promise((resolve) => setImmediate(resolve))
        }
        await world.end()
        for (const { kind, id } of world.done) if (kind === 'withdraw') world.withdrawn.add(id)
        world.check()
        for (const change of world.done) if (change.kind === 'edit') world.texts.set(change.id, change.text)
        const events = world.crew.log.events('w', { from: 0 })
        const said = new Map(events.flatMap((event): [string, string][] => (event.type === 'user/message' ? [[event.data.id, visibleText(event.data.content)]] : [])))
        const held = world.crew.log.inbox.all('w').map(({ message }): [string, string] => [message.id, message.text])
        for (const [id, text] of [...said, ...held]) expect(text).toBe(world.texts.get(id))
        const inputs = world.crew.steering.turns.flatMap((turn) => turn.inputs.map(({ messageId, text }): [string, string] => [messageId, text]))
        for (const [id, text] of [...inputs, ...world.taken]) expect(said.get(id)).toBe(text)
      } finally {
        await world.crew.close()
      }
    }),
    { numRuns: 40, endOnFailure: true }
  )
}, 60_000)
