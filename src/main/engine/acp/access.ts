/**
 * What an agent does through us: reading and writing files and running commands, inside the Project's folder only. What
 * the policy does not let happen by itself is asked, unless the operator has just allowed the call that it belongs to.
 */
import { constants } from 'node:fs'
import { mkdir, open, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, resolve } from 'node:path'
import { RequestError } from '@agentclientprotocol/sdk'
import { z } from 'zod'
import type { AskChange, AskRequest, FileChange, SessionSpec } from '../engine'
import { assertWritable } from '../pi/child/confine'
import { oneLine } from '../pi/child/texts.logic'
import type { Supervisor } from '../../process/supervisor'
import type { Versions } from '../versions'
import { changeOf } from '../ask-changes'
import { countLines, shownPath } from './changes'
import { allows, decide, OUR_OPTIONS, permits } from './permissions'
import { Terminals } from './terminals'

/** Files that are read or written through us, in bytes. */
const FILE_MAX_BYTES = 8 * 1024 * 1024

const WriteFile = z.object({ path: z.string(), content: z.string() })
const ReadFile = z.object({ path: z.string(), line: z.number().int().nullish(), limit: z.number().int().nullish() })
const RunCommand = z.object({
  command: z.string(),
  args: z.array(z.string()).nullish(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).nullish(),
  cwd: z.string().nullish(),
  outputByteLimit: z.number().int().nonnegative().nullish()
})
const OfTerminal = z.object({ terminalId: z.string() })

type Act = 'read' | 'write' | 'run'
const ACT_WORDS: Readonly<Record<Act, string>> = { read: 'read files', write: 'write files', run: 'run commands' }

export interface AccessPort {
  readonly spec: SessionSpec
  readonly supervisor: Supervisor
  /** Where what files held is kept. */
  readonly versions: Versions
  /** Whether the operator has just allowed a call that would do this. */
  granted(act: Act, path: string): boolean
  /** Aborted when the turn ends; null while none runs. */
  signal(): AbortSignal | null
  /** The tool call that runs; null where none does, or several do. */
  call(): string | null
  wrote(change: FileChange): void
}

export class Access {
  readonly terminals: Terminals

  constructor(private readonly port: AccessPort) {
    this.terminals = new Terminals(port.supervisor)
  }

