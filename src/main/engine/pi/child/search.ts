/** Searching without the programs that pi would download: `find` by Node, `grep` by ripgrep or the system's grep. */
import { spawn, spawnSync } from 'node:child_process'
import { access, glob, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import {
  createFindToolDefinition,
  createGrepToolDefinition,
  defineTool,
  truncateLine,
  type ToolDefinition
} from '@earendil-works/pi-coding-agent'

/** Folders that nobody means when they search. */
const SKIPPED = new Set(['.git', 'node_modules'])
/** Matches that one call gives when it does not say. */
const MATCHES = 100

/** `find`, and `grep` where this machine has a program for it. */
export function createSearchTools(folder: string): { name: 'find' | 'grep'; definition: ToolDefinition }[] {
  const find = { name: 'find', definition: defineTool(createFindToolDefinition(folder, { operations: { exists, glob: findFiles } })) } as const
  switch (grepProgram()) {
    case 'rg':
      return [find, { name: 'grep', definition: defineTool(createGrepToolDefinition(folder)) }]
    case 'grep':
      return [find, { name: 'grep', definition: systemGrep(folder) }]
    case null:
      return [find]
  }
}

let program: 'rg' | 'grep' | null | undefined

/** What this machine has; looked for once. */
function grepProgram(): 'rg' | 'grep' | null {
  const runs = (name: string) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error === undefined
  program ??= runs('rg') ? 'rg' : process.platform !== 'win32' && runs('grep') ? 'grep' : null
  return program
}

const exists = (path: string) => access(path).then(() => true, () => false)

async function findFiles(pattern: string, cwd: string, { limit }: { limit: number }): Promise<string[]> {
  const anywhere = pattern.includes('/') ? pattern : `**/${pattern}`
  const found: string[] = []
  for await (const path of glob(anywhere, { cwd, exclude: (name) => SKIPPED.has(basename(name)) })) {
    found.push(path)
    if (found.length >= limit) break
  }
  return found
}

/** pi's grep tool by the system's `grep`. */
function systemGrep(folder: string): ToolDefinition {
  const tool = createGrepToolDefinition(folder)
  return defineTool({
    ...tool,
    description:
      'Search file contents for a pattern. Returns matching lines with file paths and line numbers. Skips .git and node_modules.',
    promptSnippet: 'Search file contents for patterns',
    async execute(_callId, { pattern, path, glob: include, ignoreCase, literal, context, limit }, signal) {
      const place = resolve(folder, path ?? '.')
      const isFolder = (await stat(place)).isDirectory()
      const args = ['-rnIH', literal ? '-F' : '-E']
      for (const name of SKIPPED) args.push(`--exclude-dir=${name}`)
      if (ignoreCase) args.push('-i')
      if (include) args.push(`--include=${basename(include)}`)
      if (context && context > 0) args.push('-C', String(Math.floor(context)))
      args.push('-e', pattern, '--', isFolder ? '.' : basename(place))
      const most = Math.max(1, Math.floor(limit ?? MATCHES))
      const lines = await linesOf(args, isFolder ? place : dirname(place), most + 1, signal)
      const shown = lines.slice(0, most).map((line) => truncateLine(line.replace(/^\.\//, '')).text)
      if (lines.length > most) shown.push('', `[${most} lines shown, there are more]`)
      return { content: [{ type: 'text', text: shown.join('\n') || 'No matches found' }], details: undefined }
    }
  })
}

/** The first lines of grep's output; ends it when there are enough. */
async function linesOf(args: string[], cwd: string, most: number, signal: AbortSignal | undefined): Promise<string[]> {
  const child = spawn('grep', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], ...(signal ? { signal } : {}) })
  const ended = new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
  const lines: string[] = []
  let complaint = ''
  child.stderr.on('data', (data: Buffer) => (complaint += data.toString()))
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (lines.length >= most) break
  }
  if (lines.length >= most) child.kill()
  const code = await ended
  if (code !== null && code > 1 && lines.length === 0) throw new Error(complaint.trim() || 'grep failed.')
  return lines
}
