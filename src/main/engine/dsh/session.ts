/** A Session of ours that is resident in the harness. */
import { join } from 'node:path'
import type { Policy } from '../../../shared/model'
import { endsWithin } from '../../ends-within'
import type { Report } from '../../report'
import { decide } from '../acp/permissions'
import { EngineError, type EngineInput, type EngineSession, type SessionSpec, type TurnEnd, type TurnSink } from '../engine'
import { Versions, versionsFolderOf } from '../versions'
import { oneLine } from '../pi/child/texts.logic'
import { answerOf, approvalOf, questionOf, type QuestionAnswer } from './asks'
import { TurnFold } from './fold'
import type { Remembered } from './memory'
import { Accepted, ApprovalEnd, ApprovalFrame, Envelope, History, QuestionEnd, QuestionFrame, QueueFrame, type Pushed } from './schemas'
import { LABEL, MESSAGE_MAX_BYTES, messageOf, Refused, type DshServer, type SessionEar, type Times } from './server'
import { rpcIdOf, Turn } from './turn'

/** While a turn runs, this often it is told that the harness lives, in ms. */
const HEARTBEAT_MS = 1_500
/** What was missed is read back in pages of this many messages. */
const PAGE = 50

export interface SessionParts {
  readonly spec: SessionSpec
  readonly server: DshServer
  readonly memory: Remembered
  readonly times: Times
  readonly report: Report
  /** Said once with the first message; null where it knows. */
  readonly introduction: string | null
  readonly onDisposed: () => void
}

export class DshSession implements EngineSession, SessionEar {
  #turn: { readonly turn: Turn; readonly fold: TurnFold } | null = null
  #gone: string | null = null
  #disposing: Promise<void> | null = null
  #introduction: string | null
  /** The last event that was folded. */
  #seq = -1
  /** What comes while missed events are read: it is heard after them. */
  #held: unknown[] | null = null
  /** Pending messages of ours: the harness's ids by our rpc ids. */
  readonly #pending = new Map<string, string>()
  readonly #asks = new Map<string, AbortController>()
  /** Events that were not what we know. */
  ignored = 0

  constructor(private readonly parts: SessionParts) {
    this.#introduction = parts.introduction
  }

  get id(): string {
    return this.parts.memory.sessionId
  }

