/** Finds the files below a folder: a bounded walk that follows no link. */
import { lstat, opendir } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import type { LogPlace } from './format'
import { codeOf } from './problems'

/** Folders below a root that are looked into, and files that one walk tells, at most. */
const DEPTH_MAX = 8
const FILES_MAX = 50_000

export interface FoundFile {
  readonly path: string
  readonly root: string
  readonly size: number
  readonly mtimeMs: number
  readonly identity: string
}

export interface Walked {
  readonly files: readonly FoundFile[]
  /** What could not be looked into, in words. */
  readonly problems: readonly string[]
}

/** @param wants by the path below the root, with forward slashes */
export async function walk(root: string, wants: (path: string) => boolean): Promise<Walked> {
  const files: FoundFile[] = []
  const problems: string[] = []
  let links = 0
  const folders: { readonly path: string; readonly depth: number }[] = [{ path: root, depth: 0 }]
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    try {
      for await (const entry of await opendir(folder.path)) {
        const path = join(folder.path, entry.name)
        if (entry.isDirectory()) {
          if (/\.jsonl?$/.test(entry.name)) problems.push('A folder stands where a transcript should be.')
          if (folder.depth < DEPTH_MAX) folders.push({ path, depth: folder.depth + 1 })
          continue
        }
        if (!wants(relative(root, path).split(sep).join('/'))) continue
        if (entry.isSymbolicLink()) links += 1
        if (!entry.isFile()) continue
        if (files.length >= FILES_MAX) {
          problems.push(`There are more than ${FILES_MAX} transcripts here; the rest is not listed.`)
          return { files, problems }
        }
        const file = await seen(path, root)
        if (file) files.push(file)
      }
    } catch (error) {
      // A program that was never used has no folder.
      if (folder.depth > 0 || codeOf(error) !== 'ENOENT') problems.push(`A folder cannot be read (${codeOf(error) ?? 'unknown error'}).`)
    }
  }
  if (links > 0) problems.push(`${links} ${links === 1 ? 'transcript is a link' : 'transcripts are links'}; links are not followed.`)
  return { files, problems }
}

async function seen(path: string, root: string): Promise<FoundFile | null> {
  try {
    const { size, mtimeMs, dev, ino } = await lstat(path)
    return { path, root, size, mtimeMs, identity: `${dev}:${ino}` }
  } catch {
    return null
  }
}

export function placeOf(path: string): LogPlace {
  const stem = basename(path).replace(/\.(jsonl|json)?(\.zstd?|\.zst)?$/, '')
  const folders: string[] = []
  for (let folder = dirname(path); folders.length < 6 && basename(folder) !== ''; folder = dirname(folder)) folders.push(basename(folder))
  return { path, stem, folders }
}
