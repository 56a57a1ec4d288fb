import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'

const STOP = JSON.stringify(join(import.meta.dirname, 'stop.ts'))
let child: ChildProcessByStdio<null, Readable, Readable>

/** A process that stays until a signal and then closes in the given way. */
async function start(close: string): Promise<void> {
  const code = `import(${STOP}).then(({ stopOnSignals }) => {
    setInterval(() => {}, 1000)
    stopOnSignals(${close}, (line) => console.error(line))
    console.log('ready')
  })`
  child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'pipe'] })
  await once(child.stdout, 'data')
}

afterEach(() => child.kill('SIGKILL'))

describe('the end by a signal', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s closes and exits with 0', async (signal) => {
    await start(`async () => { console.error('closed') }`)
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.kill(signal)
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(0)
    expect(said).toContain('closed')
  })

  it('takes two signals of one press as one', async () => {
    await start(`() => new Promise((resolve) => setTimeout(resolve, 300))`)
    child.kill('SIGINT')
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(0)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('closes when the npm that started it ends by %s', async (signal) => {
    const folder = await mkdtemp(join(tmpdir(), 'crewdeck-stop-'))
    const closed = join(folder, 'closed.txt')
    await writeFile(
      join(folder, 'stay.mjs'),
      `import { writeFileSync } from 'node:fs'
       import { stopOnSignals } from ${STOP}
       setInterval(() => {}, 1000)
       stopOnSignals(async () => writeFileSync(${JSON.stringify(closed)}, 'yes'), () => {})
       console.log('ready')`
    )
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { stay: `"${process.execPath}" stay.mjs` } }))
    child = spawn('npm', ['run', '--silent', 'stay'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    await once(child.stdout, 'data')
    child.kill(signal)
    await expect.poll(() => readFile(closed, 'utf8').catch(() => ''), { timeout: 5_000 }).toBe('yes')
    await rm(folder, { recursive: true })
  })

  it('exits at once at the second', async () => {
    await start(`() => new Promise(() => {})`)
    const started = performance.now()
    child.kill('SIGINT')
    const again = setInterval(() => child.kill('SIGINT'), 100)
    const [code] = (await once(child, 'exit')) as [number | null]
    clearInterval(again)
    expect(code).toBe(130)
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('does not wait for ever, and does not hide a failure', async () => {
    await start(`() => new Promise(() => {})`)
    child.kill('SIGTERM')
    expect(((await once(child, 'exit')) as [number | null])[0]).toBe(1)

    await start(`async () => { throw new Error('the disk is full') }`)
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.kill('SIGTERM')
    expect(((await once(child, 'close')) as [number | null])[0]).toBe(1)
    expect(said).toContain('the disk is full')
  })
})
