/** For tests: the engine over a real supervisor, with the small agent of `e2e/acp-agent` as a real process. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome, Policy } from '../../../shared/model'
import { Refusal } from '../../../shared/errors'
import type { AgentLaunch } from '../../agents/launch'
import type { Supervisor } from '../../process/supervisor'
import { startSupervisor } from '../../process/testing/start-supervisor'
import { until } from '../../process/testing/world'
import type { EngineInput, EngineSession, SessionSpec } from '../engine'
import { FactList } from '../pi/testing'
import { createAcpEngine, type AcpEngine, type AcpEngineOptions } from './engine'
import type { ProfileRow } from './profiles'

const AGENT = join(import.meta.dirname, '../../../../e2e/acp-agent/main.ts')
export const NODE = join(import.meta.dirname, '../../../../node_modules/.bin/node')

/** The test agent goes by these names, one for each way to steer. */
export const TEST_PROFILES: readonly ProfileRow[] = [
  { name: 'test-second', versions: ['1.2'], profile: 'second-prompt' },
  { name: 'test-extension', versions: ['1.2'], profile: 'extension' }
]

export interface World {
  readonly session: EngineSession
  readonly sessionId: string
  readonly folder: string
  readonly stateFolder: string
  readonly spec: SessionSpec
  readonly exits: string[]
  policy: Policy
}

export interface Bench {
  readonly engine: AcpEngine
  readonly supervisor: Supervisor
  readonly reports: string[]
  /** A Session with an agent that was given these flags; `as` takes up an earlier one. */
  open(flags?: readonly string[], more?: { as?: World; model?: string; spec?: Partial<SessionSpec>; launch?: Partial<AgentLaunch> }): Promise<World>
  /** How many processes of this supervisor are alive. */
  alive(): Promise<number>
  close(): Promise<void>
}

export async function startBench(options: Partial<AcpEngineOptions> = {}): Promise<Bench> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'crewdeck-acp-')))
  const { supervisor, alive, close } = await startSupervisor('acp')
  const reports: string[] = []
  const launches = new Map<string, AgentLaunch>()
  let made = 0
  const engine = createAcpEngine({
    supervisor,
    agents: {
      launch: async (agentId) => {
        const launch = launches.get(agentId)
        if (!launch) throw new Refusal('NOT_FOUND', `There is no agent "${agentId}".`, 'Settings lists them.')
        return launch
      },
      expected: (agentId) => (launches.has(agentId) ? { label: 'Test Agent', name: null, version: null } : null)
    },
    report: (message) => void reports.push(message),
    profiles: TEST_PROFILES,
    ...options,
    times: { cancelMs: 600, closeMs: 400, idleMs: 200, acceptMs: 300, startMs: 15_000, ...options.times }
  })

  return {
    engine,
    supervisor,
    reports,
    open: async (flags = [], { as, model, spec: more, launch } = {}) => {
      // The same flags are the same agent, so that sessions can share its process.
      const agentId = `agent-${createHash('sha256').update(JSON.stringify([flags, launch])).digest('hex').slice(0, 12)}`
      launches.set(agentId, {
        agentId, label: 'Test Agent', command: NODE, args: [AGENT, '--store', join(root, 'store'), ...flags], env: {}, cwd: root,
        signIn: null, signInHint: 'Give it a test key.', modes: {}, model: null, shared: true, clientFiles: true, closesToStop: false, restsAMinute: false, systemPrompt: false, ...launch
      })
      made += 1
      const folder = as?.folder ?? join(root, `project-${made}`)
      const stateFolder = as?.stateFolder ?? join(root, `state-${made}`)
      await mkdir(folder, { recursive: true })
      await mkdir(stateFolder, { recursive: true, mode: 0o700 })
      const exits: string[] = []
      const sessionId = as?.sessionId ?? `session-${made}`
      const world = { folder, stateFolder, exits, sessionId, policy: 'run' as Policy }
      const spec: SessionSpec = {
        sessionId, name: 'Ada', folder, stateFolder,
        model: model === undefined ? agentId : `${agentId}/${model}`,
        policy: () => world.policy,
        onExit: (why) => exits.push(why),
        ...more
      }
      return Object.assign(world, { spec, session: await engine.open(spec) })
    },
    alive,
    close: async () => {
      await engine.close()
      await close()
      await rm(root, { recursive: true, force: true })
    }
  }
}

export const input = (text: string, messageId = 'm1'): EngineInput => ({ messageId, text })

/** Begins a turn. */
export function begin(world: World, ...inputs: (string | EngineInput)[]): { facts: FactList; ended: Promise<Outcome> } {
  const facts = new FactList()
  const ended = world.session.run(inputs.map((given, index) => (typeof given === 'string' ? input(given, `m${index + 1}`) : given)), facts)
  return { facts, ended: ended.then((end) => end.outcome) }
}

/** Runs a whole turn. */
export async function run(world: World, text: string): Promise<{ facts: FactList; outcome: Outcome }> {
  const { facts, ended } = begin(world, text)
  return { facts, outcome: await ended }
}

export { until }
