/** Child Node processes of the served host: JSON messages over the channel that Node gives a forked child. */
import { fork } from 'node:child_process'
import { extname, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { ForkProcess } from '../host-options'

/** How much of a child's standard error is kept for the message about its end. */
const DETAIL_LINES = 20
const DETAIL_LINE_CHARS = 500
/** A child that was asked to end gets this long before it is killed, in ms. */
const KILL_AFTER_MS = 2_000
/** How long its last words may take to arrive after its end, in ms. */
const LAST_WORDS_MS = 250

/**
 * Children are named scripts of `folder` (`pi-process`) or absolute paths. `env` is added to our own environment. When
 * this process ends, however it ends, the channel breaks and the child sees `disconnect`: it must end then.
 */
export function createFork(folder: string): ForkProcess {
  return (script, env) => {
    const path = resolve(folder, extname(script) === '' ? `${script}.js` : script)
    const child = fork(path, [], {
      env: { ...process.env, ...env },
      execPath: process.execPath,
      execArgv: [],
      serialization: 'json',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc']
    })

    const lastLines: string[] = []
    child.stdout?.resume()
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        lastLines.push(line.slice(0, DETAIL_LINE_CHARS))
        if (lastLines.length > DETAIL_LINES) lastLines.shift()
      })
    }

    let end: { code: number | null; detail: string } | null = null
    const listeners: Array<(code: number | null, detail: string) => void> = []
    const finish = (code: number | null, detail: string) => {
      if (end) return
      end = { code, detail }
      for (const listener of listeners.splice(0)) listener(code, detail)
    }
    child.once('exit', (code) => {
      const done = () => finish(code, lastLines.join('\n'))
      const late = setTimeout(done, LAST_WORDS_MS)
      child.once('close', () => {
        clearTimeout(late)
        done()
      })
    })
    // A child that never was has no exit; one that could not be sent to still has.
    child.on('error', (error) => {
      if (child.pid === undefined) finish(null, error.message)
    })

    return {
      pid: child.pid,
      send(message) {
        if (typeof message !== 'object' || message === null) throw new TypeError('A message to a child is an object.')
        // One that cannot be delivered any more is told by onExit.
        if (child.connected) child.send(message, () => {})
      },
      onMessage(listener) {
        child.on('message', listener)
      },
      onExit(listener) {
        if (end) queueMicrotask(() => end && listener(end.code, end.detail))
        else listeners.push(listener)
      },
      kill() {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGTERM')
        const hard = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS)
        hard.unref()
        child.once('exit', () => clearTimeout(hard))
      }
    }
  }
}
