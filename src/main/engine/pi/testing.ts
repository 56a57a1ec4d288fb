/** For tests: the pi process as the build makes it, forked like the served host forks it, and a turn's facts as a list. */
import { fork } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startScriptedModel, type ScriptedModel } from '../../../../e2e/scripted-model/main'
import type { ModelApi, Now, Outcome, Policy } from '../../../shared/model'
import type { ChildLink, ForkProcess } from '../../host-options'
import type { ResolvedModel } from '../../models/resolved'
import { buildScript } from '../../process/testing/build'
import type {
  AssistantMessage,
  EngineInput,
  EngineSession,
  PresentedFile,
  RunFacts,
  SessionSpec,
  ToolCall,
  ToolResult,
  TurnSink
} from '../engine'
import { createPiEngine, type PiEngine, type PiEngineOptions } from './engine'

/** Builds the pi process where it finds its packages. Resolves with the folder, which is the caller's to remove. */
export async function buildPiProcess(): Promise<string> {
  const cache = join(import.meta.dirname, '../../../../node_modules/.cache')
  await mkdir(cache, { recursive: true })
  return dirname(await buildScript(join(import.meta.dirname, 'process.ts'), { name: 'pi-process', below: cache }))
}

export interface StartedChild extends ChildLink {
  /** Breaks the channel, as the death of the host does. */
  disconnect(): void
}

/** Forks the built process by the Node that runs the test. `started` gets every child. */
export function forkFrom(folder: string, started: StartedChild[]): ForkProcess {
  return (script, env) => {
    const child = fork(join(folder, `${script}.mjs`), [], {
      env: { ...process.env, ...env },
      execArgv: [],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc']
    })
    let detail = ''
    child.stderr?.on('data', (data: Buffer) => (detail = (detail + data.toString()).slice(-4_000)))
    const link: StartedChild = {
      pid: child.pid,
      disconnect: () => child.disconnect(),
      send: (message) => void (child.connected && child.send(message as object)),
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void child.once('exit', (code) => listener(code, detail)),
      kill: () => void child.kill()
    }
    started.push(link)
    return link
  }
}

export type Fact =
  | { fact: 'step'; number: number }
  | { fact: 'steered'; messageIds: readonly string[]; step: number }
  | ({ fact: 'assistant' } & AssistantMessage)
  | ({ fact: 'call' } & ToolCall)
  | ({ fact: 'result' } & ToolResult)
  | { fact: 'presented'; files: readonly PresentedFile[] }
  | ({ fact: 'ran' } & RunFacts)
  | { fact: 'remark'; text: string }
  | { fact: 'now'; now: Now | null }
  | { fact: 'heard'; at: number }

/** A sink that keeps everything in order, and tells when something is there. */
export class FactList implements TurnSink {
  readonly facts: Fact[] = []
  #waiting: (() => void)[] = []

  step(number: number): void {
    this.#add({ fact: 'step', number })
  }
  steered(messageIds: readonly string[], step: number): void {
    this.#add({ fact: 'steered', messageIds, step })
  }
  assistant(message: AssistantMessage): void {
    this.#add({ fact: 'assistant', ...message })
  }
  toolCall(call: ToolCall): void {
    this.#add({ fact: 'call', ...call })
  }
  toolResult(result: ToolResult): void {
    this.#add({ fact: 'result', ...result })
  }
  presented(_callId: string, files: readonly PresentedFile[]): void {
    this.#add({ fact: 'presented', files })
  }
  ran(facts: RunFacts): void {
    this.#add({ fact: 'ran', ...facts })
  }
  remark(text: string): void {
    this.#add({ fact: 'remark', text })
  }
  now(now: Now | null): void {
    this.#add({ fact: 'now', now })
  }
  heard(): void {
    this.#add({ fact: 'heard', at: Date.now() })
  }

  of<T extends Fact['fact']>(kind: T): Extract<Fact, { fact: T }>[] {
    return this.facts.filter((fact): fact is Extract<Fact, { fact: T }> => fact.fact === kind)
  }

  /** Resolves with the first fact of the kind that fits, now or later. Fails after ten seconds. */
  async first<T extends Fact['fact']>(
    kind: T,
    fits: (fact: Extract<Fact, { fact: T }>) => boolean = () => true
  ): Promise<Extract<Fact, { fact: T }>> {
    const deadline = Date.now() + 10_000
    for (;;) {
      const found = this.of(kind).find(fits)
      if (found) return found
      if (Date.now() > deadline) throw new Error(`No ${kind} in ten seconds; there was ${JSON.stringify(this.facts).slice(0, 2_000)}`)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        setTimeout(resolve, 500)
      })
    }
  }

  get reply(): string {
    return this.of('assistant').findLast((message) => message.text !== '')?.text ?? ''
  }

  #add(fact: Fact): void {
    this.facts.push(fact)
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** A Session on its own folders. */
export interface World {
  readonly folder: string
  readonly stateFolder: string
  readonly session: EngineSession
  /** What agents may do; a test may change it. */
  policy: Policy
  /** Why the engine ended by itself, if it has. */
  readonly exits: string[]
}

