/**
 * A small ACP agent for tests, with the protocol's own agent side. What it does stands in the prompt, as directives in
 * double brackets; see `acts.ts`. How it behaves as a whole stands in its flags:
 *
 *   node e2e/acp-agent/main.ts --store DIR [--second fold-first|fold|queue|abort|refuse|refuse-late] [--extension]
 *     [--name N] [--version V] [--modes a,b] [--models a,b] [--slow-start MS] [--die MESSAGE] [--mute] [--protocol N]
 *     [--auth METHOD] [--no-load] [--resume] [--no-close] [--no-mcp]
 */
import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk'
import { AgentSession } from './session.ts'
import { flags } from './flags.ts'
import { Store } from './store.ts'

if (flags.die !== null) {
  process.stderr.write(`${flags.die}\n`)
  process.exit(7)
}
if (flags.slowStart > 0) await new Promise((resolve) => setTimeout(resolve, flags.slowStart))

const store = new Store(flags.store)
const sessions = new Map<string, AgentSession>()
let signedIn = flags.auth === null
const { agent: methods } = acp.methods

const sessionOf = (id: string): AgentSession => {
  const session = sessions.get(id)
  if (!session) throw acp.RequestError.sessionNotFound(id)
  return session
}
const raw = (params: unknown) => params as { sessionId: string; prompt: { text?: string }[] }

const stateOf = (session: AgentSession) => ({
  ...(flags.modes.length > 0 ? { modes: { currentModeId: session.mode, availableModes: flags.modes.map((id) => ({ id, name: id })) } } : {}),
  ...(flags.models.length > 0
    ? {
        configOptions: [
          {
            id: 'model', name: 'Model', category: 'model', type: 'select' as const, currentValue: session.model,
            options: flags.models.map((value) => ({ value, name: value.toUpperCase() }))
          }
        ]
      }
    : {})
})

void acp
  .agent({ name: flags.name })
  .onRequest(methods.initialize, async () => {
    if (flags.mute) await new Promise(() => setInterval(() => {}, 60_000))
    return {
      protocolVersion: flags.protocol,
      agentInfo: { name: flags.name, version: flags.version },
      agentCapabilities: {
        loadSession: flags.load,
        mcpCapabilities: { http: flags.mcp },
        sessionCapabilities: { delete: {}, ...(flags.close ? { close: {} } : {}), ...(flags.resume ? { resume: {} } : {}) }
      },
      authMethods: flags.auth === null ? [] : [{ id: flags.auth, name: 'With a test key' }],
      _meta: { steering: { supported: flags.extension } }
    }
  })
  .onRequest(methods.authenticate, ({ params }) => {
    signedIn = params.methodId === flags.auth
    return {}
  })
  .onRequest(methods.session.new, ({ params, client }) => {
    if (!signedIn) throw acp.RequestError.authRequired()
    const session = new AgentSession({ client, store, cwd: params.cwd, servers: params.mcpServers, meta: params['_meta'] ?? null })
    sessions.set(session.id, session)
    return { sessionId: session.id, ...stateOf(session) }
  })
  .onRequest(methods.session.load, async ({ params, client }) => {
    const session = AgentSession.stored(params.sessionId, { client, store, cwd: params.cwd, servers: params.mcpServers, meta: params['_meta'] ?? null })
    sessions.set(session.id, session)
    await session.replay()
    return stateOf(session)
  })
  .onRequest(methods.session.resume, ({ params, client }) => {
    const session = AgentSession.stored(params.sessionId, { client, store, cwd: params.cwd, servers: params.mcpServers ?? [], meta: params['_meta'] ?? null })
    sessions.set(session.id, session)
    return stateOf(session)
  })
  .onRequest(methods.session.prompt, ({ params }) =>
    sessionOf(params.sessionId).prompt(params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join(''))
  )
  .onNotification(methods.session.cancel, ({ params }) => sessions.get(params.sessionId)?.cancel())
  .onRequest(methods.session.setMode, ({ params }) => {
    sessionOf(params.sessionId).mode = params.modeId
    return {}
  })
  .onRequest(methods.session.setConfigOption, ({ params }) => {
    const session = sessionOf(params.sessionId)
    session.model = String(params.value)
    return { configOptions: stateOf(session).configOptions ?? [] }
  })
  .onRequest(methods.session.close, ({ params }) => {
    sessions.get(params.sessionId)?.cancel()
    sessions.delete(params.sessionId)
    return {}
  })
  .onRequest(methods.session.delete, ({ params }) => {
    sessions.delete(params.sessionId)
    store.remove(params.sessionId)
    return {}
  })
  .onRequest('_session/steering', raw, ({ params }) => {
    if (!flags.extension) throw acp.RequestError.methodNotFound('_session/steering')
    return sessionOf(params.sessionId).steer(params.prompt.map(({ text }) => text ?? '').join(''))
  })
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout) as WritableStream<Uint8Array>, Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>))
  .closed.finally(() => process.exit(0))
