/** A session of the stand-in: an inbox with two lists, and turns that follow their directives. */
import { randomUUID } from 'node:crypto'
import { directivesOf } from '../scripted-model/script.ts'

export interface DoubleEvent {
  readonly type: string
  readonly seq: number
  readonly time: number
  readonly data: object
}

export interface Outward {
  push(type: string, payload: object, rpcId?: string): void
  /** Breaks every open stream. */
  cut(): void
  keep(id: string, events: readonly DoubleEvent[]): void
}

interface Pending {
  readonly id: string
  readonly placement: 'queued' | 'steering'
  readonly rpcId: string
  readonly text: string
}

interface Detail {
  readonly ms?: number
  readonly args?: object
  readonly text?: string
  readonly diffs?: readonly object[]
  readonly questions?: readonly object[]
  readonly files?: readonly object[]
  readonly message?: string
}

export class DoubleSession {
  readonly id: string
  readonly events: DoubleEvent[]
  model = { provider: 'scripted', model: 'scripted' }
  #pending: Pending[] = []
  #turn = 0
  #running: AbortController | null = null
  #deaf = false
  readonly #answers = new Map<string, (value: unknown) => void>()

  readonly #outward: Outward

  constructor(id: string, outward: Outward, events: readonly DoubleEvent[]) {
    this.id = id
    this.#outward = outward
    this.events = [...events]
    this.#turn = events.filter(({ type }) => type === 'turn/start').length
  }

  accept(placement: Pending['placement'], text: string, rpcId: string): void {
    this.#pending.push({ id: randomUUID(), placement, rpcId, text })
    this.#queue()
    if (!this.#running) void this.#run()
  }

  remove(id: string): boolean {
    const before = this.#pending.length
    this.#pending = this.#pending.filter((item) => item.id !== id)
    if (this.#pending.length < before) this.#queue()
    return this.#pending.length < before
  }

  cancel(): void {
    if (!this.#deaf) this.#running?.abort()
  }

  answered(rpcId: string, value: unknown): boolean {
    const take = this.#answers.get(rpcId)
    this.#answers.delete(rpcId)
    take?.(value)
    return take !== undefined
  }

  async #run(): Promise<void> {
    const running = new AbortController()
    this.#running = running
    this.#turn += 1
    const turn = this.#turn
    this.#event('turn/start', { turn })
    const left: { name: string; rest: string }[] = []
    let said = ''
    let reason: object = { kind: 'completed' }
    for (let step = 1; ; step++) {
      const claimed = [...this.#claim('steering'), ...(step === 1 ? this.#claim('queued').slice(0, 1) : [])]
      this.#pending = this.#pending.filter((item) => !claimed.includes(item))
      this.#queue()
      this.#event('step/start', { turn, step })
      for (const { rpcId, text, id } of claimed) {
        said = text.replaceAll(/\[\[.*?\]\]/gs, '').trim()
        left.push(...directivesOf(text))
        this.#event('user/message', { id, role: 'user', content: [{ type: 'text', text }], source: { kind: 'user', rpcId } })
      }
      const directive = left.shift()
      const end = directive ? await this.#act(turn, step, directive, running.signal) : null
      if (running.signal.aborted) reason = { kind: 'aborted', reason: { kind: 'user' } }
      else if (end) reason = end
      if (!directive) this.#message(turn, step, [{ type: 'text', text: `**Done.** You said: ${said}` }])
      this.#event('step/end', { turn, step })
      if (running.signal.aborted || end || (!directive && this.#claim('steering').length === 0)) break
    }
    this.#event('turn/end', { turn, reason })
    this.#outward.keep(this.id, this.events)
    this.#running = null
    if (this.#pending.length > 0) void this.#run()
  }

  /** One directive is one step. Resolves with why the turn ends, or null. */
  async #act(turn: number, step: number, { name, rest }: { name: string; rest: string }, signal: AbortSignal): Promise<object | null> {
    const [tool, json] = name === 'tool' || name === 'approve' ? [rest.split(' ')[0] ?? '', rest.slice(rest.indexOf(' ') + 1)] : [name, rest]
    if (name === 'flood') return (this.#event('assistant/chunk', { text: 'x'.repeat(Number(rest)) }), null)
    const detail = (json.startsWith('{') ? JSON.parse(json) : {}) as Detail
    if (name === 'exit') process.exit(3)
    if (name === 'fail') return { kind: 'error', error: { message: detail.message ?? 'no', code: 'AUTH', status: 401 } }
    if (name === 'deaf') this.#deaf = true
    if (name === 'cut') this.#outward.cut()
    const callId = `call-${randomUUID().slice(0, 8)}`
    this.#message(turn, step, [{ type: 'tool-call', id: callId, name: tool, arguments: JSON.stringify(detail.args ?? {}) }])
    this.#event('tool/call', { turn, step, callId, name: tool, arguments: JSON.stringify(detail.args ?? {}) })
    let text = detail.text ?? 'done'
    let isError = false
    if (name === 'approve') {
      const approvalId = randomUUID()
      const answer = await this.#ask('approval/requested', { sessionId: this.id, approvalId, toolName: tool, callId, reason: 'wants to' }, signal)
      isError = !JSON.stringify(answer ?? null).includes('allowed-once')
      if (isError) text = 'Error: it was not allowed'
    }
    if (name === 'question') text = JSON.stringify(await this.#ask('question/requested', { sessionId: this.id, questions: detail.questions }, signal))
    await waited(detail.ms ?? (name === 'deaf' ? 60_000 : 0), this.#deaf ? null : signal)
    if (name === 'present') this.#event('deliverables/presented', { turn, callId, files: detail.files ?? [] })
    const content = [{ type: 'tool-result', toolCallId: callId, content: [{ type: 'text', text: signal.aborted ? 'Error: tool call aborted' : text }], isError: isError || signal.aborted }]
    this.#event('tool/result', { turn, step, message: { role: 'user', id: randomUUID(), content }, ...(detail.diffs ? { meta: { diffs: detail.diffs } } : {}) })
    return null
  }

  #ask(type: string, payload: object, signal: AbortSignal): Promise<unknown> {
    const rpcId = randomUUID()
    return new Promise((resolve) => {
      this.#answers.set(rpcId, resolve)
      signal.addEventListener('abort', () => resolve(null))
      this.#outward.push(type, payload, rpcId)
    })
  }

  #claim(placement: Pending['placement']): Pending[] {
    return this.#pending.filter((item) => item.placement === placement)
  }

  #message(turn: number, step: number, content: readonly object[]): void {
    const message = { id: randomUUID(), role: 'assistant', content, source: { kind: 'model', ...this.model } }
    this.#event('assistant/message', { turn, step, message, usage: { inputTokens: 10, outputTokens: 2 } })
  }

  #queue(): void {
    const items = this.#pending.map(({ id, placement, rpcId }) => ({ id, placement, message: { source: { kind: 'user', rpcId } } }))
    this.#outward.push('session/queue', { sessionId: this.id, items })
  }

  #event(type: string, data: object): void {
    const event = { type, seq: this.events.length, time: Date.now(), data }
    this.events.push(event)
    this.#outward.push('session/event', { sessionId: this.id, event })
  }
}

function waited(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
    if (signal?.aborted) resolve()
  })
}
