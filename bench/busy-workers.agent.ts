/**
 * An agent whose every turn is busy until it is stopped: tool calls with results, and a sentence after each, at the rate
 * that BUSY_EVENTS_PER_SECOND asks for. One process serves all sessions, as real agents do.
 */
import { randomUUID } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import * as acp from '@agentclientprotocol/sdk'

/** A call becomes these events in the log: a step's end and begin, a message, the call, its result. */
const EVENTS_PER_CALL = 5
const PAUSE_MS = (EVENTS_PER_CALL * 1_000) / Number(process.env['BUSY_EVENTS_PER_SECOND'] ?? 20)
const { agent: methods, client: theirs } = acp.methods
const stops = new Map<string, () => void>()

async function work(client: acp.AgentContext, sessionId: string): Promise<acp.PromptResponse> {
  const stopped = new Promise<void>((resolve) => stops.set(sessionId, resolve)).then(() => true)
  const tell = (update: acp.SessionUpdate) => client.notify(theirs.session.update, { sessionId, update })
  const began = performance.now()
  for (let place = 0; ; place++) {
    const toolCallId = `call-${place}`
    await tell({ sessionUpdate: 'agent_message_chunk', messageId: `m-${place}`, content: { type: 'text', text: `Part ${place} is next.` } })
    await tell({ sessionUpdate: 'tool_call', toolCallId, title: `cat part-${place}.ts`, kind: 'read', status: 'in_progress', rawInput: { path: `part-${place}.ts` } })
    await tell({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content: [{ type: 'content', content: { type: 'text', text: 'export const part = 1\n'.repeat(10) } }] })
    const due = began + (place + 1) * PAUSE_MS
    const pause = new Promise<false>((resolve) => setTimeout(() => resolve(false), Math.max(0, due - performance.now())))
    if (await Promise.race([stopped, pause])) return { stopReason: 'cancelled' }
  }
}

void acp
  .agent({ name: 'busy' })
  .onRequest(methods.initialize, () => ({ protocolVersion: acp.PROTOCOL_VERSION, agentInfo: { name: 'busy', version: '1' }, agentCapabilities: { sessionCapabilities: { close: {} } } }))
  .onRequest(methods.session.new, () => ({ sessionId: randomUUID() }))
  .onRequest(methods.session.prompt, ({ params, client }) => work(client, params.sessionId))
  .onNotification(methods.session.cancel, ({ params }) => stops.get(params.sessionId)?.())
  .onRequest(methods.session.close, ({ params }) => {
    stops.get(params.sessionId)?.()
    return {}
  })
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout) as WritableStream<Uint8Array>, Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>))
  .closed.finally(() => process.exit(0))