export interface OpenOptions {
  readonly model?: string
  readonly policy?: Policy
  /** What else the host offers to the Session. */
  readonly spec?: Partial<Pick<SessionSpec, 'tools' | 'callTool' | 'ask' | 'question' | 'remembered' | 'instructions'>>
  /** Opens on the folders of another one, as after a restart. */
  readonly as?: Pick<World, 'folder' | 'stateFolder'>
}

export interface Bench {
  readonly root: string
  readonly model: ScriptedModel
  readonly pi: PiEngine
  readonly children: readonly StartedChild[]
  open(options?: OpenOptions): Promise<World>
  close(): Promise<void>
}

/** Models are `chat/NAME`, `responses/NAME`, `messages/NAME`, by API; `nowhere/NAME` has a closed port. */
const APIS: Readonly<Record<string, ModelApi>> = {
  chat: 'openai-completions',
  responses: 'openai-responses',
  messages: 'anthropic-messages',
  nowhere: 'openai-completions'
}

export const BENCH_KEY = 'the-key-of-the-bench'

/** Everything that a test of the engine needs: real process, real HTTP, a scripted model. */
export async function startBench(options: Partial<PiEngineOptions> = {}): Promise<Bench> {
  const root = await mkdtemp(join(tmpdir(), 'crewdeck-pi-'))
  const built = await buildPiProcess()
  const model = await startScriptedModel()
  const children: StartedChild[] = []
  const pi = createPiEngine({ fork: forkFrom(built, children), ...options })
  pi.useModels({ resolve: async (name) => resolveOn(model, name) })
  let made = 0
  return {
    root,
    model,
    pi,
    children,
    async open({ model: name = 'chat/normal', policy = 'run', as, spec: offered } = {}) {
      const id = `w${(made += 1)}`
      const { folder, stateFolder } = as ?? { folder: join(root, id, 'project'), stateFolder: join(root, id, 'state') }
      await mkdir(folder, { recursive: true })
      await mkdir(stateFolder, { recursive: true, mode: 0o700 })
      const now = { policy }
      const exits: string[] = []
      const spec: SessionSpec = {
        sessionId: id, name: 'Ada', folder, stateFolder, model: name,
        policy: () => now.policy,
        onExit: (why) => exits.push(why),
        ...offered
      }
      return Object.assign(now, { folder, stateFolder, exits, session: await pi.engine.open(spec) })
    },
    async close() {
      await pi.engine.close()
      await model.close()
      await rm(root, { recursive: true, force: true })
      await rm(built, { recursive: true, force: true })
    }
  }
}

function resolveOn(model: ScriptedModel, name: string): ResolvedModel {
  const [provider = '', modelId = ''] = name.split('/')
  const api = APIS[provider] ?? 'openai-completions'
  const host = provider === 'nowhere' ? 'http://127.0.0.1:9' : model.url
  const baseUrl = api === 'anthropic-messages' ? host : `${host}/v1`
  return { kind: 'custom', provider, providerName: 'Scripted', modelId, key: BENCH_KEY, api, baseUrl }
}

let messages = 0

/** A message with an id of its own. */
export const input = (text: string): EngineInput => ({ messageId: `m${(messages += 1)}`, text })

/** Starts a turn: its facts as they come, and its end. */
export function begin(world: World, text: string): { facts: FactList; ended: Promise<Outcome> } {
  const facts = new FactList()
  return { facts, ended: world.session.run([input(text)], facts).then((end) => end.outcome) }
}

/** Runs a turn to its end. */
export async function run(world: World, text: string): Promise<{ facts: FactList; outcome: Outcome }> {
  const { facts, ended } = begin(world, text)
  return { outcome: await ended, facts }
}

/** The texts of all user messages in pi's own record, in order. */
export async function rememberedInputs(world: Pick<World, 'stateFolder'>): Promise<string[]> {
  const kept = join(world.stateFolder, 'pi')
  const texts: string[] = []
  for (const name of (await readdir(kept)).filter((file) => file.endsWith('.jsonl'))) {
    for (const line of (await readFile(join(kept, name), 'utf8')).split('\n')) {
      if (line === '') continue
      const entry: { message?: { role: string; content: { text: string }[] } } = JSON.parse(line)
      if (entry.message?.role === 'user') texts.push(entry.message.content.map((part) => part.text).join(''))
    }
  }
  return texts
}
