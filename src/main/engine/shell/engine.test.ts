import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { living, until } from '../../process/testing/world'
import { openOutputPipe, nodePipes } from './output-pipe'
import { createBench, inputsOf, RecordedTurn, type Bench } from './testing'
import { userShell } from './user-shell'

let bench: Bench
beforeAll(async () => void (bench = await createBench()))
afterAll(() => bench.close())
afterEach(() => until('nothing is left running', async () => (await bench.alive()) === 0, 0))

const error = (code: string) => ({ kind: 'error', error: { code } })
const logPathIn = (text: string) => /` (\/\S+\.log) `/.exec(text)?.[1] ?? 'no path'

describe('a command', () => {
  it('finds the files that came with its message in variables', async () => {
    const session = await bench.open()
    const turn = new RecordedTurn()
    const file = (path: string) => ({ path, name: 'a b.txt', bytes: 1, kind: 'text' as const })
    const input = { messageId: 'm', text: 'echo "$ATTACHMENT_1" and "$ATTACHMENT_2"', files: [file('/one/a b.txt'), file('/two')] }
    await session.run([input, { messageId: 'n', text: 'echo "none: $ATTACHMENT_1"' }], turn)
    await session.dispose()
    expect(turn.results.map(({ text }) => text)).toEqual([expect.stringContaining('/one/a b.txt and /two'), expect.stringContaining('none: \n')])
  })

  it('runs in the folder and answers with its output, exit code and time', async () => {
    const { outcome, turn } = await bench.run('echo hello > out.txt; cat out.txt; pwd')
    expect(outcome).toEqual({ kind: 'completed' })
    expect(await readFile(join(bench.folder, 'out.txt'), 'utf8')).toBe('hello\n')
    expect(turn.reply).toMatch(new RegExp(`^\`\`\`text\nhello\n${bench.folder}\n\`\`\`\n\nexit 0 · 0\\.\\d s$`))
    expect(turn.events).toEqual(['step 1', 'call', 'result', 'assistant'])
    expect(turn.calls).toMatchObject([{ name: 'shell', arguments: '{"command":"echo hello > out.txt; cat out.txt; pwd"}' }])
    expect(turn.results).toMatchObject([{ callId: turn.calls[0]?.callId, isError: false, text: turn.reply, changes: [] }])
    expect(turn.lastNow).toBeNull()
  })

  it('keeps the order of output and errors, and lets both be opened by name', async () => {
    const { turn } = await bench.run('echo 1; echo 2 >&2; echo 3; echo 4 > /dev/stderr; echo 5 | tee /dev/stdout')
    expect(turn.reply).toContain('```text\n1\n2\n3\n4\n5\n5\n```')
  })

  it('has an empty standard input and the operator\'s environment without our secrets', async () => {
    process.env['CREWDECK_TOKEN'] = 'secret-token'
    const { outcome, turn } = await bench.run('cat; env')
    delete process.env['CREWDECK_TOKEN']
    expect(outcome).toEqual({ kind: 'completed' })
    expect(turn.reply).toContain(`HOME=${process.env['HOME']}`)
    expect(turn.reply).not.toContain('secret-token')
  })

  it('says in words that nothing was printed', async () => {
    const { turn } = await bench.run('true')
    expect(turn.reply).toMatch(/^It printed nothing\.\n\nexit 0 · /)
    expect((await readdir(bench.stateFolder)).filter((name) => name.startsWith('.output'))).toEqual([])
  })

  it('is cleaned for display and kept raw in the log of its owner', async () => {
    const { turn } = await bench.run("printf '\\033[31mred\\033[0m\\000 10%%\\r\\033[Kdone \\377\\n````\\n'")
    expect(turn.reply).toContain('`````text\ndone \uFFFD\n````\n`````')
    const logs = await Promise.all((await readdir(bench.stateFolder)).map(async (name) => ({ name, raw: await readFile(join(bench.stateFolder, name), 'latin1') })))
    const log = logs.find(({ raw }) => raw === '\x1b[31mred\x1b[0m\0 10%\r\x1b[Kdone \xff\n````\n')
    expect(log?.name).toMatch(/^turn-[0-9a-f-]{36}\.log$/)
    expect((await stat(join(bench.stateFolder, log?.name ?? ''))).mode & 0o777).toBe(0o600)
  })

  it('that fails is an error with its code, and still has its reply', async () => {
    const { outcome, turn } = await bench.run('echo out; echo err >&2; exit 3')
    expect(outcome).toEqual({ kind: 'error', error: { code: 'EXIT_3', message: 'The command ended with exit code 3.' } })
    expect(turn.reply).toMatch(/^```text\nout\nerr\n```\n\nexit 3 · /)
    expect(turn.results).toMatchObject([{ isError: true }])
  })

  it('that another ends by a signal is an error with its name', async () => {
    const { outcome, turn } = await bench.run('kill -SEGV $$')
    expect(outcome).toMatchObject(error('SIGNAL_SIGSEGV'))
    expect(turn.reply).toContain('ended by SIGSEGV · ')
  })

  it('is told line by line while it runs, not more than five times a second', async () => {
    const { turn, took } = await bench.run('for i in $(seq 1 80); do echo "line $i"; sleep 0.02; done; echo last; sleep 0.5')
    expect(turn.lines.length).toBeGreaterThan(3)
    expect(turn.lines.length).toBeLessThanOrEqual(Math.ceil(took / 200))
    expect(turn.lines.every(({ detail }) => /^(line \d+|last)$/.test(detail))).toBe(true)
    expect(turn.lines.at(-1)?.detail).toBe('last')
  })

  it('is heard at least every two seconds while it is silent', async () => {
    const { turn, took } = await bench.run('sleep 3.5')
    const times = [...turn.heardAt]
    expect(times.length).toBeGreaterThanOrEqual(3)
    expect(took).toBeGreaterThan(3_400)
    expect(Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)))).toBeLessThan(2_000)
  })
})

