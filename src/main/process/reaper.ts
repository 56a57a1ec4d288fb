/**
 * The process that outlives the host by a moment. A script of its own: `node reaper.js <host id>`, in its own session,
 * its standard input a pipe that only the host holds open. Lines on it: `+<pid> <start>` registers the leader of a
 * process group (start `-` where unknown), `-<pid>` takes it back. When the input ends, the host is dead, by whatever
 * cause, and everything that it has started is ended; then the reaper ends too.
 */
import { endAll, type Root } from './tree'

const hostId = process.argv[2]
if (hostId === undefined) throw new Error('usage: reaper <host id>')

const roots = new Map<number, Root>()
let rest = ''

// It has its own session and its own reason to end: signals meant for the host's group must not reach it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

process.stdin.setEncoding('utf8')
process.stdin.on('data', (text: string) => {
  const lines = (rest + text).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) read(line)
})
process.stdin.on('error', () => process.stdin.destroy())
process.stdin.on('close', () => void finish())

process.stdout.on('error', () => {})
process.stdout.write('ready\n')

function read(line: string): void {
  const match = /^([+-])(\d+)(?: (\d+|-))?$/.exec(line)
  if (match === null) return
  const pid = Number(match[2])
  if (match[1] === '-') roots.delete(pid)
  else roots.set(pid, { pid, startedAt: match[3] === undefined || match[3] === '-' ? null : Number(match[3]) })
}

async function finish(): Promise<void> {
  const all = { roots: [...roots.values()], marked: (row: { host: string | null }) => row.host === hostId }
  await endAll(all)
  // The host may have died between a fork and the child's new environment: look once more for late ones.
  await new Promise((done) => setTimeout(done, 200))
  await endAll(all)
  process.exit(0)
}
