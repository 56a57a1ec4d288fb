/**
 * The agents of this machine: those that Crewdeck knows and finds, and those that the operator has added. Nothing is
 * started, downloaded or changed here without being asked for.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CustomAgent, type AgentReport, type AgentState, type AgentView, type NewCustomAgent } from '../../shared/agents'
import { Refusal } from '../../shared/errors'
import { userEnvironment } from '../process/environment'
import type { Supervisor } from '../process/supervisor'
import { createAdapters } from './adapters'
import { inAll, isAdapter, KNOWN_AGENTS, type KnownAgent } from './catalogue'
import { createCustomAgents } from './custom'
import { compareVersions, findProgram, realProgram, versionOf, type Environment } from './detect'
import type { AgentLaunch } from './launch'

/** What was found is looked for again after this long, in ms. */
const FRESH_MS = 60_000
/** Adapters need this Node at least. */
const NODE_OLDEST = '22.0.0'

/** What is found of an agent, before anything is known of how it runs. */
export type FoundAgent = Omit<AgentView, 'steering' | 'models' | 'work' | 'checked' | 'remarks'>

export interface Agents {
  /** Every agent, known ones first. Looks again where `anew`. */
  list(anew?: boolean): Promise<FoundAgent[]>
  /** @throws Refusal NOT_FOUND, UNAVAILABLE with what to do */
  launch(agentId: string): Promise<AgentLaunch>
  /** Where the program of an agent with an API of its own is. @throws Refusal NOT_FOUND, UNAVAILABLE with what to do */
  program(agentId: string): Promise<{ command: string; version: string | null }>
  /** What is known without looking; for capabilities before an agent is started. */
  expected(agentId: string): { label: string; name: string | null; version: string | null } | null
  /** Names how an agent is set up: another one after its settings have changed, or it is gone. Never waits. */
  revision(agentId: string): string
  /** Why no agent can be used; null when one can, or nobody has looked yet. Never waits. */
  problem(): string | null
  /** Adds or replaces an agent of the operator's own. @throws Refusal BAD_INPUT, CONFLICT (the id of a known one) */
  save(agent: NewCustomAgent): Promise<FoundAgent>
  /** @throws Refusal NOT_FOUND, FORBIDDEN (a known one) */
  remove(agentId: string): Promise<void>
  /** Starts it, asks it who it is, and ends it. @throws Refusal NOT_FOUND, UNAVAILABLE in its own words */
  check(agentId: string): Promise<AgentReport>
  /** @param onProgress hears how many packages have come. @throws Refusal NOT_FOUND, BAD_INPUT (needs none), UNAVAILABLE */
  installAdapter(agentId: string, onProgress?: (packages: number) => void): Promise<FoundAgent>
  removeAdapter(agentId: string): Promise<FoundAgent>
  /** What the operator has to know: a damaged file that was put aside. */
  notices(): string[]
}

export interface AgentsOptions {
  readonly dataFolder: string
  readonly supervisor: Supervisor
  /** Starts an agent for a check; by the ACP engine. */
  readonly probe: (launch: AgentLaunch) => Promise<AgentReport>
  /** The same for one with an API of its own, by its engine. */
  readonly probeOwn: () => Promise<AgentReport>
  /** A Node that runs adapters; looked for on this machine where left out. */
  readonly node?: string
  /** Where programs are looked for; the operator's own environment by default. */
  readonly environment?: Environment
}

interface Found {
  readonly path: string | null
  readonly version: string | null
}

