/**
 * What the executable does at start, in Electron's order: `electron [flags] [-r module]… <folder or file> [arguments]`.
 * The app's main script runs first, then Chromium starts, then the app is ready.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from './app.ts'
import { startBrowser } from './browser.ts'

interface Package {
  name?: string
  productName?: string
  version?: string
  main?: string
}

const words = process.argv.slice(2)
const preloaded: string[] = []
let start: string | undefined
for (let index = 0; index < words.length && start === undefined; index += 1) {
  const word = words[index] ?? ''
  if (word === '-r' || word === '--require') preloaded.push(words[(index += 1)] ?? '')
  else if (!word.startsWith('-')) start = word
}
const appPath = resolve(start ?? '.')
const isFolder = statSync(appPath).isDirectory()
const manifest: Package = isFolder ? JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) : {}

becomeElectron()
app.introduce({ path: appPath, name: manifest.productName ?? manifest.name ?? 'Electron', version: manifest.version ?? '0.0.0' })
const require = createRequire(join(appPath, 'main.js'))
try {
  for (const module of preloaded) require(resolve(module))
  await import(pathToFileURL(isFolder ? join(appPath, manifest.main ?? 'index.js') : appPath).href)
} catch (error) {
  console.error('App threw an error during load\n', error)
  process.exit(1)
}
if (!app.isQuitting) {
  await startBrowser(app.getPath('sessionData'), app.commandLine.switches)
  app.becomeReady()
}

/** Makes this process look like Electron's main process, and `electron` mean our module. */
function becomeElectron(): void {
  const module = pathToFileURL(join(import.meta.dirname, 'electron-module.ts')).href
  registerHooks({
    resolve: (specifier, context, next) =>
      /^electron(\/main|\/common)?$/.test(specifier) ? { url: module, shortCircuit: true } : next(specifier, context)
  })
  process.argv = [process.execPath, ...words]
  Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: electronVersion(), chrome: '0.0.0.0' } })
  Object.assign(process, { type: 'browser', defaultApp: true, resourcesPath: join(import.meta.dirname, 'resources') })
}

function electronVersion(): string {
  const manifestOfElectron = join(import.meta.dirname, '../../node_modules/electron/package.json')
  return existsSync(manifestOfElectron) ? String(JSON.parse(readFileSync(manifestOfElectron, 'utf8')).version) : '0.0.0'
}
