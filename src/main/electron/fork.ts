/** Our own scripts as Electron utility processes: Node children that end when the app ends, however it ends. */
import { basename, extname, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { utilityProcess } from 'electron'
import type { ForkProcess } from '../host-options'

/** How much of a child's standard error is kept for the message about its end. */
const DETAIL_LINES = 20
const DETAIL_LINE_CHARS = 500
/** A child that was asked to end gets this long before it is killed, in ms. */
const KILL_AFTER_MS = 2_000
/** How long its last words may take to arrive after its end, in ms. */
const LAST_WORDS_MS = 250

/** Children are named scripts of `folder` (`pi-process`) or absolute paths. `env` is added to our own environment. */
export function createUtilityFork(folder: string): ForkProcess {
  return (script, env) => {
    const path = resolve(folder, extname(script) === '' ? `${script}.js` : script)
    const child = utilityProcess.fork(path, [], {
      env: { ...process.env, ...env },
      serviceName: basename(path),
      stdio: ['ignore', 'ignore', 'pipe']
    })

    const lines: string[] = []
    const silent = Promise.withResolvers<void>()
    if (child.stderr) {
      const reader = createInterface({ input: child.stderr })
      reader.on('line', (line) => {
        lines.push(line.slice(0, DETAIL_LINE_CHARS))
        if (lines.length > DETAIL_LINES) lines.shift()
      })
      reader.once('close', silent.resolve)
    }

    let alive = true
    const ended = new Promise<number | null>((done) => {
      child.once('exit', (code) => {
        alive = false
        setTimeout(silent.resolve, LAST_WORDS_MS)
        void silent.promise.then(() => done(code))
      })
    })

    return {
      get pid() {
        return child.pid
      },
      send: (message) => {
        if (alive) child.postMessage(message)
      },
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => void ended.then((code) => listener(code, lines.join('\n'))),
      kill() {
        if (!alive) return
        child.kill()
        const hard = setTimeout(() => {
          if (alive && child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
        }, KILL_AFTER_MS)
        hard.unref()
      }
    }
  }
}