  async readTextFile(params: unknown): Promise<{ content: string }> {
    const { path, line, limit } = read(ReadFile, params)
    const place = (await this.#attached(path)) ?? (await this.#place(path))
    const there = await stat(place).catch(() => null)
    if (!there?.isFile()) throw RequestError.resourceNotFound(path)
    if (there.size > FILE_MAX_BYTES) throw refused(`${path} has ${there.size} bytes; at most ${FILE_MAX_BYTES} can be read this way.`)
    const { folder } = this.port.spec
    await this.#may('read', `Read ${shownPath(folder, path)}`, resolve(folder, path), [place])
    const text = await readFile(place, 'utf8')
    if (line == null && limit == null) return { content: text }
    const lines = text.split('\n')
    const from = Math.max((line ?? 1) - 1, 0)
    return { content: lines.slice(from, limit == null ? undefined : from + limit).join('\n') }
  }

  async writeTextFile(params: unknown): Promise<Record<string, never>> {
    const { path, content } = read(WriteFile, params)
    if (Buffer.byteLength(content) > FILE_MAX_BYTES) throw refused(`At most ${FILE_MAX_BYTES} bytes can be written this way.`)
    const place = await this.#place(path)
    const shown = shownPath(this.port.spec.folder, path)
    await this.#may('write', `Write ${shown}`, resolve(this.port.spec.folder, path), [place], async () => [
      changeOf(shown, await readFile(place, 'utf8').catch(() => null), content)
    ])
    // Looked at again: the answer may have taken its time.
    await this.#place(path)
    const held = await readFile(place).catch(() => null)
    const before = held === null ? null : held.toString('utf8')
    await mkdir(dirname(place), { recursive: true })
    const file = await open(place, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0))
    try {
      await file.writeFile(content)
    } finally {
      await file.close()
    }
    if (before === content) return {}
    const lines = countLines(before ?? '', content)
    this.port.wrote({
      path: shown,
      how: before === null ? 'created' : 'changed',
      added: lines?.added ?? null,
      removed: lines?.removed ?? null,
      before: held === null ? null : this.port.versions.keep(held),
      after: this.port.versions.keep(content)
    })
    return {}
  }

  async createTerminal(params: unknown): Promise<{ terminalId: string }> {
    const { command, args, env, cwd, outputByteLimit } = read(RunCommand, params)
    const { folder } = this.port.spec
    const place = await this.#place(cwd ?? folder)
    if (this.port.signal() === null) throw refused('No turn runs, so no command can be started.')
    const line = [command, ...(args ?? [])].join(' ')
    await this.#may('run', `Run ${oneLine(line)}`, line, [place])
    if (this.port.signal() === null) throw refused('The turn has ended.')
    const terminalId = await this.terminals.start({
      command,
      args: args ?? [],
      env: Object.fromEntries((env ?? []).map(({ name, value }) => [name, value])),
      cwd: place,
      maxBytes: outputByteLimit ?? null
    })
    return { terminalId }
  }

  terminalOutput(params: unknown) {
    const { terminalId } = read(OfTerminal, params)
    const shown = this.terminals.output(terminalId)
    if (!shown) throw RequestError.resourceNotFound(terminalId)
    const { output, truncated, exit } = shown
    return { output, truncated, ...(exit ? { exitStatus: { exitCode: exit.code, signal: exit.signal } } : {}) }
  }

  async waitForExit(params: unknown) {
    const { terminalId } = read(OfTerminal, params)
    const exit = await this.terminals.exit(terminalId)
    if (!exit) throw RequestError.resourceNotFound(terminalId)
    return { exitCode: exit.code, signal: exit.signal }
  }

  async killTerminal(params: unknown): Promise<Record<string, never>> {
    await this.terminals.kill(read(OfTerminal, params).terminalId)
    return {}
  }

  async releaseTerminal(params: unknown): Promise<Record<string, never>> {
    await this.terminals.release(read(OfTerminal, params).terminalId)
    return {}
  }

  /** The real place of something that was attached to a message; null where the path is none. */
  async #attached(path: string): Promise<string | null> {
    const folder = this.port.spec.attachmentsFolder
    if (folder === undefined || !isAbsolute(path)) return null
    const [place, root] = await Promise.all([realpath(path).catch(() => null), realpath(folder).catch(() => null)])
    return place !== null && root !== null && dirname(place) === root ? place : null
  }

  /** The real place of a path inside the folder. Throws what the agent is told otherwise. */
  async #place(path: string): Promise<string> {
    const { folder } = this.port.spec
    const absolute = isAbsolute(path) ? path : resolve(folder, path)
    try {
      await assertWritable(folder, absolute)
    } catch {
      throw refused(`${path} lies outside of the Project's folder, leads out of it, or is no ordinary file. Only what is inside ${folder} can be used this way.`)
    }
    // What is not there yet has a real place from its folder on, which assertWritable has looked at.
    return realpath(absolute).catch(() => absolute)
  }

  async #may(
    act: Act,
    title: string,
    detail: string,
    paths: readonly string[],
    changes?: () => Promise<readonly AskChange[]>
  ): Promise<void> {
    const { spec } = this.port
    if (permits(spec.policy(), act, true) || this.port.granted(act, detail)) return
    const signal = this.port.signal()
    if (signal && spec.ask) {
      const callId = this.port.call() ?? undefined
      const request: AskRequest = { kind: 'permission', title, detail, tool: null, callId, act, paths, options: OUR_OPTIONS, changes: await changes?.() }
      const answer = await decide(spec, request, signal)
      if (allows(OUR_OPTIONS, answer?.optionId ?? null)) return
    }
    throw refused(`The operator does not let agents ${ACT_WORDS[act]} in this folder.`)
  }
}

/** Said to the agent, politely: a refusal is no failure of ours. */
function refused(message: string): RequestError {
  return new RequestError(-32001, message)
}

function read<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw RequestError.invalidParams(undefined, z.prettifyError(parsed.error))
  return parsed.data
}
