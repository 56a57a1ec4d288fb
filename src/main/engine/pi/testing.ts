/** For tests: the pi process as the build makes it, forked like the served host forks it, and a turn's facts as a list. */
import { fork } from 'node:child_process'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import type { Now } from '../../../shared/model'
import type { ChildLink, ForkProcess } from '../../host-options'
import type { AssistantMessage, PresentedFile, ToolCall, ToolResult, TurnSink } from '../engine'

/** Builds the pi process where it finds its packages. Resolves with the folder, which is the caller's to remove. */
export async function buildPiProcess(): Promise<string> {
  const cache = join(import.meta.dirname, '../../../../node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'crewdeck-pi-'))
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: true,
      target: 'node22',
      outDir,
      minify: false,
      rollupOptions: {
        input: { 'pi-process': join(import.meta.dirname, 'process.ts') },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' }
      }
    }
  })
  return outDir
}

/** Forks the built process by the Node that runs the test. `started` gets every child. */
export function forkFrom(folder: string, started: ChildLink[]): ForkProcess {
  return (script, env) => {
    const child = fork(join(folder, `${script}.mjs`), [], { env: { ...process.env, ...env }, execArgv: [], stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
    let detail = ''
    child.stderr?.on('data', (data: Buffer) => (detail = (detail + data.toString()).slice(-4_000)))
    const link: ChildLink = {
      pid: child.pid,
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
  async first<T extends Fact['fact']>(kind: T, fits: (fact: Extract<Fact, { fact: T }>) => boolean = () => true): Promise<Extract<Fact, { fact: T }>> {
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
