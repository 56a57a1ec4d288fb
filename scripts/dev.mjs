/**
 * `npm run dev`: the app while you work on it. With Electron, electron-vite does all. Without, the window comes from
 * Vite (it shows every change at once), and the host is built and started again whenever its sources change.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { installedElectron, noDesktopBecause } from './electron.mjs'
import { build, prepare } from './prepare.mjs'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const SETTLE_MS = 200

prepare(root)
const because =
  noDesktopBecause({ platform: process.platform, env: process.env, uid: process.getuid?.() }) ??
  (installedElectron(process.env) ? null : 'Electron is not installed (npx install-electron)')
if (because === null) {
  const tool = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  const child = spawn(process.execPath, [tool, 'dev', '--watch', '--', ...args], { cwd: root, stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
} else {
  process.stderr.write(`No desktop window, because ${because}: working in a browser.\n`)
  await developInBrowser()
}

async function developInBrowser() {
  const token = randomBytes(32).toString('base64url')
  let host = startHost(token, '0')
  const [line] = await once(createInterface({ input: host.stdout }), 'line')
  const port = new URL(JSON.parse(line).url).port

  const vite = await createServer({
    configFile: false,
    root: join(root, 'src', 'renderer'),
    plugins: [react()],
    server: {
      host: '127.0.0.1',
      // The host answers only to its own page, so the proxy speaks in that page's name.
      proxy: { '/rpc': { target: `http://127.0.0.1:${port}`, ws: true, changeOrigin: true, rewriteWsOrigin: true } }
    }
  })
  await vite.listen()
  const page = vite.resolvedUrls?.local[0] ?? ''
  process.stdout.write(`Crewdeck is served at\n  ${page}#token=${token}\nCtrl+C stops it.\n`)

  /** @type {NodeJS.Timeout | undefined} */
  let settled
  for (const folder of ['main', 'shared']) {
    watch(join(root, 'src', folder), { recursive: true }, () => {
      clearTimeout(settled)
      settled = setTimeout(() => void restart(), SETTLE_MS)
    })
  }
  async function restart() {
    if (!build(root)) return
    const gone = once(host, 'exit')
    host.kill('SIGTERM')
    await gone
    host = startHost(token, port)
    process.stderr.write('The host has been built and started again.\n')
  }

  const stop = async () => {
    await vite.close()
    const gone = once(host, 'exit')
    host.kill('SIGTERM')
    await gone
    process.exit(0)
  }
  process.once('SIGINT', () => void stop())
  process.once('SIGTERM', () => void stop())
}

/**
 * @param {string} token
 * @param {string} port
 */
function startHost(token, port) {
  return spawn(process.execPath, [join(root, 'out', 'main', 'serve.js'), '--json', '--port', port, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CREWDECK_TOKEN: token }
  })
}
