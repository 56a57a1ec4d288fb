/** The entry of the command line for worker records. */
import { runRecords } from './cli'

const stop = new AbortController()
process.once('SIGINT', () => stop.abort(new Error('stopped')))
// Whoever read our output may leave.
process.stdout.on('error', () => process.exit(1))
process.exitCode = await runRecords(process.argv.slice(2), {
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  signal: stop.signal
}).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return stop.signal.aborted ? 130 : 1
})
