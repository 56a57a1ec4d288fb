/**
 * For tests: a host in a process of its own, to be killed. `node fixture-host.mjs <reaper.mjs> <data id>
 * <folder>`. Prints one JSON line `{hostId, reaper}` once everything has been started: in the end FIXTURE_MARKED
 * processes with our marker, and one without.
 */
import { spawn } from 'node:child_process'
import { Supervisor } from '../supervisor'

const [reaperScript, dataId, cwd] = process.argv.slice(2)
if (reaperScript === undefined || dataId === undefined || cwd === undefined) throw new Error('missing arguments')

const supervisor = new Supervisor({ reaperScript, dataId })
await supervisor.ready

const run = (script: string) => supervisor.spawn('/bin/sh', ['-c', script], { cwd, stdio: 'ignore' })
// Without a marker, but in its group; in the group; out of the group and of the family; deaf to all but SIGKILL.
await run('exec env -i /bin/sleep 1004')
await run('sleep 1001 & sleep 1001 & wait')
await run('(setsid sh -c "sleep 1002 & exec sleep 1002" &); sleep 1002; exit 0')
await run("trap '' TERM INT HUP; while :; do sleep 1003; done")
// Started by other means, as a utility process is.
spawn('sleep', ['1005'], { detached: true, stdio: 'ignore', env: { ...process.env, ...supervisor.marker } }).unref()

process.stdout.write(`${JSON.stringify({ hostId: supervisor.hostId, reaper: supervisor.reaperPid })}\n`)
setInterval(() => {}, 60_000)