it.skipIf(process.platform !== 'linux')('is not heard of while its command is halted, and again once it goes on', async () => {
  const turn = new RecordedTurn()
  const session = await bench.open()
  const ended = session.run(inputsOf('echo $$; kill -STOP $$; echo on; sleep 2'), turn)
  await until('it has told its pid', async () => turn.lines.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 3_500))
  const silent = performance.now() - (turn.heardAt.at(-1) ?? 0)
  const before = turn.heardAt.length
  process.kill(Number(turn.lines[0]?.detail), 'SIGCONT')
  expect((await ended).outcome).toEqual({ kind: 'completed' })
  expect(silent).toBeGreaterThan(2_000)
  expect(turn.heardAt.length).toBeGreaterThan(before)
})

describe('many commands in a turn', () => {
  it('run one after the other, each as a step, whatever became of the one before', async () => {
    const { outcome, turn } = await bench.run('echo a > order', 'echo b >> order; exit 4', 'cat order')
    expect(outcome).toEqual({ kind: 'error', error: { code: 'EXIT_4', message: '1 of 3 commands failed. The first: The command ended with exit code 4.' } })
    expect(turn.events).toEqual(['step 1', 'call', 'result', 'step 2', 'call', 'result', 'step 3', 'call', 'result', 'assistant'])
    expect(turn.reply).toMatch(/` echo a > order `\n\nIt printed nothing\.\n\nexit 0 · .*\n\n` echo b >> order; exit 4 `[^]*exit 4 · [^]*` cat order `\n\n```text\na\nb\n```/)
  })
})

