/** For tests: a real shell engine over a real supervisor, and a turn that writes down what it is told. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Now, Outcome } from '../../../shared/model'
import type { Supervisor } from '../../process/supervisor'
import { startSupervisor } from '../../process/testing/start-supervisor'
import type { AssistantMessage, Engine, EngineSession, ToolCall, ToolResult, TurnSink } from '../engine'
import { createShellEngine } from './engine'

export class RecordedTurn implements TurnSink {
  readonly events: string[] = []
  readonly replies: AssistantMessage[] = []
  readonly calls: ToolCall[] = []
  readonly results: ToolResult[] = []
  readonly lines: { detail: string; at: number }[] = []
  readonly heardAt: number[] = []
  lastNow: Now | null = null

  get reply(): string {
    return this.replies.at(-1)?.text ?? ''
  }
  step(number: number): void {
    this.events.push(`step ${number}`)
  }
  steered(): void {
    this.events.push('steered')
  }
  assistant(message: AssistantMessage): void {
    this.events.push('assistant')
    this.replies.push(message)
  }
  toolCall(call: ToolCall): void {
    this.events.push('call')
    this.calls.push(call)
  }
  toolResult(result: ToolResult): void {
    this.events.push('result')
    this.results.push(result)
  }
  presented(): void {
    this.events.push('presented')
  }
  ran(): void {
    this.events.push('ran')
  }
  remark(): void {
    this.events.push('remark')
  }
  now(now: Now | null): void {
    this.lastNow = now
    if (now !== null) this.lines.push({ detail: now.detail, at: performance.now() })
  }
  heard(): void {
    this.heardAt.push(performance.now())
  }
}

export interface Bench {
  readonly engine: Engine
  readonly supervisor: Supervisor
  /** The Project's folder. */
  readonly folder: string
  readonly stateFolder: string
  open(more?: { folder?: string; stateFolder?: string }): Promise<EngineSession>
  /** Runs the commands as one turn in a session of their own. */
  run(...commands: string[]): Promise<{ outcome: Outcome; turn: RecordedTurn; took: number }>
  /** How many processes of this supervisor are alive. */
  alive(): Promise<number>
  close(): Promise<void>
}

export async function createBench(): Promise<Bench> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'crewdeck-project-')))
  const stateFolder = await mkdtemp(join(tmpdir(), 'crewdeck-state-'))
  const { supervisor, alive, close } = await startSupervisor('shell')
  const engine = createShellEngine({ supervisor })
  const open: Bench['open'] = (more) =>
    engine.open({ sessionId: 's', name: 's', folder, model: null, stateFolder, policy: () => 'unconfirmed', ...more })
  return {
    engine,
    supervisor,
    folder,
    stateFolder,
    open,
    run: async (...commands) => {
      const session = await open()
      const turn = new RecordedTurn()
      const began = performance.now()
      const { outcome } = await session.run(inputsOf(...commands), turn)
      const took = performance.now() - began
      await session.dispose()
      return { outcome, turn, took }
    },
    alive,
    close: async () => {
      await engine.close()
      await close()
      for (const path of [folder, stateFolder]) await rm(path, { recursive: true, force: true })
    }
  }
}

export function inputsOf(...commands: string[]) {
  return commands.map((text, index) => ({ messageId: `m${index}`, text }))
}
