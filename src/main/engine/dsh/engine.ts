/**
 * The DeepSeek Harness, driven over its loopback API: the operator's own `dsh`, never one of ours. One process serves all
 * Sessions of a kind; a Session whose part needs tools of the host has one of its own, since the harness takes an MCP server for a
 * whole process. The model of a `dsh` Session is null (the harness's own choice) or `<provider>/<model>`.
 */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { Refusal } from '../../../shared/errors'
import type { AgentReport } from '../../../shared/agents'
import { writeAtomically } from '../../models/atomic-file'
import type { Supervisor } from '../../process/supervisor'
import type { Report } from '../../report'
import { HOST_SERVER } from '../acp/permissions'
import { EngineError, type Engine, type EngineSession, type SessionSpec, type ToolDoor } from '../engine'
import { ProcessPool, type Stay } from '../process-pool'
import { remember, remembered, type Remembered } from './memory'
import { Created, History, Models } from './schemas'
import { DshServer, LABEL, Refused, TIMES, type Times } from './server'
import { DshSession } from './session'

/** Where the operator's harness is. @throws Refusal or EngineError with what to do */
export type FindDsh = () => Promise<{ readonly command: string; readonly version: string | null; readonly env?: Readonly<Record<string, string>> }>

export interface DshEngineOptions {
  readonly supervisor: Supervisor
  readonly find: FindDsh
  readonly report: Report
  readonly times?: Partial<Times>
  /** Arguments before our own, for tests. */
  readonly args?: readonly string[]
}

export interface DshEngine extends Engine {
  /** Starts it, asks it who it is, and ends it. @throws Refusal UNAVAILABLE in its own words */
  check(): Promise<AgentReport>
}

export function createDshEngine(options: DshEngineOptions): DshEngine {
  const { supervisor, find, report } = options
  const times: Times = { ...TIMES, ...options.times }
  const pool = new ProcessPool<DshServer>(times.idleMs)
  const sessions = new Set<DshSession>()

  const enter = async (mode: Remembered['mode'], spec: SessionSpec): Promise<Stay<DshServer>> => {
    const door = (await spec.mcp?.()) ?? null
    if (!door?.needed) return pool.enter({ key: mode, start: () => start(mode, null) })
    const path = join(spec.stateFolder, 'dsh-tools.yml')
    return pool.enter({
      key: `${mode} ${spec.sessionId}`,
      start: () => start(mode, { path, door }),
      // It holds a token.
      onVacant: () => rmSync(path, { force: true })
    })
  }

  const start = async (mode: Remembered['mode'], tools: { readonly path: string; readonly door: ToolDoor } | null): Promise<DshServer> => {
    if (tools) await writeAtomically(tools.path, toolsPatch(tools.door))
    const { command, version, env } = await find().catch((error: unknown) => {
      if (error instanceof Refusal) throw new EngineError('AGENT_MISSING', `${error.message} ${error.remedy}`.trim())
      throw error
    })
    const args = [...(options.args ?? []), '--profile', 'web', ...(tools ? ['--patch', tools.path] : []), '--no-open', '--port', '0']
    return DshServer.start({
      supervisor, command, version, args, times, report,
      cwd: homedir(),
      env: { ...env, DSH_PERMISSION_MODE: mode, NO_COLOR: '1' }
    })
  }

  const open = async (spec: SessionSpec): Promise<EngineSession> => {
    if (pool.closed) throw new EngineError('ENGINE_CLOSED', 'Crewdeck is closing.')
    const known = await remembered(spec.stateFolder)
    const memory = known ?? newMemory(spec)
    const { process: server, leave } = await enter(memory.mode, spec)
    const session: DshSession = new DshSession({
      spec, server, memory, times, report,
      introduction: known === null ? (spec.instructions ?? null) : null,
      onDisposed: () => {
        sessions.delete(session)
        leave()
      }
    })
    try {
      // Kept before it is made: a crash in between makes the same one again, not a second.
      if (known === null) await remember(spec.stateFolder, memory)
      server.sessions.set(memory.sessionId, session)
      await takeUp(server, spec, memory)
      sessions.add(session)
      if (!server.alive) session.onGone(await server.ended)
      return session
    } catch (error) {
      server.sessions.delete(memory.sessionId)
      leave()
      throw error instanceof Refused ? new EngineError('AGENT_ERROR', `${LABEL} did not take this worker up: ${error.message}`) : error
    }
  }

  return {
    kind: 'dsh',
    capabilities: { steer: true, steerNote: null },
    problem: () => find().then(() => null, wordsOf),
    open,
    check: async () => {
      const since = performance.now()
      const server = await start('read-only', null).catch(refuse)
      await server.end('It was only checked.')
      return {
        name: LABEL,
        version: server.version,
        steering: 'extension',
        steeringNote: null,
        can: { resume: true, delete: false, tools: true },
        signInMethods: [],
        problem: null,
        models: [],
        tookMs: Math.round(performance.now() - since)
      }
    },
    close: () => pool.close(sessions)
  }
}

function newMemory(spec: SessionSpec): Remembered {
  const policy = spec.policy()
  return { sessionId: `session-${randomUUID()}`, mode: policy === 'write' || policy === 'run' ? 'workspace-write' : 'read-only' }
}

/** Finds the session where it is, or makes it; then it uses the model that was asked for. */
async function takeUp(server: DshServer, spec: SessionSpec, { sessionId }: Remembered): Promise<void> {
  const isThere = await server.call('session.history', { sessionId, maxMessages: 1 }, History).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused && error.code === 'session-not-found') return false
      throw error
    }
  )
  if (!isThere) await server.call('session.create', { sessionId, cwd: spec.folder }, Created)
  if (spec.model === null || spec.model === '') return
  const slash = spec.model.indexOf('/')
  const [provider, model] = slash < 0 ? [null, spec.model] : [spec.model.slice(0, slash), spec.model.slice(slash + 1)]
  const { current, groups } = await server.call('session.models', { sessionId }, Models)
  if (current.model === model && (provider === null || current.provider === provider)) return
  const home = provider ?? groups.find((group) => group.models.some(({ id }) => id === model))?.id
  if (home === undefined) throw new EngineError('MODEL_UNKNOWN', `${LABEL} does not offer the model "${model}". Choose another one for this worker.`)
  await server.call('session.selectModel', { sessionId, provider: home, model }, z.unknown())
}

/** The harness's own way to be given an MCP server: one more layer over its configuration. JSON is YAML. */
function toolsPatch({ url, token }: { readonly url: string; readonly token: string }): string {
  const config = { serverName: HOST_SERVER, transport: 'streamable-http', url, headers: { Authorization: `Bearer ${token}` } }
  return `${JSON.stringify([{ insert: [{ id: 'crewdeck-tools', name: '@deepseek-ai/dsh-mcp-client', config }] }])}\n`
}

const wordsOf = (error: unknown): string => {
  if (error instanceof Refusal) return `${error.message} ${error.remedy}`.trim()
  return error instanceof Error ? error.message : String(error)
}

function refuse(error: unknown): never {
  throw new Refusal('UNAVAILABLE', wordsOf(error))
}
