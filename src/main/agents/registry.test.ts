import { chmod, mkdir, mkdtemp, readFile, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProbe } from '../engine/acp/probe'
import { startSupervisor } from '../process/testing/start-supervisor'
import { compareVersions } from './detect'
import { createAgents, type Agents } from './registry'

const NODE = join(import.meta.dirname, '../../../node_modules/.bin/node')
const AGENT = join(import.meta.dirname, '../../../e2e/acp-agent/main.ts')

let started: Awaited<ReturnType<typeof startSupervisor>>
let root: string
let bin: string
let agents: Agents

beforeAll(async () => {
  started = await startSupervisor('agents')
}, 60_000)
afterAll(() => started.close())
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'crewdeck-agents-')))
  bin = join(root, 'bin')
  await mkdir(bin)
  agents = create()
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** A machine with nothing on it but `bin` and the system's own. */
const create = () =>
  createAgents({
    dataFolder: join(root, 'data'),
    supervisor: started.supervisor,
    probe: createProbe({ supervisor: started.supervisor, report: () => {}, times: { startMs: 15_000 } }),
    probeOwn: async () => ({ name: 'Own', version: '1', steering: 'extension', steeringNote: null, can: { resume: true, delete: true, tools: true }, signInMethods: [], problem: null, models: [], tookMs: 1 }),
    node: NODE,
    environment: { PATH: `${bin}:relative/bin`, HOME: join(root, 'home') }
  })
const program = async (path: string, script: string) => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
}
const viewOf = async (id: string) => (await agents.list()).find((agent) => agent.id === id)