describe('much output', () => {
  it('is shown by its head and tail, with the number of bytes between and the file that has all', async () => {
    const { turn } = await bench.run('seq 1 200000')
    const whole = Array.from({ length: 200_000 }, (_, index) => `${index + 1}\n`).join('')
    expect(turn.reply.length).toBeLessThan(16_000)
    const [, head = '', leftOut = '', path = '', tail = ''] = /^```text\n([^]*?)\n```\n\n([\d,]+) bytes left out here\. The whole output is in ` (.+) `\.\n\n```text\n([^]*?)\n```\n\nexit 0/.exec(turn.reply) ?? []
    expect(whole.startsWith(`${head}\n`)).toBe(true)
    expect(whole.endsWith(`\n${tail}\n`)).toBe(true)
    // Both line ends at the cuts' outer sides belong to what is shown.
    expect(Number(leftOut.replaceAll(',', ''))).toBe(whole.length - head.length - tail.length - 2)
    expect(await readFile(path, 'utf8')).toBe(whole)
    expect(turn.results[0]?.text.length).toBeLessThanOrEqual(16_000)
  })

  it('neither fills the memory nor holds up the event loop, and the file is bounded', async () => {
    const before = process.memoryUsage()
    let longest = 0
    let last = performance.now()
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 5)
    const { outcome, turn } = await bench.run('yes 0123456789abcde | head -c 300000000; echo; echo end')
    clearInterval(watch)
    const after = process.memoryUsage()
    expect(outcome).toEqual({ kind: 'completed' })
    expect(turn.reply).toMatch(/\nend\n```\n\nexit 0/)
    expect(turn.reply.length).toBeLessThan(16_000)
    expect(turn.reply).toContain('Of 300,000,005 bytes the first 268,435,456 bytes are in')
    expect((await stat(logPathIn(turn.reply))).size).toBe(268_435_456)
    expect(after.rss - before.rss).toBeLessThan(150_000_000)
    expect(longest).toBeLessThan(250)
    await rm(logPathIn(turn.reply))
  })

  it('that cannot be kept is still shown, and it is said', async () => {
    const session = await bench.open({ stateFolder: join(bench.stateFolder, 'gone') })
    const turn = new RecordedTurn()
    expect(await session.run(inputsOf('echo one; seq 1 9999'), turn)).toEqual({ outcome: { kind: 'completed' } })
    expect(turn.reply).toContain('The whole output could not be kept: ENOENT: no such file or directory.')
    expect(turn.reply).toMatch(/9999\n```\n\nexit 0/)
  })
})

describe('what a command leaves running', () => {
  it('is ended with it, and it is said', async () => {
    const { outcome, turn, took } = await bench.run('sleep 1000 & setsid sleep 1000 & echo started; sleep 0.2')
    expect(outcome).toEqual({ kind: 'completed' })
    expect(took).toBeLessThan(2_000)
    expect(turn.reply).toMatch(/```text\nstarted\n```\n\nexit 0 · .*\n\n2 processes that it had left running were ended\.$/)
  })

  it('may still print for a moment, and is not called left when it ends by itself', async () => {
    const { turn } = await bench.run('(sleep 0.1; echo late) & echo early')
    expect(turn.reply).toMatch(/^```text\nearly\nlate\n```\n\nexit 0 · [\d.]+ s$/)
  })

  it('is forced when it does not listen', async () => {
    const { turn, took } = await bench.run(`sh -c "trap '' TERM INT HUP; while :; do sleep 0.05; done" > /dev/null & sleep 0.2`)
    expect(took).toBeLessThan(3_000)
    expect(turn.reply).toContain('left running')
  })
})

