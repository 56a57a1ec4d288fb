import type { Artifact } from '../../shared/model'

/** One file of a turn, with all that the turn did to it. */
export interface TurnFile {
  /** The latest artifact of the file: opening it opens the file as it is now. */
  id: string
  turn: number
  how: Artifact['how']
  path: string
  added: number | null
  removed: number | null
  description: string | null
}

const known = new WeakMap<readonly Artifact[], readonly TurnFile[]>()

/** The files of a turn, each once: a file that was made and then changed was made; presenting is a line of its own. */
export function filesOf(artifacts: readonly Artifact[]): readonly TurnFile[] {
  let files = known.get(artifacts)
  if (!files) {
    files = merged(artifacts)
    known.set(artifacts, files)
  }
  return files
}

function merged(artifacts: readonly Artifact[]): TurnFile[] {
  const files = new Map<string, TurnFile>()
  for (const { id, turn, how, path, added, removed, description } of artifacts) {
    const key = `${how === 'presented' ? 'presented' : 'written'} ${path}`
    const earlier = files.get(key)
    files.set(key, {
      id,
      turn,
      path,
      how: earlier?.how === 'created' ? 'created' : how,
      added: sum(earlier?.added ?? null, added),
      removed: sum(earlier?.removed ?? null, removed),
      description: description ?? earlier?.description ?? null
    })
  }
  return [...files.values()]
}

function sum(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : a + b
}

/** How many files these turns have to do with, each counted once: whoever made, changed and presented one speaks of one. */
export function fileCount(turns: readonly { readonly artifacts: readonly Artifact[] }[]): number {
  return new Set(turns.flatMap(({ artifacts }) => artifacts.map(({ path }) => path))).size
}

/** The file that a text means by a path, which may be one from the root of the machine; null for none of these. */
export function fileNamed(files: readonly TurnFile[], path: string): TurnFile | null {
  return files.find((file) => file.path === path) ?? files.find((file) => path.startsWith('/') && path.endsWith(`/${file.path}`)) ?? null
}

/** The folder with its slash, and the name. */
export function splitPath(path: string): { folder: string; name: string } {
  const at = path.lastIndexOf('/') + 1
  return { folder: path.slice(0, at), name: path.slice(at) }
}
