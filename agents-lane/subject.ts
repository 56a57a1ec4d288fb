/** An agent under test: installed, pointed at a scripted model, and driven by the product's own engine. */
import { chmod, mkdir, rm, symlink } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { startScriptedModel, type ScriptedModel } from '../e2e/scripted-model/main'
import { createAgents, type Agents } from '../src/main/agents/registry'
import { createAcpEngine, type AcpEngine } from '../src/main/engine/acp/engine'
import { createDshEngine } from '../src/main/engine/dsh/engine'
import { createProbe } from '../src/main/engine/acp/probe'
import type { EngineSession, SessionSpec } from '../src/main/engine/engine'
import { createPiEngine } from '../src/main/engine/pi/engine'
import { forkFrom } from '../src/main/engine/pi/testing'
import { Supervisor } from '../src/main/process/supervisor'
import type { Policy } from '../src/shared/model'
import type { LaneAgent } from './agents'
import { install } from './install'

export interface Opened {
  readonly session: EngineSession
  readonly spec: SessionSpec
  readonly folder: string
}

export interface Subject {
  readonly agent: LaneAgent
  readonly model: ScriptedModel
  readonly supervisor: Supervisor
  readonly steers: boolean
  /** What the agent says it is. */
  readonly identity: string
  open(name: string, more?: Partial<SessionSpec>): Promise<Opened>
  /** Ends every process of the agent, as the end of the host does; what is opened next runs in a fresh one. */
  restart(): Promise<void>
  forget(spec: SessionSpec): Promise<'deleted' | 'kept' | 'none'>
  close(): Promise<void>
}

export interface SubjectOptions {
  readonly scripts: string
  /** Where the agent is installed and lives; removed by the caller. */
  readonly scratch: string
  readonly note: (line: string) => void
}

interface Driven {
  open(spec: SessionSpec): Promise<EngineSession>
  close(): Promise<void>
  forget?: AcpEngine['forget']
  capabilitiesOf?: AcpEngine['capabilitiesOf']
}

export async function startSubject(agent: LaneAgent, { scripts, scratch, note }: SubjectOptions): Promise<Subject> {
  const home = join(scratch, 'home')
  for (const folder of agent.homes) await mkdir(join(home, folder), { recursive: true })
  const model = await startScriptedModel()
  const supervisor = new Supervisor({ reaperScript: join(scripts, 'reaper.mjs'), dataId: `lane-${agent.id}` })
  await supervisor.ready
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_DATA_HOME: join(home, '.local/share'), ...agent.env({ url: model.url, home }) }
  const report = (message: string, error: unknown) => note(`  ${agent.id}: ${message}${error instanceof Error ? `: ${error.message}` : ''}`)

  const release = async () => {
    await supervisor.close()
    await model.close()
  }
  const agents = agent.command === null ? null : await prepare(agent, scratch, supervisor, env, note).catch(giveUp)
  const engineOf = (): Driven => {
    if (agents === null) {
      const pi = createPiEngine({ fork: forkFrom(scripts, []), environment: supervisor.marker })
      pi.useModels({
        resolve: async () => ({
          kind: 'custom', provider: 'scripted', providerName: 'Scripted', modelId: 'scripted', key: 'sk-scripted',
          api: 'openai-completions', baseUrl: `${model.url}/v1`
        })
      })
      return pi.engine
    }
    if (agent.api === 'own') {
      return createDshEngine({ supervisor, report, find: () => programOf(agents, agent.id, env) })
    }
    const launch: Agents['launch'] = async (id) => {
      const known = await agents.launch(id)
      return { ...known, env: { ...known.env, ...env } }
    }
    return createAcpEngine({ supervisor, report, agents: { launch, expected: agents.expected } })
  }
  let engine = engineOf()
  const identity = agents === null ? 'embedded' : await identityOf(agents, agent.id).catch(giveUp)
  const modelName = agent.api === 'own' ? agent.model : agents === null ? 'chat/scripted' : [agent.id, agent.model].filter((part) => part !== null).join('/')

  return {
    agent,
    model,
    supervisor,
    identity,
    steers: engine.capabilitiesOf?.(agent.id).steer ?? true,
    open: async (name, more = {}) => {
      const folder = join(scratch, 'work', name)
      const stateFolder = join(scratch, 'state', name)
      await mkdir(folder, { recursive: true })
      await mkdir(stateFolder, { recursive: true, mode: 0o700 })
      const policy = (): Policy => 'run'
      const spec: SessionSpec = { sessionId: name, name: 'Ada', folder, stateFolder, model: modelName, policy, ...more }
      return { spec, folder, session: await engine.open(spec) }
    },
    restart: async () => {
      await engine.close()
      engine = engineOf()
    },
    forget: async (spec) => (engine.forget ? engine.forget(spec) : 'kept'),
    close: async () => {
      await engine.close()
      await release()
      await rm(join(scratch, 'work'), { recursive: true, force: true })
      await rm(join(scratch, 'state'), { recursive: true, force: true })
    }
  }

  async function giveUp(error: unknown): Promise<never> {
    await release()
    throw error
  }
}

/** Installs the agent as an operator would, and its adapter as the product does. */
async function prepare(agent: LaneAgent, scratch: string, supervisor: Supervisor, env: Record<string, string>, note: (line: string) => void): Promise<Agents> {
  await install(agent.packages, scratch, note, agent.overrides)
  const bin = join(scratch, 'bin')
  await mkdir(bin, { recursive: true })
  if (agent.command) {
    const target = join(scratch, agent.command.path)
    await chmod(target, 0o755)
    await rm(join(bin, agent.command.name), { force: true })
    await symlink(target, join(bin, agent.command.name))
  }
  const agents: Agents = createAgents({
    dataFolder: join(scratch, 'data'),
    supervisor,
    // The bundled probe starts it with the operator's environment, which here is the lane's.
    probeOwn: () => createDshEngine({ supervisor, report: () => {}, find: () => programOf(agents, agent.id, env) }).check(),
    probe: (launch) => createProbe({ supervisor, report: () => {} })({ ...launch, env: { ...launch.env, ...env } }),
    node: process.execPath,
    environment: { ...process.env, ...env, PATH: [bin, join(process.execPath, '..'), process.env['PATH']].join(':') }
  })
  const view = (await agents.list()).find(({ id }) => id === agent.id)
  if (view?.state === 'needs-adapter') {
    note(`  ${agent.id}: ${view.remedy}`)
    await agents.installAdapter(agent.id)
  }
  return agents
}

/** A program that is a script of Node needs one that is new enough: the one that runs us. */
async function programOf(agents: Agents, id: string, env: Readonly<Record<string, string>>) {
  return { ...(await agents.program(id)), env: { ...env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) } }
}

async function identityOf(agents: Agents, id: string): Promise<string> {
  const { name, version, steering } = await agents.check(id)
  return `${name} ${version ?? ''}, steering ${steering}`
}
