/** Logs for tests: rows written to real files, read by the real reader. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ImportedRun, ImportedWorker } from '../../../shared/imports'
import type { TranscriptEntry } from '../../../shared/records'
import { createImports, type Imports } from './imports'
import type { FormatName } from './format'

export const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** A folder with transcripts; gone when the test is over. */
export class Shelf {
  readonly root = mkdtempSync(join(tmpdir(), 'crewdeck-import-'))
  readonly #imports: Imports[] = []

  path(name: string): string {
    return join(this.root, name)
  }

  write(name: string, rows: readonly unknown[] | string | Buffer): string {
    const path = this.path(name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof rows === 'string' || Buffer.isBuffer(rows) ? rows : lines(rows))
    return path
  }

  append(name: string, rows: readonly unknown[] | string | Buffer): void {
    appendFileSync(this.path(name), typeof rows === 'string' || Buffer.isBuffer(rows) ? rows : lines(rows))
  }

  imports(format: FormatName | null, clock: () => number = Date.now): Imports {
    const imports = createImports({ roots: [{ format, path: this.root }], clock })
    this.#imports.push(imports)
    return imports
  }

  remove(): void {
    for (const imports of this.#imports) imports.close()
    rmSync(this.root, { recursive: true, force: true })
  }
}

export interface ReadRun {
  readonly run: ImportedRun
  readonly workers: readonly ImportedWorker[]
  readonly entries: Readonly<Record<string, readonly TranscriptEntry[]>>
}

/** All runs with all their workers and entries, read to the end and paged by seven. */
export async function readAll(imports: Imports): Promise<ReadRun[]> {
  const read: ReadRun[] = []
  for (const run of await imports.list()) {
    const workers = await allWorkers(imports, run.run_id)
    const entries = await Promise.all(workers.map(async ({ workerId }) => [workerId, await allEntries(imports, run.run_id, workerId)] as const))
    read.push({ run, workers, entries: Object.fromEntries(entries) })
  }
  return read
}

/** The one run of a shelf. */
export async function readOne(imports: Imports): Promise<ReadRun> {
  const [one, ...more] = await readAll(imports)
  if (!one || more.length > 0) throw new Error(`${more.length + (one ? 1 : 0)} runs, not one`)
  return one
}

async function allWorkers(imports: Imports, runId: string): Promise<readonly ImportedWorker[]> {
  for (;;) {
    const { workers, reading } = await imports.workers(runId)
    if (!reading) return workers
  }
}

export async function allEntries(imports: Imports, runId: string, workerId: string, limit = 7): Promise<TranscriptEntry[]> {
  const entries: TranscriptEntry[] = []
  for (let offset = 0; ; ) {
    const page = await imports.transcript(runId, workerId, offset, limit)
    entries.push(...page.entries)
    offset = page.offset + page.limit
    if (offset >= page.total) return entries
  }
}

/** What an entry says, without its place. */
export function said(entry: TranscriptEntry): string {
  switch (entry.kind) {
    case 'prompt':
      return `prompt(${entry.from}) ${entry.text}`
    case 'text':
    case 'thinking':
      return `${entry.kind} ${entry.text}`
    case 'tool':
      return `tool ${entry.toolName} ${entry.toolPhase}`
    case 'tool_patch':
      return `patch ${entry.toolPhase} ${entry.summary}`
    case 'artifact':
      return `artifact ${entry.how} ${entry.path}`
    case 'end':
      return `end ${entry.status}`
    default:
      return entry.kind
  }
}

/** Tries until it passes; what it says when it never does is what it said last. */
export async function eventually(check: () => unknown, ms = 5_000): Promise<void> {
  const until = performance.now() + ms
  for (;;) {
    try {
      await check()
      return
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}
