/** One session of the agent: its prompts, what a second one does, and the messages that are folded in. */
import { randomUUID } from 'node:crypto'
import * as acp from '@agentclientprotocol/sdk'
import { directivesOf } from '../scripted-model/script.ts'
import { perform, type Act } from './acts.ts'
import { flags } from './flags.ts'
import type { Said, Store } from './store.ts'

export interface SessionOptions {
  readonly client: acp.AgentContext
  readonly store: Store
  readonly cwd: string
  readonly servers: readonly acp.McpServer[]
  readonly meta: Record<string, unknown> | null
}

interface Running {
  readonly stop: AbortController
  readonly done: Promise<unknown>
}

export class AgentSession {
  mode = flags.modes[0] ?? 'default'
  model = flags.models[0] ?? 'test-model'
  /** Never answers a cancel. */
  deaf = false
  #said: Said[] = []
  #running: Running | null = null
  #queue: Promise<unknown> = Promise.resolve()
  /** Messages that wait for the next step boundary, and what is to be told when one is read. */
  #waiting: { text: string; read: () => void }[] = []
  #steps = 0
  #cost = 0

  readonly options: SessionOptions
  readonly id: string

  constructor(options: SessionOptions, id: string = randomUUID()) {
    this.options = options
    this.id = id
  }

  static stored(id: string, options: SessionOptions): AgentSession {
    const said = options.store.read(id)
    if (said === null) throw acp.RequestError.resourceNotFound(id)
    const session = new AgentSession(options, id)
    session.#said = said
    return session
  }

  async replay(): Promise<void> {
    for (const { role, text } of this.#said) {
      await this.update({ sessionUpdate: role === 'user' ? 'user_message_chunk' : 'agent_message_chunk', content: { type: 'text', text } })
    }
    await this.update({ sessionUpdate: 'tool_call', toolCallId: 'old', title: 'an old call', status: 'completed' })
  }

  update(update: acp.SessionUpdate): Promise<void> {
    return this.options.client.notify(acp.methods.client.session.update, { sessionId: this.id, update })
  }

  async prompt(text: string): Promise<acp.PromptResponse> {
    const running = this.#running
    if (!running) return this.#run(text)
    switch (flags.second) {
      case 'fold-first':
      case 'fold': {
        // Read at the next step boundary; the first prompt ends then, or together with this one.
        const read = Promise.withResolvers<void>()
        this.#waiting.push({ text, read: read.resolve })
        await Promise.race([read.promise, running.done])
        return (await running.done) as acp.PromptResponse
      }
      case 'abort':
        running.stop.abort()
        await running.done
        return this.#run(text)
      case 'refuse':
        throw acp.RequestError.invalidRequest(undefined, 'one prompt at a time')
      case 'refuse-late':
        await new Promise((resolve) => setTimeout(resolve, 500))
        throw acp.RequestError.invalidRequest(undefined, 'one prompt at a time')
      case 'queue':
        return this.#run(text)
    }
  }

  /** The steering extension. */
  async steer(text: string): Promise<{ outcome: string }> {
    if (text.includes('[[turn-down]]')) return { outcome: 'failed' }
    if (!this.#running) return { outcome: 'promptRequired' }
    this.#waiting.push({ text, read: () => {} })
    return { outcome: 'injected' }
  }

  cancel(): void {
    if (!this.deaf) this.#running?.stop.abort()
  }

  /** At a step boundary: what was sent meanwhile is read now. */
  boundary(): string[] {
    const read = this.#waiting.splice(0)
    for (const { text, read: tell } of read) {
      this.#said.push({ role: 'user', text })
      tell()
    }
    return read.map(({ text }) => text)
  }

  async say(text: string, stop: AbortSignal): Promise<void> {
    const messageId = `m${(this.#steps += 1)}`
    for (const piece of text.match(/[\s\S]{1,24}/g) ?? []) {
      if (stop.aborted) return
      await this.update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: piece }, messageId })
    }
    this.#said.push({ role: 'agent', text })
  }

  #run(text: string): Promise<acp.PromptResponse> {
    const stop = new AbortController()
    // One that waits for its turn may be superseded like one that runs.
    const early = Promise.withResolvers<acp.PromptResponse>()
    const work = this.#queue.then(() => this.#turn(text, stop, early))
    const done = work.finally(() => {
      if (this.#running?.stop === stop) this.#running = null
    })
    this.#running = { stop, done }
    this.#queue = done.catch(() => {})
    return Promise.race([done, early.promise])
  }

  async #turn(text: string, stop: AbortController, early: PromiseWithResolvers<acp.PromptResponse>): Promise<acp.PromptResponse> {
    this.#said.push({ role: 'user', text })
    const users = [text]
    const acts: Act[] = [...directivesOf(text)]
    let reason: acp.StopReason = 'end_turn'
    let used = 0
    while (!stop.signal.aborted) {
      const read = this.boundary()
      if (read.length > 0) {
        users.push(...read)
        acts.push(...read.flatMap((message) => directivesOf(message)))
        if (flags.second === 'fold-first') early.resolve({ stopReason: 'end_turn', usage: usageOf(0) } as acp.PromptResponse)
      }
      const act = acts.shift()
      if (!act) break
      used += 10
      const stopReason = await perform(this, act, stop.signal)
      if (stopReason) {
        reason = stopReason
        break
      }
    }
    const quiet = text.includes('[[quiet]]')
    if (!stop.signal.aborted && reason === 'end_turn' && !quiet) {
      await this.say(`**Done.** You said: ${users.map((user) => user.replaceAll(/\[\[[\s\S]*?\]\]/g, '').trim()).join(' / ')} (turn ${this.#userTurns})`, stop.signal)
      this.#cost += 0.25
      await this.update({ sessionUpdate: 'usage_update', used: 100, size: 1_000, cost: { amount: this.#cost, currency: 'USD' } })
    }
    this.options.store.write(this.id, this.#said)
    return { stopReason: stop.signal.aborted ? 'cancelled' : reason, usage: usageOf(used + 10) } as acp.PromptResponse
  }

  get #userTurns(): number {
    return this.#said.filter(({ role }) => role === 'user').length
  }
}

const usageOf = (tokens: number) => ({ inputTokens: tokens, outputTokens: 5, totalTokens: tokens + 5 })
