import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dataIdOf } from './markers'
import { ReaperLink } from './reaper-link'
import { Supervisor, type Supervised } from './supervisor'
import { startOf } from './table'
import { buildScript, FIXTURE_HOST_ENTRY, FIXTURE_MARKED, REAPER_ENTRY } from './testing/build'
import { isAlive, living, until } from './testing/world'

let reaperScript: string
let hostScript: string
let folder: string
let dataId: string
let counter = 0
const supervisors: Supervisor[] = []
const hosts: ChildProcess[] = []
const reapers: number[] = []

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'crewdeck-supervisor-')))
  reaperScript = await buildScript(REAPER_ENTRY)
  hostScript = await buildScript(FIXTURE_HOST_ENTRY)
})
afterAll(async () => {
  for (const path of [folder, dirname(reaperScript), dirname(hostScript)]) await rm(path, { recursive: true, force: true })
})
afterEach(async () => {
  for (const host of hosts.splice(0)) host.kill('SIGKILL')
  for (const reaper of reapers.splice(0)) await until('the reaper has ended', async () => !(await isAlive(reaper)))
  await Promise.all(supervisors.splice(0).map((supervisor) => supervisor.close()))
})

function supervisor(): Supervisor {
  dataId = `test-${process.pid}-${++counter}`
  const made = new Supervisor({ reaperScript, dataId })
  supervisors.push(made)
  return made
}

const sh = (by: Supervisor, script: string): Promise<Supervised> => by.spawn('/bin/sh', ['-c', script], { cwd: folder, stdio: 'ignore' })
const ofHost = (id: string) => living((row) => row.host === id)

