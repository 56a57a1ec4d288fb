/**
 * The Chromium behind the windows. We speak to it over a pipe, and it ends when the pipe does: however this process
 * ends, SIGKILL included, Chromium is gone soon after. The test runner speaks to it over a port of its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { app } from './app.ts'
import { DevTools } from './devtools.ts'

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-startup-window',
  '--remote-debugging-pipe',
  '--remote-debugging-port=0'
]
/** How long the Chromium of a killed run may take to let go of the profile, and ours to end when asked, in ms. */
const LET_GO_MS = 5_000
const END_MS = 2_000

const started = Promise.withResolvers<DevTools>()
started.promise.catch(() => {})

/** The connection, once Chromium runs. */
export const browser: Promise<DevTools> = started.promise

/** Starts Chromium with its profile in `folder`, and tells the test runner on standard error where it listens. */
export async function startBrowser(folder: string, switches: readonly string[]): Promise<void> {
  const profile = join(folder, 'electron-double')
  await profileIsFree(profile)
  const executable = process.env['CREWDECK_CHROMIUM'] ?? '/usr/bin/chromium'
  // In a process group of its own, so that Ctrl+C in a terminal is for the app to answer.
  const chromium = spawn(executable, [...FLAGS, ...switches, `--user-data-dir=${profile}`], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe']
  })
  chromium.once('error', (error) => fail(`${executable} did not start: ${error.message}`))
  const unexpected = (code: number | null, signal: string | null): void => fail(`Chromium ended with ${code ?? signal}`)
  chromium.once('exit', unexpected)
  process.once('exit', () => chromium.kill('SIGKILL'))

  const [, , stderr, input, output] = chromium.stdio as unknown as [null, null, Readable, Writable, Readable]
  const listening = Promise.withResolvers<string>()
  createInterface({ input: stderr }).on('line', (line) => {
    if (line.startsWith('DevTools listening on ')) listening.resolve(line)
  })
  const devtools = new DevTools(input, output)
  await devtools.root.send('Browser.getVersion')
  started.resolve(devtools)
  console.error(`\n${await listening.promise}`)

  // Asked to end, Chromium still writes what the pages have stored.
  app.beforeExit = async () => {
    chromium.off('exit', unexpected)
    const ended = once(chromium, 'exit')
    devtools.root.tell('Browser.close', {})
    await Promise.race([ended, setTimeout(END_MS)])
  }
}

/** Waits until no Chromium holds the profile: its lock is a link to `<host>-<process id>`. */
async function profileIsFree(profile: string): Promise<void> {
  const deadline = Date.now() + LET_GO_MS
  while (Date.now() < deadline) {
    try {
      const holder = readlinkSync(join(profile, 'SingletonLock'))
      process.kill(Number(holder.slice(holder.lastIndexOf('-') + 1)), 0)
    } catch {
      return
    }
    await setTimeout(20)
  }
}

function fail(why: string): never {
  console.error(`electron double: ${why}`)
  process.exit(1)
}
