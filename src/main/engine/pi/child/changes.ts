/** Sees what a writing tool really does to a file, as it does it. */
import { constants } from 'node:fs'
import { isUtf8 } from 'node:buffer'
import { access, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import type { EditOperations, WriteOperations } from '@earendil-works/pi-coding-agent'
import { diffLines, type ChangeObject } from 'diff'
import type { FileChange } from '../../engine'
import type { Versions } from '../../versions'
import { assertWritable, shownPath } from './confine'

/** Larger files are not compared, in bytes. */
const COMPARE_MAX_BYTES = 1_000_000
/** A comparison that takes longer is given up, in ms. */
const COMPARE_MAX_MS = 250

/** `null`: not there. Without `text`: no text; without `bytes` too: too large to compare. */
interface Content {
  readonly bytes?: Uint8Array
  readonly text?: string
}
type Before = Content | null

/**
 * File operations for pi's write and edit tools that stay inside the folder and tell each change that they made. What
 * the file held before and after is kept in `versions`.
 */
export function recordedOperations(
  folder: string,
  versions: Versions,
  onChange: (change: FileChange) => void
): WriteOperations & EditOperations {
  return {
    async mkdir(path) {
      await assertWritable(folder, path)
      await mkdir(path, { recursive: true })
    },
    async writeFile(path, content) {
      await assertWritable(folder, path)
      const before = await look(path)
      await writeFile(path, content)
      const change = await describe(folder, path, before, content, versions)
      if (change) onChange(change)
    },
    async readFile(path) {
      await assertWritable(folder, path)
      return readFile(path)
    },
    // Comes before readFile, which refuses in plain words.
    access: (path) => access(path, constants.R_OK | constants.W_OK)
  }
}

async function look(path: string): Promise<Before> {
  const there = await stat(path).catch(() => null)
  if (!there) return null
  if (there.size > COMPARE_MAX_BYTES) return {}
  const bytes = await readFile(path).catch(() => null)
  if (bytes === null) return {}
  return bytes.includes(0) || !isUtf8(bytes) ? { bytes } : { bytes, text: bytes.toString('utf8') }
}

async function describe(folder: string, path: string, before: Before, after: string, versions: Versions): Promise<FileChange | null> {
  if (before?.text === after) return null
  const lines = after.length > COMPARE_MAX_BYTES || after.includes('\0') ? null : countLines(before, after)
  return {
    path: await shownPath(folder, path),
    how: before === null ? 'created' : 'changed',
    added: lines?.added ?? null,
    removed: lines?.removed ?? null,
    ...(before === null ? { before: null } : before.bytes ? { before: versions.keep(before.bytes) } : {}),
    after: versions.keep(after)
  }
}

/** Lines that came and went; null when it cannot be said in good time. */
export function countLines(before: Before, after: string): { added: number; removed: number } | null {
  if (before !== null && before.text === undefined) return null
  const parts = diffLines(before?.text ?? '', after, { timeout: COMPARE_MAX_MS })
  if (!parts) return null
  const sum = (wanted: (part: ChangeObject<string>) => boolean) =>
    parts.filter(wanted).reduce((lines, part) => lines + part.count, 0)
  return { added: sum((part) => part.added), removed: sum((part) => part.removed) }
}