  async run(inputs: readonly EngineInput[], sink: TurnSink): Promise<TurnEnd> {
    if (this.#gone !== null) return failed('AGENT_EXIT', this.#gone)
    if (this.#disposing) return { outcome: { kind: 'aborted', reason: { kind: 'disposed' } } }
    if (this.#turn) return failed('ENGINE_BUSY', `${LABEL} already runs a turn of this worker. Wait for its end, then retry.`)
    const { spec, memory, server } = this.parts
    if (isWider(memory.mode, spec.policy())) return failed('POLICY_LOWERED', LOWERED)
    const running = this.#open(sink)
    this.#turn = running
    sink.ran({ agent: { name: LABEL, version: server.version } })
    const beating = setInterval(() => {
      if (server.heard) sink.heard()
    }, HEARTBEAT_MS)
    try {
      await this.#prompt(joined(inputs, this.#introduction), 'queue')
      this.#introduction = null
      const end = await running.turn.ended
      await running.fold.settled
      return end
    } catch (error) {
      running.turn.finish({ kind: 'error', error: this.#words(error) })
      return await running.turn.ended
    } finally {
      clearInterval(beating)
      this.#turn = null
      this.#pending.clear()
      for (const ask of this.#asks.values()) ask.abort()
      this.#asks.clear()
    }
  }

  async offerSteers(steers: readonly EngineInput[]): Promise<void> {
    await this.#turn?.turn.offer(steers)
  }

  interrupt(): void {
    this.#turn?.turn.stop('user')
  }

  dispose(): Promise<void> {
    this.#disposing ??= (async () => {
      this.#turn?.turn.stop('disposed')
      await this.#turn?.turn.ended
      this.#leave()
    })()
    return this.#disposing
  }

  onFrame({ rpcId, payload }: Pushed): void {
    switch (payload.type) {
      case 'session/event':
        return this.#held ? void this.#held.push(payload['event']) : this.#onEvent(payload['event'])
      case 'session/queue': {
        const { data } = QueueFrame.safeParse(payload)
        this.#pending.clear()
        for (const { id, message } of data?.items ?? []) if (message.source.rpcId !== undefined) this.#pending.set(message.source.rpcId, id)
        return
      }
      case 'approval/requested': {
        const { data } = ApprovalFrame.safeParse(payload)
        if (data) void this.#approve(rpcId, payload.sessionId ?? this.id, data)
        return
      }
      case 'question/requested': {
        const { data } = QuestionFrame.safeParse(payload)
        if (data) void this.#answer(rpcId, payload.sessionId ?? this.id, data)
        return
      }
      case 'approval/resolved':
        return this.#withdrawn(ApprovalEnd.safeParse(payload).data?.approvalId)
      case 'question/resolved':
        return this.#withdrawn(QuestionEnd.safeParse(payload).data?.questionRpcId)
      default:
        return
    }
  }

  onReconnected(): void {
    if (!this.#turn || this.#held) return
    this.#held = []
    void this.#catchUp()
      .catch((error: unknown) => this.parts.report('what a turn did while its stream was lost could not be read', error))
      .finally(() => {
        const held = this.#held ?? []
        this.#held = null
        for (const raw of held) this.#onEvent(raw)
      })
  }

  onOversize(): void {
    const message = `${LABEL} sent a message of over ${MESSAGE_MAX_BYTES / 1_048_576} MB, so the turn was stopped. Ask it for less at once.`
    const turn = this.#turn?.turn
    if (!turn) return
    void this.#cancel().finally(() => turn.finish({ kind: 'error', error: { code: 'MESSAGE_TOO_LARGE', message } }))
  }

  onGone(why: string): void {
    if (this.#gone !== null) return
    this.#gone = why
    const turn = this.#turn?.turn
    turn?.finish({ kind: 'error', error: { code: 'AGENT_EXIT', message: why } })
    void (turn?.ended ?? Promise.resolve()).then(() => {
      this.#leave()
      this.parts.spec.onExit?.(why)
    })
  }

  #open(sink: TurnSink): { turn: Turn; fold: TurnFold } {
    const { spec, times, report } = this.parts
    const turn = new Turn({
      prompt: (input, mode) => this.#prompt({ rpcId: rpcIdOf(input), text: input.text }, mode),
      withdraw: (rpcId) => this.#withdraw(rpcId),
      cancel: () => this.#stop(turn),
      steered: (ids, step) => sink.steered(ids, step),
      settleMs: times.settleMs
    })
    const fold = new TurnFold(sink, {
      folder: spec.folder,
      resultsFolder: join(spec.stateFolder, 'results'),
      versions: new Versions(versionsFolderOf(spec.stateFolder)),
      onTaken: (rpcId, step) => turn.taken(rpcId, step),
      onEnd: (outcome) => turn.harnessEnded(outcome),
      onIgnored: () => (this.ignored += 1),
      onFileProblem: (error) => report('a long result could not be kept', error)
    })
    return { turn, fold }
  }

  async #prompt({ rpcId, text }: { rpcId: string; text: string }, mode: 'queue' | 'steer'): Promise<void> {
    const { server } = this.parts
    await server.call('session.prompt', { sessionId: this.id, mode, content: [{ type: 'text', text }] }, Accepted, rpcId)
  }

  /** False when it is no longer there to be taken back. */
  async #withdraw(rpcId: string): Promise<boolean> {
    const itemId = this.#pending.get(rpcId)
    if (itemId === undefined) return false
    try {
      await this.parts.server.call('session.updateQueue', { sessionId: this.id, itemId, action: { kind: 'remove' } }, Accepted)
      return true
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return false
    }
  }

  async #cancel(): Promise<void> {
    await this.parts.server.call('session.cancel', { sessionId: this.id }, Accepted)
  }

  /** Asks it to stop, and ends the process when it does not. */
  async #stop(turn: Turn): Promise<void> {
    const { server, times } = this.parts
    await this.#cancel().catch((error: unknown) => this.parts.report('a turn could not be cancelled', error))
    if (await endsWithin(turn.ended, times.cancelMs)) return
    await server.end(`${LABEL} did not stop within ${times.cancelMs / 1_000} s and was ended.`)
  }

  #onEvent(raw: unknown): void {
    const { data: event } = Envelope.safeParse(raw)
    if (!event || event.seq <= this.#seq) return
    this.#seq = event.seq
    this.#turn?.fold.event(event)
  }

  /** Reads what was said while nobody heard it, oldest first. */
  async #catchUp(): Promise<void> {
    const missed: Envelope[] = []
    let beforeSeq: number | undefined
    for (let more = true; more; ) {
      const page = await this.parts.server.call('session.history', { sessionId: this.id, maxMessages: PAGE, ...(beforeSeq === undefined ? {} : { beforeSeq }) }, History)
      const events = page.events.flatMap(({ event }) => Envelope.safeParse(event).data ?? [])
      missed.unshift(...events)
      beforeSeq = events[0]?.seq
      more = page.hasMore && beforeSeq !== undefined && beforeSeq > this.#seq + 1
    }
    for (const event of missed) this.#onEvent(event)
  }