describe('a stop', () => {
  const cases: [string, string][] = [
    ['a plain command', 'echo begun; sleep 1000; echo ne_ver | tr -d _'],
    ['a command with children in the background', 'echo begun; sleep 1000 & sleep 1000 & wait; echo ne_ver | tr -d _'],
    ['a command in a group of its own', 'echo begun; timeout 1000 sleep 1000; echo ne_ver | tr -d _'],
    ['a child that has left the session', 'echo begun; setsid sleep 1000; echo ne_ver | tr -d _'],
    ['a command that is deaf to all but the last signal', "trap '' INT TERM HUP; echo begun; while :; do sleep 0.05; done; echo ne_ver | tr -d _"],
    ['a command that floods', 'echo begun; sleep 0.1; yes']
  ]
  it.each(cases)('ends %s with all of its children, not waiting for any', async (_, command) => {
    const session = await bench.open()
    const turn = new RecordedTurn()
    const running = session.run(inputsOf(command, 'echo second'), turn)
    await until('it runs', () => turn.lines.length > 0)
    const began = performance.now()
    session.interrupt()
    const { outcome } = await running
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(await bench.alive()).toBe(0)
    expect(outcome).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
    expect(turn.reply).toContain('begun\n')
    expect(turn.reply).not.toContain('never')
    expect(turn.reply).toMatch(/stopped · [\d.]+ s\n\n1 command after it was not run\.$/)
    expect(turn.events.filter((event) => event.startsWith('step'))).toEqual(['step 1'])
  })

  it('asks before it forces: a command may tidy up', async () => {
    const session = await bench.open()
    const turn = new RecordedTurn()
    const running = session.run(inputsOf("trap 'echo tidied; exit 130' INT; echo begun; while :; do sleep 0.02; done"), turn)
    await until('it runs', () => turn.lines.length > 0)
    session.interrupt()
    await running
    expect(turn.reply).toContain('begun\ntidied')
  })

  it('of a turn that has just begun keeps the command from running on', async () => {
    const session = await bench.open()
    const turn = new RecordedTurn()
    const running = session.run(inputsOf('sleep 0.3; touch too-late'), turn)
    session.interrupt()
    expect((await running).outcome).toEqual({ kind: 'aborted', reason: { kind: 'user' } })
    expect(await readdir(bench.folder)).not.toContain('too-late')
  })

  it('does nothing while idle, and the next turn runs', async () => {
    const session = await bench.open()
    session.interrupt()
    await session.offerSteers([])
    expect((await session.run(inputsOf('true'), new RecordedTurn())).outcome).toEqual({ kind: 'completed' })
  })
})

describe('a session', () => {
  it('ends its command when it is disposed of, and runs none afterwards', async () => {
    const session = await bench.open()
    const turn = new RecordedTurn()
    const running = session.run(inputsOf('echo begun; sleep 1000'), turn)
    await until('it runs', () => turn.lines.length > 0)
    await session.dispose()
    expect(await bench.alive()).toBe(0)
    expect((await running).outcome).toEqual({ kind: 'aborted', reason: { kind: 'disposed' } })
    await session.dispose()
    expect((await session.run(inputsOf('true'), turn)).outcome).toMatchObject({ kind: 'aborted' })
  })

  it('runs one turn at a time', async () => {
    const session = await bench.open()
    const first = session.run(inputsOf('sleep 0.3'), new RecordedTurn())
    expect((await session.run(inputsOf('true'), new RecordedTurn())).outcome).toMatchObject(error('INTERNAL'))
    expect((await first).outcome).toEqual({ kind: 'completed' })
  })

  it('answers with an outcome when its sink fails, and leaves nothing running', async () => {
    const turn = new RecordedTurn()
    turn.heard = () => {
      throw new Error('the log is full')
    }
    const session = await bench.open()
    expect((await session.run(inputsOf('sleep 1000'), turn)).outcome).toMatchObject(error('INTERNAL'))
    await until('nothing runs', async () => (await bench.alive()) === 0)
  })
})

