import { chmod, mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AgentView } from '../../shared/agents'
import { createProbe } from '../engine/acp/probe'
import { startSupervisor } from '../process/testing/start-supervisor'
import { AgentDesk } from './desk'
import { createAgents } from './registry'

const NODE = join(import.meta.dirname, '../../../node_modules/.bin/node')
const AGENT = join(import.meta.dirname, '../../../e2e/acp-agent/main.ts')

let started: Awaited<ReturnType<typeof startSupervisor>>
let root: string
let desk: AgentDesk
let busy: boolean
const reports: string[] = []

beforeAll(async () => {
  started = await startSupervisor('desk')
}, 60_000)
afterAll(() => started.close())
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'crewdeck-desk-')))
  busy = false
  await program('claude', 'echo "2.1.9 (Claude Code)"')
  desk = create()
})
afterEach(() => rm(root, { recursive: true, force: true }))

function create(): AgentDesk {
  const agents = createAgents({
    dataFolder: join(root, 'data'),
    supervisor: started.supervisor,
    probe: createProbe({ supervisor: started.supervisor, report: () => {}, times: { startMs: 15_000, closeMs: 1_000 } }),
    probeOwn: () => Promise.reject(new Error('none')),
    node: NODE,
    environment: { PATH: join(root, 'bin'), HOME: join(root, 'home') }
  })
  return new AgentDesk({
    agents,
    dataFolder: join(root, 'data'),
    steering: () => ({ profile: 'none', reason: 'untried' }),
    isBusy: () => busy,
    report: (message) => void reports.push(message),
    clock: () => 1_000
  })
}

async function program(name: string, script: string): Promise<void> {
  await mkdir(join(root, 'bin'), { recursive: true })
  await writeFile(join(root, 'bin', name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`)
  await chmod(join(root, 'bin', name), 0o755)
}

const viewOf = async (id: string): Promise<AgentView> => {
  const view = (await desk.views()).find((agent) => agent.id === id)
  if (!view) throw new Error(`no agent ${id}`)
  return view
}
const own = (...flags: string[]) => ({ id: 'mine', label: 'Mine', command: NODE, args: [AGENT, ...flags] })

/** Views at every change from now on. */
function watched(id: string): { seen: AgentView['work'][]; stop(): void } {
  const seen: AgentView['work'][] = []
  const stop = desk.onChange(() => {
    void viewOf(id).then(({ work }) => seen.push(work))
  })
  return { seen, stop }
}

describe('a check', () => {
  it('says who answered and what it offers, and keeps that', async () => {
    await desk.save(own('--models', 'small,large', '--store', join(root, 'store')))
    expect(await desk.check('mine')).toMatchObject({
      at: 1_000, problem: null,
      report: { name: 'test-agent', version: '1.2.3', problem: null, models: [{ id: 'small', name: 'SMALL' }, { id: 'large', name: 'LARGE' }] }
    })
    expect(await viewOf('mine')).toMatchObject({ work: null, checked: { at: 1_000 }, models: [{ id: 'small' }, { id: 'large' }] })
    // It remembers no conversation of a check.
    expect(await readdir(join(root, 'store'))).toEqual([])
    desk = create()
    expect(await viewOf('mine')).toMatchObject({ checked: null, models: [{ id: 'small' }, { id: 'large' }] })
    await desk.remove('mine')
    desk = create()
    expect((await desk.views()).some(({ id }) => id === 'mine')).toBe(false)
  })

  it('says what is wrong, in the words of the agent', async () => {
    await desk.save(own('--auth', 'key'))
    expect((await desk.check('mine')).report?.problem).toContain('is not signed in')
    await desk.save(own('--die', 'no licence'))
    // A changed agent has not been checked.
    expect((await viewOf('mine')).checked).toBeNull()
    expect(await desk.check('mine')).toMatchObject({ report: null, problem: expect.stringContaining('no licence') })
    await expect(desk.check('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await desk.check('gemini')).toMatchObject({ report: null, problem: expect.stringContaining('npm install -g @google/gemini-cli') })
  })

  it('is one at a time, and shown while it runs', async () => {
    await desk.save(own('--slow-start', '300'))
    const { seen, stop } = watched('mine')
    const first = desk.check('mine')
    await expect(Promise.all([first, desk.check('mine')])).rejects.toMatchObject({ code: 'CONFLICT' })
    await first
    stop()
    expect(seen[0]).toEqual({ kind: 'checking', since: 1_000, packages: null })
  })
})

describe('an adapter', () => {
  const installs = `
    echo "npm http fetch GET 200 https://packages.example/a/-/a-1.0.0.tgz 12ms (cache miss)" >&2
    echo "npm http fetch GET 200 https://packages.example/a 3ms (cache miss)" >&2
    echo "npm http cache https://packages.example/b/-/b-1.0.0.tgz 1ms (cache hit)" >&2
    for last; do :; done
    name="\${last%@*}"; version="\${last##*@}"
    mkdir -p "node_modules/$name/dist"
    printf '{"version":"%s"}' "$version" > "node_modules/$name/package.json"
    touch "node_modules/$name/dist/index.js"`

  it('is installed with what comes of it told, and removed while nothing runs on it', async () => {
    await program('npm', installs)
    const told: (number | null)[] = []
    const stop = desk.onChange(() => void viewOf('claude').then(({ work }) => work && told.push(work.packages)))
    expect(await desk.installAdapter('claude')).toMatchObject({ state: 'ready', work: null, adapter: { installed: true, megabytes: 80 } })
    stop()
    expect(told.at(-1)).toBe(2)
    busy = true
    await expect(desk.removeAdapter('claude')).rejects.toMatchObject({ code: 'CONFLICT' })
    busy = false
    expect(await desk.removeAdapter('claude')).toMatchObject({ state: 'needs-adapter', adapter: { installed: false } })
  })

  it('that cannot be installed says why in the words of npm alone', async () => {
    await program('npm', 'echo "npm http fetch GET 404 https://packages.example/a 3ms" >&2; echo "npm error code E404" >&2; exit 1')
    await expect(desk.installAdapter('claude')).rejects.toMatchObject({ message: 'The adapter could not be installed: npm error code E404.' })
    expect((await viewOf('claude')).work).toBeNull()
  })
})

it('tells once what an agent did that it should not', async () => {
  await desk.save(own())
  let changes = 0
  desk.onChange(() => (changes += 1))
  for (const words of ['It sang.', 'It sang.', 'It danced.']) desk.odd('mine', words)
  expect((await viewOf('mine')).remarks).toEqual(['It sang.', 'It danced.'])
  expect(changes).toBe(2)
})
