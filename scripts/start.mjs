/** `npm start`: the desktop app, or, where there can be none, the same in a browser. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { downloadElectron, installedElectron, neverCameUp, noDesktopBecause } from './electron.mjs'
import { prepare } from './prepare.mjs'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
/** An Electron that ends like a crash within this time has never shown anything, in ms. */
const CAME_UP_MS = 10_000

prepare(root)
const because = await runDesktop()
process.stderr.write(`No desktop window, because ${because}: serving Crewdeck to a browser instead.\n`)
process.argv.splice(2, Infinity, '--open', ...args)
await import(pathToFileURL(join(root, 'out', 'main', 'serve.js')).href)

/**
 * Runs the desktop app and exits as it did; returns only when there was none to run.
 * @returns {Promise<string>} why not, in words
 */
async function runDesktop() {
  const problem = noDesktopBecause({ platform: process.platform, env: process.env, uid: process.getuid?.() })
  if (problem !== null) return problem
  const binary = installedElectron(process.env) ?? (await downloadElectron())
  if (binary === null) return 'Electron is not on this machine and could not be downloaded'

  const started = performance.now()
  const child = spawn(binary, [root], { stdio: 'inherit', env: desktopEnvironment() })
  const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, pass)
  const [code, signal] = await exitOf(child)
  if (performance.now() - started > CAME_UP_MS || !neverCameUp(code, signal)) process.exit(code ?? 1)
  for (const signal of signals) process.off(signal, pass)
  return `Electron could not start (${signal ?? `exit code ${code}`})`
}

/** The desktop app takes its folders from the environment; here they may be given as they are to the served host. */
function desktopEnvironment() {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const { values } = parseArgs({ args, strict: false, options: { project: { type: 'string' }, data: { type: 'string' } } })
  if (typeof values.project === 'string') env.CREWDECK_PROJECT = resolve(values.project)
  if (typeof values.data === 'string') env.CREWDECK_DATA = resolve(values.data)
  return env
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<[number | null, NodeJS.Signals | null]>}
 */
async function exitOf(child) {
  try {
    const [code, signal] = await once(child, 'exit')
    return [code, signal]
  } catch {
    return [127, null]
  }
}
