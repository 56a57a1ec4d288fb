/**
 * One turn of an agent's session: the prompts that are open, the messages on their way into it, and how it ends. It ends
 * only when no prompt is open, so that nothing of it can spill into the next.
 */
import type { SteeringProfile } from '../../../shared/agents'
import type { Outcome } from '../../../shared/model'
import type { EngineInput, RunFacts, TurnEnd, TurnSink } from '../engine'
import type { TurnFold } from './fold'
import { PromptEnd, SteeringAnswer } from './schemas'

/** The extension by which some agents take a message into a running turn. */
const STEERING = '_session/steering'
const PROMPT = 'session/prompt'

export interface TurnPort {
  readonly label: string
  readonly sessionId: string
  readonly profile: SteeringProfile
  readonly acceptMs: number
  request(method: string, params: object, onWritten?: () => void): Promise<unknown>
  cancel(): void
  /** In words, what an error of the agent says. */
  words(error: unknown): { code: string; message: string }
  /** The agent has done what its profile excludes: it cannot be steered any more. */
  demote(why: string): void
  onPromptEnd(end: PromptEnd): void
}

/** A batch of messages that the agent has been sent and has not yet shown to have. */
interface OnTheWay {
  readonly steers: readonly EngineInput[]
  readonly decided: PromiseWithResolvers<void>
  state: 'sent' | 'taken' | 'refused'
}

export class Turn {
  stopped: 'user' | 'disposed' | null = null
  /** Ends whatever waits for this turn: questions, commands. */
  readonly over = new AbortController()
  readonly #ended = Promise.withResolvers<TurnEnd>()
  readonly #prompts = new Set<object>()
  #onTheWay: OnTheWay[] = []
  #offered: readonly EngineInput[] = []
  readonly #taken = new Set<string>()
  /** Taken, then refused after all: sent again when nothing is open, so that they are not lost. */
  #again: EngineInput[] = []
  #failure: Outcome | null = null
  #lastStop: string | null = null
  #closed = false
  #ranTold = ''

  constructor(
    private readonly sink: TurnSink,
    readonly fold: TurnFold,
    private readonly port: TurnPort
  ) {}

  get ended(): Promise<TurnEnd> {
    return this.#ended.promise
  }

  get isOver(): boolean {
    return this.#closed
  }

  begin(text: string): void {
    this.#prompt(text, null)
  }

  async offer(steers: readonly EngineInput[]): Promise<void> {
    this.#offered = steers
    this.#send()
    const wanted = new Set(steers.map(({ messageId }) => messageId))
    const withdrawn = this.#onTheWay.filter((batch) => batch.steers.some(({ messageId }) => !wanted.has(messageId)))
    await Promise.all(withdrawn.map((batch) => batch.decided.promise))
  }

