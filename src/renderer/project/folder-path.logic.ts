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

/**
 * What tells folders of one name apart: the shortest end of the path above each that no other one has. Folders whose name
 * is their own get nothing.
 */
export function tellApart(folders: readonly { readonly id: string; readonly name: string; readonly folder: string }[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  for (const same of Map.groupBy(folders, ({ name }) => name).values()) {
    if (same.length < 2) continue
    for (const { id, folder } of same) {
      const others = same.filter((other) => other.id !== id).map((other) => above(other.folder))
      places.set(id, shortestOwn(above(folder), others))
    }
  }
  return places
}

function shortestOwn(parts: readonly string[], others: readonly (readonly string[])[]): string {
  for (let count = 1; count < parts.length; count++) {
    const end = parts.slice(-count).join('/')
    if (others.every((other) => other.slice(-count).join('/') !== end)) return end
  }
  return parts.join('/') || '/'
}

const above = (folder: string): string[] => folder.split(/[\\/]/).filter((part) => part !== '').slice(0, -1)
const isWindows = (path: string): boolean => /^([a-z]:[\\/]|\\\\)/i.test(path)
const isRoot = (folder: string): boolean => folder === '/' || /^[a-z]:[\\/]$/i.test(folder)
