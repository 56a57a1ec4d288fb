/** The scripts in a tree of their own, with stand-ins for Electron, for the build tool and for the built host. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installedElectron, neverCameUp, noDesktopBecause } from './electron.mjs'
import { isBuildNeeded } from './prepare.mjs'

/** @type {string} */
let root

/**
 * @param {string} path
 * @param {string} text
 * @param {number} [at] time of the file, in seconds
 */
function put(path, text, at = 1_000) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode: 0o755 })
  utimesSync(file, at, at)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'crewdeck-start-'))
  cpSync(import.meta.dirname, join(root, 'scripts'), { recursive: true, filter: (path) => !path.includes('.test.') })
  for (const path of ['package.json', 'package-lock.json', 'electron.vite.config.ts', 'src/main/serve.ts', 'src/shared/model.ts']) put(path, '{}')
  put('package.json', '{"type":"module"}')
  for (const path of ['src', 'src/main', 'src/shared']) utimesSync(join(root, path), 1_000, 1_000)
  for (const path of ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html']) put(path, '', 2_000)
  put('out/main/serve.js', `console.log(JSON.stringify({ served: process.argv.slice(2) }))`, 2_000)
  put('node_modules/electron/package.json', '{"name":"electron","version":"45.5.0"}')
  put('node_modules/electron/install.js', `process.exit(1)`)
  put('node_modules/electron-vite/package.json', '{"name":"electron-vite","type":"module"}')
  put('node_modules/electron-vite/bin/electron-vite.js', `process.exit(1)`)
})

afterEach(() => rmSync(root, { recursive: true }))

/**
 * @param {string} script
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string }>}
 */
function run(script, args = [], env = {}) {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ELECTRON_OVERRIDE_DIST_PATH: ___, ...inherited } = process.env
  const child = spawn(process.execPath, [join(root, 'scripts', script), ...args], { env: { ...inherited, ...env } })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

describe('npm start', () => {
  it('runs the desktop app where there is one, with its folders, and ends as it does', async () => {
    const said = join(root, 'said.txt')
    put('dist/electron', `#!/bin/sh\necho "$1|$CREWDECK_PROJECT|$CREWDECK_DATA|$ELECTRON_RUN_AS_NODE" > ${said}\nexit 7\n`)
    const env = { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'dist'), ELECTRON_RUN_AS_NODE: '1' }
    const { code, stdout, stderr } = await run('start.mjs', ['--project', '/work of ada', '--data=/data'], env)
    expect([code, stdout, stderr]).toEqual([7, '', ''])
    expect(readFileSync(said, 'utf8').trim()).toBe(`${root}|/work of ada|/data|`)
  })

  it.runIf(process.platform === 'linux')('serves to a browser where there is no display, and says so in one line', async () => {
    const { code, stdout, stderr } = await run('start.mjs', ['--port', '8123'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ served: ['--open', '--port', '8123'] })
    expect(stderr).toBe('No desktop window, because there is no display: serving Crewdeck to a browser instead.\n')
  })

  it('serves to a browser when Electron crashes before it shows anything', async () => {
    put('dist/electron', '#!/bin/sh\nkill -TRAP $$\n')
    const { stdout, stderr } = await run('start.mjs', [], { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'dist') })
    expect(JSON.parse(stdout)).toEqual({ served: ['--open'] })
    expect(stderr).toContain('because Electron could not start (SIGTRAP)')
  })

  it('knows where no window can be', () => {
    expect(noDesktopBecause({ platform: 'linux', env: {}, uid: 1000 })).toMatch(/no display/)
    expect(noDesktopBecause({ platform: 'linux', env: { DISPLAY: ':0' }, uid: 1000 })).toBeNull()
    expect(noDesktopBecause({ platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' }, uid: 1000 })).toBeNull()
    expect(noDesktopBecause({ platform: 'linux', env: { DISPLAY: ':0' }, uid: 0 })).toMatch(/root/)
    expect(noDesktopBecause({ platform: 'linux', env: { ELECTRON_OVERRIDE_DIST_PATH: '/x' }, uid: 0 })).toBeNull()
    expect(noDesktopBecause({ platform: 'darwin', env: {}, uid: 501 })).toBeNull()
    expect(noDesktopBecause({ platform: 'win32', env: {}, uid: undefined })).toBeNull()
  })

  it('tells an Electron that never came up from an app that failed', () => {
    expect([neverCameUp(127, null), neverCameUp(null, 'SIGTRAP'), neverCameUp(133, null)]).toEqual([true, true, true])
    expect([neverCameUp(0, null), neverCameUp(1, null), neverCameUp(null, 'SIGTERM')]).toEqual([false, false, false])
  })

  it('gets Electron by its own installer, and does without when that fails', async () => {
    const ask = `import(${JSON.stringify(join(root, 'scripts', 'electron.mjs'))}).then(async ({ downloadElectron }) => console.log(await downloadElectron()))`
    put('scripts/ask.mjs', ask)
    const unreachable = { ELECTRON_MIRROR: 'http://127.0.0.1:9/' }
    expect((await run('ask.mjs', [], unreachable)).stdout.trim()).toBe('null')

    put('node_modules/electron/install.js', `require('fs').mkdirSync(__dirname + '/dist'); require('fs').writeFileSync(__dirname + '/dist/electron', '')`)
    expect((await run('ask.mjs', [], unreachable)).stdout.trim()).toBe(join(root, 'node_modules', 'electron', 'dist', 'electron'))
  })

  it('finds the binary that an override names', () => {
    put('dist/electron', '')
    expect(installedElectron({ ELECTRON_OVERRIDE_DIST_PATH: join(root, 'dist') })).toBe(join(root, 'dist', 'electron'))
    expect(installedElectron({ ELECTRON_OVERRIDE_DIST_PATH: join(root, 'elsewhere') })).toBeNull()
  })
})

describe('the build before a run', () => {
  it('is not made when nothing has changed', () => {
    expect(isBuildNeeded(root)).toBe(false)
  })

  it.each([
    ['a source is newer', () => put('src/shared/model.ts', '{}', 3_000)],
    ['a source is new', () => put('src/shared/fresh.ts', '{}', 500)],
    ['a source is gone', () => rmSync(join(root, 'src/main/serve.ts'))],
    ['the lock file is newer', () => put('package-lock.json', '{}', 3_000)],
    ['the page was never built', () => rmSync(join(root, 'out/renderer/index.html'))],
    ['nothing was ever built', () => rmSync(join(root, 'out'), { recursive: true })]
  ])('is made when %s', (_what, change) => {
    change()
    expect(isBuildNeeded(root)).toBe(true)
  })

  it('keeps standard output clean and then runs what it has made', async () => {
    rmSync(join(root, 'out/main/serve.js'))
    put(
      'node_modules/electron-vite/bin/electron-vite.js',
      `import { writeFileSync } from 'node:fs'
       console.log('the build tool speaks')
       writeFileSync('out/main/serve.js', 'console.log("built")')`
    )
    const { code, stdout, stderr } = await run('serve.mjs')
    expect([code, stdout]).toEqual([0, 'built\n'])
    expect(stderr).toContain('the build tool speaks')
  })

  it('ends the run when it fails', async () => {
    put('src/shared/model.ts', '{}', 3_000)
    const { code, stdout, stderr } = await run('serve.mjs')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('The build failed')
  })
})