  /** What it runs on, told where it is news. */
  ran(facts: RunFacts): void {
    const told = JSON.stringify(facts)
    if (this.#closed || told === this.#ranTold) return
    this.#ranTold = told
    this.sink.ran(facts)
  }

  remark(text: string): void {
    if (!this.#closed) this.sink.remark(text)
  }

  /** A step has begun: messages that it shows to be taken are, and those that were turned down are tried once more. */
  onStep(): void {
    if (this.port.profile !== 'second-prompt') this.#send()
  }

  stop(why: 'user' | 'disposed'): void {
    this.stopped ??= why
    this.#offered = []
    for (const batch of this.#onTheWay) if (this.port.profile === 'second-prompt') this.#decide(batch, 'taken')
    this.over.abort()
    if (this.#prompts.size > 0) this.port.cancel()
    else this.#finish()
  }

  /** Ends it at once, whatever is open: the agent is gone, or does not answer. */
  fail(outcome: Outcome): void {
    this.#failure ??= outcome
    this.#prompts.clear()
    for (const batch of [...this.#onTheWay]) this.#decide(batch, 'refused')
    this.#finish()
  }

  /** Ends it with this outcome once the agent has stopped. */
  cancel(outcome: Outcome): void {
    this.#failure ??= outcome
    this.#offered = []
    this.over.abort()
    this.port.cancel()
  }

  #send(): void {
    const { profile } = this.port
    if (profile === 'none' || this.stopped !== null || this.#failure || this.#closed || this.#prompts.size === 0) return
    const moving = new Set(this.#onTheWay.flatMap((batch) => batch.steers.map(({ messageId }) => messageId)))
    const steers = this.#offered.filter(({ messageId }) => !moving.has(messageId) && !this.#taken.has(messageId))
    if (steers.length === 0) return
    const batch: OnTheWay = { steers, state: 'sent', decided: Promise.withResolvers() }
    this.#onTheWay.push(batch)
    const text = joined(steers)
    if (profile === 'second-prompt') this.#prompt(text, batch)
    else void this.#inject(text, batch)
  }

  #prompt(text: string, batch: OnTheWay | null): void {
    const open = {}
    this.#prompts.add(open)
    let timer: NodeJS.Timeout | undefined
    const onWritten = () => {
      if (batch === null) return this.fold.begin()
      timer = setTimeout(() => this.#decide(batch, 'taken'), this.port.acceptMs)
    }
    const params = { sessionId: this.port.sessionId, prompt: [{ type: 'text', text }] }
    void this.port
      .request(PROMPT, params, onWritten)
      .then(
        (answer) => this.#settle(open, batch, answer, undefined),
        (error: unknown) => this.#settle(open, batch, null, error ?? new Error('no reason'))
      )
      .finally(() => clearTimeout(timer))
  }

  #settle(open: object, batch: OnTheWay | null, answer: unknown, error: unknown): void {
    if (!this.#prompts.delete(open)) return
    const end = error === undefined ? PromptEnd.safeParse(answer).data : undefined
    if (end) {
      if (batch) this.#decide(batch, 'taken')
      else this.fold.begin()
      this.#unaskedCancel(end.stopReason)
      this.#lastStop = end.stopReason
      this.port.onPromptEnd(end)
      this.fold.promptEnded(end)
    } else if (batch && this.stopped === null) {
      if (batch.state === 'taken') this.#again.push(...batch.steers)
      this.#decide(batch, 'refused')
      this.port.demote('it refused a message while it worked')
    } else {
      if (batch) this.#decide(batch, 'taken')
      this.#failure ??= { kind: 'error', error: this.port.words(error) }
    }
    if (this.#prompts.size > 0) return
    const again = this.#again.splice(0)
    if (again.length > 0 && this.stopped === null && this.#failure === null) this.#prompt(joined(again), null)
    else this.#finish()
  }

  /** A second prompt that makes the first one end as cancelled has aborted it. */
  #unaskedCancel(stopReason: string): void {
    if (stopReason !== 'cancelled' || this.stopped !== null || this.#prompts.size === 0) return
    this.port.demote('a message sent while it worked aborted what it was doing')
  }

  async #inject(text: string, batch: OnTheWay): Promise<void> {
    const params = {
      sessionId: this.port.sessionId,
      prompt: [{ type: 'text', text }],
      _meta: { steering: { idleBehavior: 'promptRequired' } }
    }
    const answer = await this.port.request(STEERING, params).catch(() => null)
    const outcome = SteeringAnswer.safeParse(answer).data?.outcome
    if (outcome === 'startedNewTurn') this.port.demote('it began a turn of its own with a message')
    this.#decide(batch, outcome === 'injected' || outcome === 'startedNewTurn' ? 'taken' : 'refused')
  }

  /** The agent has the batch, or never will have. What was refused stays with the driver. */
  #decide(batch: OnTheWay, state: 'taken' | 'refused'): void {
    if (batch.state === 'sent') {
      batch.state = state
      if (state === 'taken' && !this.#closed) {
        for (const { messageId } of batch.steers) this.#taken.add(messageId)
        this.sink.steered(batch.steers.map(({ messageId }) => messageId), this.fold.landingStep)
        this.fold.boundary()
      }
    }
    this.#onTheWay = this.#onTheWay.filter((other) => other !== batch)
    batch.decided.resolve()
  }

  #finish(): void {
    if (this.#closed) return
    if (this.#onTheWay.length > 0) {
      // An injection is answered at once; one that is not was not taken.
      const late = setTimeout(() => this.#onTheWay.forEach((batch) => this.#decide(batch, 'refused')), this.port.acceptMs)
      void Promise.all(this.#onTheWay.map((batch) => batch.decided.promise)).then(() => {
        clearTimeout(late)
        this.#finish()
      })
      return
    }
    this.#closed = true
    this.over.abort()
    const outcome = this.#outcome()
    const why = outcome.kind === 'aborted' ? 'The turn was stopped before this ended.' : 'The turn ended before this did.'
    void this.fold.end(why).finally(() => this.#ended.resolve({ outcome }))
  }

  #outcome(): Outcome {
    if (this.#failure && this.stopped === null) return this.#failure
    if (this.stopped !== null) {
      // It had ended by itself before the stop reached it.
      const done = this.stopped === 'user' && this.#failure === null && this.#lastStop === 'end_turn' && this.fold.openCalls === 0
      return done ? { kind: 'completed' } : { kind: 'aborted', reason: { kind: this.stopped } }
    }
    return outcomeOf(this.#lastStop, this.port.label, this.fold.didSomething)
  }
}

export function outcomeOf(stopReason: string | null, label: string, didSomething: boolean): Outcome {
  switch (stopReason) {
    case 'end_turn':
      return didSomething
        ? { kind: 'completed' }
        : { kind: 'error', error: { code: 'EMPTY', message: `${label} ended the turn without saying or doing anything. Look at its own settings and its account, then retry.` } }
    case 'max_tokens':
      return { kind: 'max-tokens' }
    case 'max_turn_requests':
      return { kind: 'error', error: { code: 'MAX_REQUESTS', message: `${label} reached its limit of model calls in one turn. Send a message to let it go on.` } }
    case 'refusal':
      return { kind: 'blocked', message: `${label} declined to go on with this.` }
    case 'cancelled':
      return { kind: 'aborted', reason: { kind: 'hook', message: `${label} stopped by itself.` } }
    default:
      return { kind: 'error', error: { code: 'AGENT_ERROR', message: `${label} ended the turn in a way that Crewdeck does not know ("${stopReason ?? 'nothing'}"). Retry.` } }
  }
}

/** Several messages as one prompt. */
export function joined(inputs: readonly EngineInput[]): string {
  return inputs.map(({ text }) => text).join('\n\n')
}
