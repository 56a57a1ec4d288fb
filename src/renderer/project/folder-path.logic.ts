/** Paths as an operator types them, on whatever system the host runs. */

/** Where a typed path leads: the folder whose folders are listed, and what their names begin with. */
export interface TypedPlace {
  readonly folder: string
  readonly begins: string
}

/** Null while the text is no whole path. `/home/me` lists `/home` for what begins with "me", `/home/me/` lists `/home/me`. */
export function placeOf(typed: string): TypedPlace | null {
  const at = Math.max(typed.lastIndexOf('/'), isWindows(typed) ? typed.lastIndexOf('\\') : -1)
  if (at < 0 || !(typed.startsWith('/') || isWindows(typed))) return null
  // The separator stays, which makes "/" and "C:\" of the roots.
  const folder = typed.slice(0, at + 1)
  return { folder: isRoot(folder) ? folder : folder.slice(0, -1), begins: typed.slice(at + 1) }
}

/** The name of a folder in its path, however that is written. */
export function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path
}

const isWindows = (path: string): boolean => /^([a-z]:[\\/]|\\\\)/i.test(path)
const isRoot = (folder: string): boolean => folder === '/' || /^[a-z]:[\\/]$/i.test(folder)