  async #approve(rpcId: string, sessionId: string, frame: ApprovalFrame): Promise<void> {
    const { spec, server, report } = this.parts
    const call = this.#turn?.fold.callOf(frame.callId)
    const chosen = await this.#ask(frame.approvalId, (signal) => decide(spec, approvalOf(frame, call?.input, spec.folder), signal))
    if (chosen === undefined) return
    const outcome = chosen?.optionId === 'allow' ? 'allowed-once' : 'rejected'
    const taken = await server.respond(rpcId, { sessionId, approvalId: frame.approvalId, outcome }).catch(() => false)
    if (!taken && server.alive) report('an answer to the harness came too late', null)
  }

  async #answer(rpcId: string, sessionId: string, { questions }: { questions: readonly Parameters<typeof questionOf>[0][] }): Promise<void> {
    const { spec, server } = this.parts
    const answers = await this.#ask(rpcId, async (signal) => {
      const given: QuestionAnswer[] = []
      for (const item of questions) {
        const answer = await decide(spec, questionOf(item), signal)
        if (signal.aborted) return null
        given.push(answerOf(item, answer))
      }
      return given
    })
    if (answers) await server.respond(rpcId, { sessionId, answer: { answers } }).catch(() => false)
  }

  /** Undefined when the question was withdrawn, or its turn has ended, meanwhile. */
  async #ask<T>(id: string, ask: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const running = this.#turn
    if (!running || running.turn.isOver) return undefined
    const withdrawn = new AbortController()
    this.#asks.set(id, withdrawn)
    try {
      const answer = await ask(AbortSignal.any([withdrawn.signal, running.turn.over.signal]))
      return withdrawn.signal.aborted || running.turn.isOver ? undefined : answer
    } catch (error) {
      this.parts.report('a question of the harness could not be asked', error)
      return undefined
    } finally {
      this.#asks.delete(id)
    }
  }

  #withdrawn(id: string | undefined): void {
    if (id !== undefined) this.#asks.get(id)?.abort()
  }

  #leave(): void {
    const { server, onDisposed } = this.parts
    if (server.sessions.get(this.id) === this) server.sessions.delete(this.id)
    onDisposed()
  }

  #words(error: unknown): { code: string; message: string } {
    if (error instanceof EngineError) return { code: error.code, message: error.message }
    if (this.#gone !== null) return { code: 'AGENT_EXIT', message: this.#gone }
    if (error instanceof Refused) return { code: 'AGENT_ERROR', message: `${LABEL} did not take the message: ${oneLine(error.message, 300)}` }
    return { code: 'AGENT_ERROR', message: `${LABEL} could not run this turn: ${messageOf(error)}. Retry.` }
  }
}

const LOWERED =
  'This worker was begun when agents might write in this Project, and DeepSeek Harness keeps that for good. Allow it again, or start a new worker.'

/** Whether the sandbox that a session keeps allows what the policy of now does not. */
export function isWider(mode: Remembered['mode'], policy: Policy): boolean {
  return mode !== 'read-only' && (policy === 'unconfirmed' || policy === 'read')
}

function joined(inputs: readonly EngineInput[], introduction: string | null): { rpcId: string; text: string } {
  const [first] = inputs
  const texts = [...(introduction === null ? [] : [introduction]), ...inputs.map(({ text }) => text)]
  return { rpcId: first ? rpcIdOf(first) : 'crewdeck:none', text: texts.join('\n\n') }
}

const failed = (code: string, message: string): TurnEnd => ({ outcome: { kind: 'error', error: { code, message } } })