describe('agents of this machine', () => {
  it('are said to be missing, with how to get them', async () => {
    const list = await agents.list()
    expect(list.map(({ id, state }) => [id, state])).toEqual(['claude', 'codex', 'opencode', 'gemini', 'goose', 'dsh'].map((id) => [id, 'missing']))
    expect(list[0]?.remedy).toContain('npm install -g @anthropic-ai/claude-code')
    await expect(agents.launch('gemini')).rejects.toMatchObject({ code: 'UNAVAILABLE', remedy: expect.stringContaining('gemini') })
    await expect(agents.launch('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('are found in PATH and where installers put them, with their version', async () => {
    await program(join(bin, 'gemini'), 'echo 0.61.3')
    await program(join(root, 'home/.opencode/bin/opencode'), 'echo "opencode v1.18.40 (linux)"')
    await program(join(bin, 'dsh'), 'echo 0.1.0-rc.8')
    expect(await viewOf('gemini')).toMatchObject({ state: 'ready', path: join(bin, 'gemini'), version: '0.61.3', start: { args: ['--acp'] } })
    expect(await viewOf('opencode')).toMatchObject({ state: 'ready', version: '1.18.40', start: { args: ['acp'] } })
    expect(await viewOf('dsh')).toMatchObject({ state: 'ready', engine: 'dsh', version: '0.1.0-rc.8' })
    expect(await agents.program('dsh')).toEqual({ command: join(bin, 'dsh'), version: '0.1.0-rc.8' })
    expect(await agents.check('dsh')).toMatchObject({ name: 'Own' })
    expect(agents.expected('opencode')).toEqual({ label: 'OpenCode', name: 'OpenCode', version: '1.18.40' })
    expect(await agents.launch('opencode')).toMatchObject({ label: 'OpenCode', shared: true, env: { OPENCODE_DISABLE_AUTOUPDATE: '1' } })
    expect((await agents.launch('gemini')).signIn).toBeNull()
  })

  it('may be too old, and never keep us waiting', async () => {
    await program(join(bin, 'gemini'), 'echo 0.9.1')
    await program(join(bin, 'goose'), 'echo "goose 1.20.0"; sleep 600')
    const since = performance.now()
    expect(await viewOf('gemini')).toMatchObject({ state: 'wrong-version', remedy: expect.stringContaining('needs 0.61.0 or newer') })
    expect(await viewOf('goose')).toMatchObject({ state: 'ready', version: '1.20.0' })
    expect(performance.now() - since).toBeLessThan(5_000)
    await program(join(bin, 'gemini'), 'echo 0.62.0')
    expect((await agents.list(true)).find(({ id }) => id === 'gemini')?.state).toBe('ready')
  })

  it('compares versions by number', () => {
    expect(compareVersions('1.10.0', '1.9.9')).toBeGreaterThan(0)
    expect(compareVersions('0.61.0', '0.61.0')).toBe(0)
    expect(compareVersions('unknown', '0.0.1')).toBeLessThan(0)
  })
})

describe('an adapter', () => {
  /** Like npm, as far as we use it. */
  const npm = `
    for last; do :; done
    echo "$@" > "$0.args"
    name="\${last%@*}"; version="\${last##*@}"
    mkdir -p "node_modules/$name/dist"
    printf '{"version":"%s"}' "$version" > "node_modules/$name/package.json"
    touch "node_modules/$name/dist/index.js"`

  it('is installed when asked, in its pinned version, and removed again', async () => {
    await program(join(bin, 'claude'), 'echo "2.1.9 (Claude Code)"')
    expect(await viewOf('claude')).toMatchObject({
      state: 'needs-adapter', version: '2.1.9', remedy: expect.stringMatching(/0\.101\.0, about 80 MB, licence Apache-2\.0/),
      adapter: { package: '@agentclientprotocol/claude-agent-acp', megabytes: 80, installed: false }
    })
    await expect(agents.installAdapter('claude')).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('npm was not found') })
    await program(join(bin, 'npm'), `PATH=/usr/bin:/bin${npm}`)
    expect(await agents.installAdapter('claude')).toMatchObject({ state: 'ready', adapter: { installed: true } })
    expect(await readFile(join(bin, 'npm.args'), 'utf8')).toContain('--omit=optional --ignore-scripts')
    const launch = await agents.launch('claude')
    expect(launch).toMatchObject({ command: NODE, env: { CLAUDE_CODE_EXECUTABLE: join(bin, 'claude'), ENABLE_TOOL_SEARCH: 'false' }, systemPrompt: true })
    expect(launch.args[0]?.startsWith(join(root, 'data/adapters/claude'))).toBe(true)
    expect(agents.expected('claude')).toMatchObject({ version: '0.101.0' })
    expect(await agents.removeAdapter('claude')).toMatchObject({ state: 'needs-adapter' })
    expect(await readdir(join(root, 'data/adapters'))).toEqual([])
  })

  it('that cannot be installed leaves nothing behind', async () => {
    await program(join(bin, 'codex'), 'echo codex-cli 0.166.1')
    await program(join(bin, 'npm'), 'PATH=/usr/bin:/bin; mkdir node_modules; echo "npm error code ENOSPC" >&2; exit 1')
    await expect(agents.installAdapter('codex')).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('ENOSPC') })
    expect(await readdir(join(root, 'data/adapters'))).toEqual([])
    await expect(agents.installAdapter('gemini')).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(agents.installAdapter('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('an agent of the operator\'s own', () => {
  const mine = { id: 'mine', label: 'Mine', command: NODE, args: [AGENT, '--name', 'OpenCode', '--version', '1.18.9'] }

  it('is kept in a private file, listed, and removed', async () => {
    await agents.save({ ...mine, env: { MY_SETTING: '1' } })
    const path = join(root, 'data/agents.json')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    agents = create()
    expect(await viewOf('mine')).toMatchObject({ kind: 'custom', state: 'ready', start: { command: NODE } })
    expect(await agents.launch('mine')).toMatchObject({ env: { MY_SETTING: '1' }, shared: false, modes: {} })
    await agents.save({ ...mine, label: 'Still mine', command: 'not-here' })
    expect(await viewOf('mine')).toMatchObject({ label: 'Still mine', state: 'missing', remedy: expect.stringContaining('not-here') })
    await agents.remove('mine')
    expect(await viewOf('mine')).toBeUndefined()
    await expect(agents.remove('mine')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(agents.remove('claude')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('has to make sense', async () => {
    await expect(agents.save({ ...mine, id: 'not an id' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(agents.save({ ...mine, command: ' ' })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(agents.save({ ...mine, id: 'codex' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await mkdir(join(root, 'data'), { recursive: true })
    await writeFile(join(root, 'data/agents.json'), '{')
    expect((await agents.list()).some(({ kind }) => kind === 'custom')).toBe(false)
    expect(agents.notices()).toEqual([expect.stringContaining('put aside')])
  })

  it('is checked by really starting it, and ended', async () => {
    await agents.save(mine)
    expect(await agents.check('mine')).toMatchObject({
      name: 'OpenCode', version: '1.18.9', steering: 'second-prompt', steeringNote: null,
      can: { resume: true, delete: true, tools: true }, problem: null, models: []
    })
    await agents.save({ ...mine, args: [AGENT, '--die', 'no licence'] })
    await expect(agents.check('mine')).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('no licence') })
    expect(await started.alive()).toBe(0)
  })
})