async function startHost(id: string) {
  const host = spawn(process.execPath, [hostScript, reaperScript, id, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  hosts.push(host)
  const [line] = (await once(createInterface(host.stdout), 'line')) as [string]
  const { hostId, reaper } = JSON.parse(line) as { hostId: string; reaper: number }
  reapers.push(reaper)
  const bare = () => living((row) => row.parent === host.pid && row.host === null && !row.reaper)
  await until('all of the fixture run', async () => (await ofHost(hostId)).length === FIXTURE_MARKED && (await bare()).length === 1)
  const pidsOf = (rows: { pid: number }[]) => rows.map((row) => row.pid)
  return { host, hostId, reaper, marked: pidsOf(await ofHost(hostId)), bare: pidsOf(await bare()) }
}

describe('endTree', () => {
  it('ends the whole group and counts what was left beside the root', async () => {
    const by = supervisor()
    const one = await sh(by, 'sleep 1000 & sleep 1000 & wait')
    await until('three run', async () => (await living((row) => row.group === one.pid)).length === 3)
    expect(await one.endTree()).toEqual({ ended: 2, survivors: 0 })
    expect(await living((row) => row.group === one.pid)).toEqual([])
    expect((await one.exited).signal).toBe('SIGTERM')
  })

  it('ends one that has left group, session and family, and nobody else\'s', async () => {
    const by = supervisor()
    const one = await sh(by, 'setsid sh -c "sleep 1000 & exec sleep 1000" & sleep 0.1')
    const other = await sh(by, 'setsid sleep 1000 & exit 0')
    const strays = () => living((row) => row.host === by.hostId && row.group !== one.pid && row.group !== other.pid)
    await until('three have left', async () => (await strays()).length === 3)
    await one.exited
    expect(await one.endTree()).toEqual({ ended: 2, survivors: 0 })
    expect(await strays()).toHaveLength(1)
    await other.endTree()
    expect(await strays()).toEqual([])
  })

  it('forces what does not listen, and a loop that keeps forking', async () => {
    const by = supervisor()
    const one = await sh(by, "trap '' TERM INT HUP; while :; do sleep 0.01; done")
    await until('it runs', async () => (await living((row) => row.group === one.pid)).length === 2)
    const began = performance.now()
    expect((await one.endTree()).survivors).toBe(0)
    expect(performance.now() - began).toBeLessThan(4_000)
    expect((await one.exited).signal).toBe('SIGKILL')
    expect(await ofHost(by.hostId)).toEqual([])
  })

  it('reaches a process in a group of its own with the first signal', async () => {
    const by = supervisor()
    const one = await sh(by, 'timeout 1000 sleep 1000; exit 7')
    await until('timeout has its own group', async () => (await living((row) => row.session === one.pid && row.group !== one.pid)).length === 2)
    const began = performance.now()
    await one.endTree([{ signal: 'SIGINT', wait: 5_000 }, { signal: 'SIGKILL', wait: 5_000 }])
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(await ofHost(by.hostId)).toEqual([])
  })

  it('happens by itself after the process has ended', async () => {
    const by = supervisor()
    const one = await sh(by, 'sleep 1000 & exit 3')
    expect(await one.exited).toEqual({ code: 3, signal: null })
    await until('the sleep is gone', async () => (await ofHost(by.hostId)).length === 0)
  })

  it('has one result, however often it is asked for', async () => {
    const one = await sh(supervisor(), 'sleep 1000')
    const [first, second] = await Promise.all([one.endTree(), one.endTree()])
    expect(second).toBe(first)
    expect(one.signal('SIGTERM')).toBe(false)
  })
})

describe('spawn', () => {
  it('rejects with the system\'s error when the command cannot start', async () => {
    const by = supervisor()
    await expect(by.spawn('/no/such/command', [], { cwd: folder })).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(by.spawn('/bin/true', [], { cwd: '/no/such/folder' })).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('gives the command the operator\'s environment with markers and none of our own variables', async () => {
    process.env['CREWDECK_TOKEN'] = 'secret'
    try {
      const by = supervisor()
      const one = await by.spawn('/usr/bin/env', [], { cwd: folder, env: { EXTRA: '1', HOME: undefined }, stdio: ['ignore', 'pipe', 'ignore'] })
      let text = ''
      one.child.stdout?.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      await once(one.child, 'close')
      expect(text).toContain(`CREWDECK_HOST=${by.hostId}\n`)
      expect(text).toMatch(/^CREWDECK_TASK=[0-9a-f-]{36}$/m)
      expect(text).toMatch(/^EXTRA=1$/m)
      expect(text).toMatch(/^PATH=/m)
      expect(text).not.toMatch(/secret|CREWDECK_TOKEN|^HOME=/m)
    } finally {
      delete process.env['CREWDECK_TOKEN']
    }
  })

  it('refuses after close, and close leaves nothing', async () => {
    const by = supervisor()
    await by.ready
    await sh(by, 'setsid sleep 1000 & sleep 1000')
    spawn('sleep', ['1000'], { detached: true, stdio: 'ignore', env: { ...process.env, ...by.marker } }).unref()
    await until('all run', async () => (await ofHost(by.hostId)).length === 4)
    const reaper = by.reaperPid ?? 0
    await by.close()
    expect(await ofHost(by.hostId)).toEqual([])
    expect(await isAlive(reaper)).toBe(false)
    await expect(sh(by, 'true')).rejects.toThrow('closed')
  })
})

describe('the reaper', () => {
  it('ends everything within two seconds when the host is killed, and then itself', async () => {
    const { host, reaper, marked, bare } = await startHost(`killed-${process.pid}`)
    const pids = [reaper, ...marked, ...bare]
    expect(pids).toHaveLength(FIXTURE_MARKED + 2)
    host.kill('SIGKILL')
    await until('all are gone', async () => (await living((row) => pids.includes(row.pid))).length === 0, 2_000)
  })

  it('ends what was started just before the host was killed', async () => {
    const id = `young-${process.pid}`
    const host = spawn(process.execPath, [hostScript, reaperScript, id, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
    hosts.push(host)
    const mine = () => living((row) => row.host?.startsWith(`${id}.`) ?? false)
    await until('the first ones run', async () => (await mine()).length >= 3)
    host.kill('SIGKILL')
    await until('all are gone', async () => (await mine()).length === 0, 2_000)
  })

  it('does not touch a group that has been taken back, nor another host\'s processes', async () => {
    const bystander = supervisor()
    const spared = await sh(bystander, 'sleep 1000')
    const by = supervisor()
    const one = await sh(by, 'true')
    await one.endTree()
    // A stranger that leads a group, as one would that has got the pid of a group that was taken back.
    const stranger = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
    const reaper = spawn(process.execPath, [reaperScript, 'nobody.1'], { stdio: ['pipe', 'pipe', 'inherit'] })
    reaper.stdin.write(`+${stranger.pid} -\n+${spared.pid} -\nnonsense\n-${stranger.pid}\n-${spared.pid}\n`)
    reaper.stdin.end()
    expect((await once(reaper, 'exit'))[0]).toBe(0)
    expect(await isAlive(stranger.pid ?? 0)).toBe(true)
    expect(await isAlive(spared.pid)).toBe(true)
    stranger.kill('SIGKILL')
  })

  it('is started again when it dies, and is told the groups again', async () => {
    const link = new ReaperLink({ script: reaperScript, hostId: 'again.1', onProblem: () => {} })
    await link.ready
    const one = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
    link.register({ pid: one.pid ?? 0, startedAt: startOf(one.pid ?? 0) })
    const first = link.pid ?? 0
    process.kill(first, 'SIGKILL')
    await until('there is another', () => link.pid !== first)
    await link.close()
    expect(await isAlive(one.pid ?? 0)).toBe(false)
    expect(await isAlive(link.pid ?? 0)).toBe(false)
  })

  it('says why when it cannot be started', async () => {
    const problems: string[] = []
    const by = new Supervisor({ reaperScript: '/no/such/reaper.js', dataId: 'none', onProblem: (text) => problems.push(text) })
    await expect(by.ready).rejects.toThrow('could not be started')
    await until('it is told', () => problems.length === 1)
    await by.close()
  })
})

describe('sweepLeftovers', () => {
  it('ends what a dead host of the same data folder has left, and nothing of a live host of another', async () => {
    const id = `swept-${process.pid}`
    const dead = await startHost(id)
    const live = await startHost(`other-${process.pid}`)
    // Held first, so that it cannot start another reaper.
    dead.host.kill('SIGSTOP')
    process.kill(dead.reaper, 'SIGKILL')
    dead.host.kill('SIGKILL')
    await once(dead.host, 'exit')
    expect(await ofHost(dead.hostId)).toHaveLength(FIXTURE_MARKED)

    const next = new Supervisor({ reaperScript, dataId: id })
    supervisors.push(next)
    const own = await sh(next, 'sleep 1000')
    expect(await next.sweepLeftovers()).toBe(FIXTURE_MARKED)
    expect(await ofHost(dead.hostId)).toEqual([])
    expect(await isAlive(own.pid)).toBe(true)
    expect(await ofHost(live.hostId)).toHaveLength(FIXTURE_MARKED)
    // Without its reaper, what has wiped its environment is beyond any sweep: the test must end it itself.
    for (const pid of dead.bare) process.kill(pid, 'SIGKILL')
  })
})

describe('dataIdOf', () => {
  it('is one for one folder, by whatever path, and fits into a marker', async () => {
    const link = join(folder, 'link')
    await symlink(folder, link)
    expect(dataIdOf(link)).toBe(dataIdOf(folder))
    expect(dataIdOf(folder)).not.toBe(dataIdOf(tmpdir()))
    expect(dataIdOf(folder)).toMatch(/^[a-z0-9]+$/)
    expect(() => new Supervisor({ reaperScript, dataId: 'a.b' })).toThrow('data id')
  })
})
