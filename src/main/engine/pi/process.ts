/**
 * The pi process: one for all Sessions that run on pi. Started by the host (`engine.ts`), told what to do by messages
 * (`protocol.ts`), and gone at once when the host is gone. Keys come by message only and stay in memory.
 */
import { openTransport } from './child/transport'
import { secretNames } from './environment'
import { ToProcess } from './protocol'

for (const name of secretNames(process.env)) delete process.env[name]
process.env.PI_OFFLINE = '1'
process.env.PI_TELEMETRY = '0'
process.env.PI_SKIP_VERSION_CHECK = '1'

const transport = openTransport()
transport.onGone(() => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
// A rejection that nobody waits for belongs to one Session; it must not end the others.
process.on('unhandledRejection', (error) => console.error('unhandled:', error instanceof Error ? error.message : error))

// Loading pi takes half a second; what the host says meanwhile waits here.
const loading = import('./child/sessions').then(({ createSessions, killAllNow }) => {
  process.on('exit', killAllNow)
  return createSessions((message) => transport.send(message))
})
loading.catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
transport.onMessage((raw) => {
  const message = ToProcess.safeParse(raw)
  if (!message.success) {
    console.error('not understood:', message.error.issues[0]?.path.join('.'), message.error.issues[0]?.message)
    return
  }
  void loading.then((sessions) => sessions.handle(message.data))
})
