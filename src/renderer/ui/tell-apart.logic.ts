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
