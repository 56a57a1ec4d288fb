/**
 * `npm run test:fuzz [-- N]` gives importers, the records API and its client N damaged inputs each, 100,000 where nothing is
 * said. The same tests run in `npm test` with fewer.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [count = '100000'] = process.argv.slice(2)
const root = join(import.meta.dirname, '..')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const env = { ...process.env, CREWDECK_FUZZ: count }
const { status } = spawnSync(node, [vitest, 'run', 'fuzz.test'], { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' })
process.exit(status ?? 1)