export function createAgents(options: AgentsOptions): Agents {
  const { dataFolder, supervisor, probe, probeOwn } = options
  const environment = () => options.environment ?? userEnvironment()
  const custom = createCustomAgents(join(dataFolder, 'agents.json'))
  const adapters = createAdapters(join(dataFolder, 'adapters'), supervisor)
  const found = new Map<string, { at: number; what: Promise<Found> }>()
  /** The last result of each look, for answers that cannot wait. */
  const seen = new Map<string, Found>()
  let customSeen: readonly CustomAgent[] = []
  /** How many could be used when the list was last made; null before that. */
  let usable: number | null = null
  let node: Promise<string | null> | null = null

  const look = (agent: KnownAgent, anew: boolean): Promise<Found> => {
    const known = found.get(agent.id)
    if (known && !anew && performance.now() - known.at < FRESH_MS) return known.what
    const what = (async (): Promise<Found> => {
      for (const command of agent.commands) {
        const path = await findProgram(command, agent.places, environment())
        if (path !== null) return { path, version: await versionOf(supervisor, path) }
      }
      return { path: null, version: null }
    })()
    found.set(agent.id, { at: performance.now(), what })
    void what.then((result) => seen.set(agent.id, result))
    return what
  }

  const nodePath = (): Promise<string | null> => {
    node ??= findNode(supervisor, options.node ?? null, environment())
    return node
  }

  const viewKnown = async (agent: KnownAgent, anew: boolean): Promise<FoundAgent> => {
    const { path, version } = await look(agent, anew)
    const facts = isAdapter(agent.protocol) ? agent.protocol : null
    const script = facts && (await adapters.find(agent.id, facts))
    const state = await stateOf(agent, { path, version }, script, nodePath)
    return {
      id: agent.id,
      label: agent.label,
      kind: 'known',
      engine: agent.protocol === 'own-api' ? 'dsh' : 'acp',
      state,
      path,
      version,
      oldest: agent.oldest,
      get: agent.get,
      remedy: remedyOf(agent, state, version),
      adapter: facts && { package: facts.package, version: facts.version, megabytes: facts.megabytes, licence: facts.licence, installed: script !== null },
      start: state === 'ready' && path !== null ? await startOf(agent, path, script, nodePath) : null,
      custom: null
    }
  }

  const viewCustom = async (agent: CustomAgent): Promise<FoundAgent> => {
    const path = await findProgram(agent.command, [], { ...environment(), ...agent.env })
    return {
      id: agent.id,
      label: agent.label,
      kind: 'custom',
      engine: 'acp',
      state: path === null ? 'missing' : 'ready',
      path,
      version: null,
      oldest: null,
      get: { install: null, first: null },
      remedy: path === null ? `Nothing that can be run was found as "${agent.command}". Give its whole path, or put it into PATH.` : '',
      adapter: null,
      start: path === null ? null : { command: path, args: [...agent.args] },
      custom: agent
    }
  }

  const knownOf = (id: string) => KNOWN_AGENTS.find((agent) => agent.id === id)
  const viewOf = async (id: string): Promise<FoundAgent> => {
    const known = knownOf(id)
    if (known) return viewKnown(known, false)
    customSeen = await custom.list()
    const own = customSeen.find((agent) => agent.id === id)
    if (!own) throw new Refusal('NOT_FOUND', `There is no agent "${id}".`, 'Settings lists the agents of this machine.')
    return viewCustom(own)
  }

  const launch = async (id: string): Promise<AgentLaunch> => {
    const view = await viewOf(id)
    if (!view.start || view.path === null) throw new Refusal('UNAVAILABLE', `${view.label} cannot be used yet.`, view.remedy)
    const { command, args } = view.start
    if (view.custom) {
      const { env, mode, model, shared } = view.custom
      const modes = mode === null ? {} : inAll(mode)
      const signInHint = 'Look at how this agent is signed in to.'
      return { agentId: id, label: view.label, command, args, env, cwd: null, signIn: null, signInHint, modes, model, shared, clientFiles: true, closesToStop: false, restsAMinute: false, systemPrompt: false }
    }
    const agent = knownOf(id)
    if (!agent) throw new Refusal('NOT_FOUND', `There is no agent "${id}".`)
    const cwd = join(dataFolder, 'agents')
    await mkdir(cwd, { recursive: true, mode: 0o700 })
    const { signIn, signInHint, modes, clientFiles, closesToStop, restsAMinute, systemPrompt, label, perFolder } = agent
    return {
      agentId: id,
      label,
      command,
      args,
      env: isAdapter(agent.protocol) ? { ...agent.env, [agent.protocol.executableVariable]: await realProgram(view.path) } : agent.env,
      cwd: perFolder ? null : cwd,
      signIn: signIn && environment()[signIn.variable] ? signIn.method : null,
      signInHint,
      modes,
      model: null,
      shared: true,
      clientFiles,
      closesToStop,
      restsAMinute,
      systemPrompt
    }
  }

  const adapterOf = (id: string) => {
    const agent = knownOf(id)
    if (!agent) throw new Refusal('NOT_FOUND', `There is no agent "${id}" that Crewdeck could install an adapter for.`)
    if (!isAdapter(agent.protocol)) throw new Refusal('BAD_INPUT', `${agent.label} needs no adapter.`)
    return { agent, facts: agent.protocol }
  }

  return {
    list: async (anew = false) => {
      customSeen = await custom.list()
      if (anew) node = null
      const views = await Promise.all([...KNOWN_AGENTS.map((agent) => viewKnown(agent, anew)), ...customSeen.map(viewCustom)])
      usable = views.filter(({ state }) => state === 'ready').length
      return views
    },
    launch,
    program: async (id) => {
      const { label, path, version, remedy } = await viewOf(id)
      if (path === null) throw new Refusal('UNAVAILABLE', `${label} was not found on this machine.`, remedy)
      return { command: path, version }
    },
    expected: (id) => {
      const known = knownOf(id)
      // An adapter names its own version, which is pinned; other agents name the one that was found.
      if (known) return { label: known.label, name: known.acpName, version: isAdapter(known.protocol) ? known.protocol.version : (seen.get(id)?.version ?? null) }
      const own = customSeen.find((agent) => agent.id === id)
      return own ? { label: own.label, name: null, version: null } : null
    },
    revision: (id) => (knownOf(id) ? id : JSON.stringify(customSeen.find((agent) => agent.id === id) ?? null)),
    problem: () => (usable === 0 ? 'No agent of your own was found that could be used. Settings tells what each one needs.' : null),
    save: async (given) => {
      const parsed = CustomAgent.safeParse(given)
      if (!parsed.success) throw new Refusal('BAD_INPUT', z.prettifyError(parsed.error), 'Correct it and save again.')
      if (knownOf(parsed.data.id)) throw new Refusal('CONFLICT', `"${parsed.data.id}" is the id of an agent that Crewdeck knows.`, 'Use another id.')
      await custom.save(parsed.data)
      customSeen = await custom.list()
      return viewCustom(parsed.data)
    },
    remove: async (id) => {
      if (knownOf(id)) throw new Refusal('FORBIDDEN', 'An agent that Crewdeck knows cannot be removed from the list.')
      if (!(await custom.remove(id))) throw new Refusal('NOT_FOUND', `There is no agent "${id}".`)
      customSeen = await custom.list()
    },
    check: async (id) => (knownOf(id)?.protocol === 'own-api' ? probeOwn() : probe(await launch(id))),
    installAdapter: async (id, onProgress) => {
      const { agent, facts } = adapterOf(id)
      const npm = await findProgram('npm', agent.places, environment())
      if (npm === null) throw new Refusal('UNAVAILABLE', 'npm was not found, which installs adapters.', 'Install Node.js 22 or newer, then try again.')
      await adapters.install(id, facts, npm, onProgress)
      return viewKnown(agent, false)
    },
    removeAdapter: async (id) => {
      const { agent } = adapterOf(id)
      await adapters.remove(id)
      return viewKnown(agent, false)
    },
    notices: () => (custom.damagedCopy() === null ? [] : ['The list of your own agents could not be read and was put aside. Add them again in Settings.'])
  }
}

