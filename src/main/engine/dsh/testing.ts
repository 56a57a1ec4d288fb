/** For tests: the engine over a real supervisor, with the stand-in of `e2e/dsh-double` as a real process. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome, Policy } from '../../../shared/model'
import { startSupervisor } from '../../process/testing/start-supervisor'
import type { EngineInput, EngineSession, SessionSpec } from '../engine'
import { FactList } from '../pi/testing'
import { createDshEngine, type DshEngineOptions } from './engine'

const DOUBLE = join(import.meta.dirname, '../../../../e2e/dsh-double/main.ts')
const NODE = join(import.meta.dirname, '../../../../node_modules/.bin/node')

export interface World {
  readonly session: EngineSession
  readonly spec: SessionSpec
  readonly folder: string
  readonly exits: string[]
  policy: Policy
}

export async function startBench(flags: readonly string[] = [], options: Partial<DshEngineOptions> = {}) {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'crewdeck-dsh-')))
  const { supervisor, alive, close } = await startSupervisor('dsh')
  const reports: string[] = []
  const create = () =>
    createDshEngine({
      supervisor,
      find: async () => ({ command: NODE, version: '0.1.0-rc.8' }),
      report: (message) => void reports.push(message),
      args: [DOUBLE, '--store', join(root, 'store'), ...flags],
      ...options,
      times: { cancelMs: 600, settleMs: 300, idleMs: 100, startMs: 15_000, ...options.times }
    })
  let engine = create()
  let made = 0
  return {
    reports,
    supervisor,
    root,
    open: async (more: Partial<SessionSpec> = {}, as?: World): Promise<World> => {
      made += 1
      const folder = as?.folder ?? join(root, `project-${made}`)
      const stateFolder = as?.spec.stateFolder ?? join(root, `state-${made}`)
      await mkdir(folder, { recursive: true })
      await mkdir(stateFolder, { recursive: true, mode: 0o700 })
      const exits: string[] = []
      const world = { folder, exits, policy: 'run' as Policy }
      const spec: SessionSpec = {
        sessionId: as?.spec.sessionId ?? `session-${made}`, name: 'Ada', folder, stateFolder, model: null,
        policy: () => world.policy,
        onExit: (why) => exits.push(why),
        ...more
      }
      return Object.assign(world, { spec, session: await engine.open(spec) })
    },
    /** As after the end of the host. */
    restart: async () => {
      await engine.close()
      engine = create()
    },
    check: () => engine.check(),
    alive,
    close: async () => {
      await engine.close()
      await close()
      await rm(root, { recursive: true, force: true })
    }
  }
}
export type Bench = Awaited<ReturnType<typeof startBench>>

/** Begins a turn. */
export function begin(world: World, ...texts: string[]): { facts: FactList; ended: Promise<Outcome> } {
  const facts = new FactList()
  const inputs: EngineInput[] = texts.map((text, index) => ({ messageId: `m${index + 1}-${text.length}-${Math.random()}`, text }))
  return { facts, ended: world.session.run(inputs, facts).then((end) => end.outcome) }
}

/** Runs a whole turn. */
export async function run(world: World, ...texts: string[]): Promise<{ facts: FactList; outcome: Outcome }> {
  const { facts, ended } = begin(world, ...texts)
  return { facts, outcome: await ended }
}
