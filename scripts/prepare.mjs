/** What must be true before the built app can run: the right Node, and an `out/` that is newer than its sources. */
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const INPUTS = ['src', 'package.json', 'package-lock.json', 'electron.vite.config.ts']
const OUTPUTS = ['out/main/index.js', 'out/main/serve.js', 'out/preload/index.cjs', 'out/renderer/index.html']

/**
 * Folders count too: their time changes when a file in them comes or goes.
 * @param {string} root
 * @returns {boolean}
 */
export function isBuildNeeded(root) {
  const outputs = OUTPUTS.map((path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  const builtAt = Math.min(...outputs)
  return INPUTS.some((path) => newest(join(root, path)) > builtAt)
}

/** @param {string} path */
function newest(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0
  const inside = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return Math.max(found.mtimeMs, ...inside.map((name) => statSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs ?? 0))
}

/**
 * Makes `out/` if it is needed and ends this process, saying why, when that fails. Speaks on standard error only.
 * @param {string} root
 */
export function prepare(root) {
  if (Number.parseInt(process.versions.node, 10) < 24) {
    leave(`Crewdeck runs on its own Node 24, and this is ${process.version}. "npm ci" brings it, and npm's commands use it.`)
  }
  if (!isBuildNeeded(root)) return
  process.stderr.write('Building…\n')
  if (!build(root)) leave('The build failed; what it said is above.')
}

/**
 * @param {string} root
 * @returns {boolean} whether it succeeded
 */
export function build(root) {
  const tool = join(dirname(createRequire(import.meta.url).resolve('electron-vite/package.json')), 'bin', 'electron-vite.js')
  const { status } = spawnSync(process.execPath, [tool, 'build', '--logLevel', 'warn'], { cwd: root, stdio: ['ignore', 2, 2] })
  return status === 0
}

/** @param {string} why */
function leave(why) {
  process.stderr.write(`crewdeck: ${why}\n`)
  process.exit(1)
}