async function stateOf(agent: KnownAgent, { path, version }: Found, script: string | null, node: () => Promise<string | null>): Promise<AgentState> {
  if (path === null) return 'missing'
  if (agent.oldest !== null && version !== null && compareVersions(version, agent.oldest) < 0) return 'wrong-version'
  if (!isAdapter(agent.protocol)) return 'ready'
  if (script === null) return 'needs-adapter'
  return (await node()) === null ? 'needs-node' : 'ready'
}

function remedyOf(agent: KnownAgent, state: AgentState, version: string | null): string {
  switch (state) {
    case 'ready':
      return ''
    case 'missing':
      return agent.install
    case 'wrong-version':
      return `Version ${version ?? ''} is too old: Crewdeck needs ${agent.oldest ?? ''} or newer. ${agent.install}`
    case 'needs-adapter': {
      const { protocol } = agent
      if (!isAdapter(protocol)) return ''
      return `${agent.label} needs an adapter to be driven: ${protocol.package} ${protocol.version}, about ${protocol.megabytes} MB, licence ${protocol.licence}. Crewdeck can install it into its data folder and remove it again.`
    }
    case 'needs-node':
      return 'Its adapter needs Node.js 22 or newer. Install it and put it into PATH.'
  }
}

async function startOf(agent: KnownAgent, path: string, script: string | null, node: () => Promise<string | null>) {
  if (isAdapter(agent.protocol)) {
    const runner = await node()
    return runner === null || script === null ? null : { command: runner, args: [script] }
  }
  return { command: path, args: agent.protocol === 'own-api' ? [] : [...agent.protocol.args] }
}

async function findNode(supervisor: Supervisor, given: string | null, env: Environment): Promise<string | null> {
  if (given !== null) return given
  if (process.versions['electron'] === undefined && compareVersions(process.versions.node, NODE_OLDEST) >= 0) return process.execPath
  const path = await findProgram('node', ['~/.volta/bin', '/usr/local/bin', '/opt/homebrew/bin'], env)
  const version = path && (await versionOf(supervisor, path))
  return version && compareVersions(version, NODE_OLDEST) >= 0 ? path : null
}