describe('what cannot start', () => {
  const outcomeIn = async (folder: string, command = 'true') => {
    const turn = new RecordedTurn()
    const { outcome } = await (await bench.open({ folder })).run(inputsOf(command), turn)
    expect(turn.events).toEqual(['step 1', 'call', 'result'])
    expect(turn.results).toMatchObject([{ isError: true }])
    return outcome
  }

  it('a folder that is gone, or is a file', async () => {
    const file = join(bench.folder, 'a-file')
    await writeFile(file, '')
    for (const folder of [join(bench.folder, 'none'), file]) {
      const outcome = await outcomeIn(folder)
      expect(outcome).toMatchObject(error('NO_FOLDER'))
      expect(outcome).toMatchObject({ error: { message: expect.stringContaining('Put it back') } })
    }
  })

  it('a command that is too long, or holds a NUL', async () => {
    expect(await outcomeIn(bench.folder, `: ${'x'.repeat(900_000)}`)).toMatchObject({ error: { code: 'NOT_STARTED', message: expect.stringContaining('save it as a script') } })
    expect(await outcomeIn(bench.folder, 'echo a\0b')).toMatchObject({ error: { code: 'NOT_STARTED', message: expect.stringContaining('NUL') } })
  })

  it('a long command still has arguments that are JSON and fit into the log', async () => {
    const { turn } = await bench.run(`true '${'"'.repeat(20_000)}'`)
    const args: unknown = JSON.parse(turn.calls[0]?.arguments ?? '')
    expect(args).toMatchObject({ command: expect.stringMatching(/^true '"+ … \(\d+ more characters\)$/) })
    expect(turn.calls[0]?.arguments.length).toBeLessThanOrEqual(16_000)
  })
})

describe('userShell', () => {
  it('is the operator\'s, and /bin/sh where that is none', async () => {
    const pathFor = async (shell?: string) => (await userShell({ SHELL: shell }, 'linux'))?.path
    expect(await pathFor('/bin/bash')).toBe('/bin/bash')
    for (const none of [undefined, '/no/such/shell', 'bash', '/bin/false', '/usr/sbin/nologin', '/etc/passwd']) expect(await pathFor(none)).toBe('/bin/sh')
    expect((await userShell({}, 'linux'))?.args('a b')).toEqual(['-c', 'a b'])
    expect((await userShell({ ComSpec: 'C:\\cmd.exe' }, 'win32'))?.args('a "b"')).toEqual(['/d', '/s', '/c', '"a "b""'])
  })
})

describe('the engine', () => {
  it('says what it can do', async () => {
    expect(bench.engine.kind).toBe('shell')
    expect(bench.engine.capabilities.steer).toBe(false)
    expect(bench.engine.capabilities.steerNote).toContain('waits for the next turn')
    expect(await bench.engine.problem()).toBeNull()
  })

  it('ends all of its sessions when it is closed', async () => {
    const turns = [new RecordedTurn(), new RecordedTurn()]
    const running = turns.map(async (turn) => (await bench.open()).run(inputsOf('echo begun; sleep 1000'), turn))
    await until('both run', () => turns.every((turn) => turn.lines.length > 0))
    await bench.engine.close()
    expect(await bench.alive()).toBe(0)
    for (const { outcome } of await Promise.all(running)) expect(outcome).toMatchObject({ kind: 'aborted' })
  })
})

describe('the output pipe', () => {
  it('leaves no name behind, and falls back where none can be made', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crewdeck-pipe-'))
    const pipe = await openOutputPipe(folder)
    expect(await readdir(folder)).toEqual([])
    pipe.discard()
    await rm(folder, { recursive: true })
    const fallback = await openOutputPipe(folder)
    expect(fallback.stdio).toEqual(nodePipes().stdio)
    const child = spawn('sh', ['-c', 'echo a; echo b >&2'], { stdio: fallback.stdio })
    expect(fallback.sources(child)).toHaveLength(2)
    child.stdout?.resume()
    child.stderr?.resume()
    await once(child, 'close')
  })
})

it('a folder reached by a link keeps the name that the operator knows', async () => {
  const link = `${bench.folder}-link`
  await symlink(bench.folder, link)
  const turn = new RecordedTurn()
  await (await bench.open({ folder: link })).run(inputsOf('pwd'), turn)
  await rm(link)
  expect(turn.reply).toContain(`\n${link}\n`)
  expect(await living((row) => row.host === bench.supervisor.hostId)).toEqual([])
})
