/** Choosing a folder: by the desktop's dialog, or step by step for a browser that has none. */
import { accessSync, constants, readdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { Refusal } from '../../shared/errors'
import type { Desktop } from '../host-options'

/** Folders told at once; a folder with more is shown in part. */
const BROWSE_MAX = 1_000

/** @throws Refusal UNAVAILABLE where there is no desktop */
export async function chooseFolder(desktop: Desktop | null): Promise<string | null> {
  if (!desktop) throw new Refusal('UNAVAILABLE', 'This host has no folder dialog.', 'Type the path, or browse to it.')
  return desktop.chooseFolder()
}

export interface FolderListing {
  readonly folder: string
  readonly parent: string | null
  readonly folders: string[]
  /** Whether there are more than can be told. */
  readonly cut: boolean
  readonly writable: boolean
}

/**
 * The folders inside one whose names begin with `begins`, whatever their case. Hidden ones only where that begins with a dot.
 * @throws Refusal BAD_INPUT, NOT_FOUND, FORBIDDEN
 */
export function browseFolders(folder: string | null, begins = ''): FolderListing {
  const wanted = folder ?? homedir()
  if (!isAbsolute(wanted) || wanted.includes('\0')) {
    throw new Refusal('BAD_INPUT', 'That is not the whole path of a folder.', 'Give a path that starts at the root.')
  }
  let real: string
  let names: string[]
  try {
    real = realpathSync(wanted)
    names = readdirSync(real, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && (begins.startsWith('.') || !entry.name.startsWith('.')))
      .map((entry) => entry.name)
      .filter((name) => name.toLowerCase().startsWith(begins.toLowerCase()))
      .sort((a, b) => a.localeCompare(b))
  } catch (error) {
    throw browseRefusal(error)
  }
  const parent = dirname(real)
  return {
    folder: real,
    parent: parent === real ? null : parent,
    folders: names.slice(0, BROWSE_MAX).map((name) => join(real, name)),
    cut: names.length > BROWSE_MAX,
    writable: canWrite(real)
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function browseRefusal(error: unknown): Refusal {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOENT') return new Refusal('NOT_FOUND', 'There is no folder with that path.', 'Check the path.')
  if (code === 'ENOTDIR') return new Refusal('BAD_INPUT', 'That path is a file.', 'Choose the folder that holds it.')
  return new Refusal('FORBIDDEN', 'That folder cannot be read.', 'Choose another one, or change its permissions.')
}
