/** How a file that lies on this machine is named in a message: by a path that its worker understands. */

export interface Place {
  /** Absolute path of the Project's folder. */
  readonly folder: string
  /** Whether paths are those of Windows. */
  readonly isWindows: boolean
  /** Whether the text is a command of a shell. */
  readonly isCommand: boolean
}

/** The path as it goes into the text: relative inside the folder, absolute elsewhere. */
export function referenceTo(path: string, place: Place): string {
  const named = relativeTo(path, place) ?? path
  if (place.isCommand) return place.isWindows ? windowsQuoted(named) : shellQuoted(named)
  return /[\s`]/.test(named) ? `"${named}"` : named
}

/** The path from the folder on, with forward slashes; null for what lies outside, or is the folder itself. */
function relativeTo(path: string, { folder, isWindows }: Place): string | null {
  const plain = (text: string): string => (isWindows ? text.replaceAll('\\', '/') : text).replace(/\/+$/, '')
  const [inside, base] = [plain(path), plain(folder)]
  const same = (a: string, b: string): boolean => (isWindows ? a.toLowerCase() === b.toLowerCase() : a === b)
  const from = `${base}/`
  return inside.length > from.length && same(inside.slice(0, from.length), from) ? inside.slice(from.length) : null
}

function shellQuoted(path: string): string {
  // A name that begins with "-" would be taken for an option.
  const safe = path.startsWith('-') ? `./${path}` : path
  return /^[\w./@%+=:,-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", String.raw`'\''`)}'`
}

function windowsQuoted(path: string): string {
  const own = path.replaceAll('/', '\\')
  return /[\s&()^;,=%!'+`~[\]{}]/.test(own) ? `"${own}"` : own
}
