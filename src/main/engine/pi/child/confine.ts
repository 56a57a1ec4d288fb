/** Keeps the writing tools inside the Project's folder, whatever links lie on the way. */
import { lstat, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/**
 * The real place of a path that need not exist yet: links are followed as far as there is something.
 * Rejects for a link that leads nowhere, since what it names cannot be checked.
 */
async function realPlace(path: string): Promise<string> {
  const missing: string[] = []
  for (let at = resolve(path); ; at = dirname(at)) {
    const real = await realpath(at).catch(missingAsNull)
    if (real !== null) return join(real, ...missing)
    if (await lstat(at).catch(missingAsNull)) throw new Error(`${path} leads through a link to nowhere.`)
    missing.unshift(basename(at))
  }
}

function missingAsNull(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
  throw error
}

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/**
 * Refuses a path outside of the folder and what is no ordinary file or folder. The message is for the model.
 * @throws Error saying where files may be written
 */
export async function assertWritable(folder: string, path: string): Promise<void> {
  const place = await realPlace(path).catch((error: unknown) => {
    throw new Error(`Blocked: ${error instanceof Error ? error.message : 'this path cannot be checked.'}`)
  })
  if (!isWithin(await realpath(folder), place)) {
    throw new Error(`Blocked: ${path} lies outside of the Project's folder. Files may be written only inside ${folder}.`)
  }
  const there = await stat(place).catch(missingAsNull)
  if (there && !there.isFile() && !there.isDirectory()) throw new Error(`Blocked: ${path} is no ordinary file.`)
}

/** A path as the operator reads it: relative to the folder with forward slashes, or absolute where it lies outside. */
export async function shownPath(folder: string, path: string): Promise<string> {
  const absolute = resolve(folder, path)
  if (isWithin(folder, absolute)) return forward(relative(folder, absolute))
  const [realFolder, place] = await Promise.all([realpath(folder), realPlace(absolute)])
  return isWithin(realFolder, place) ? forward(relative(realFolder, place)) : absolute
}

const forward = (path: string) => path.split(sep).join('/')

/**
 * The shown path of an existing ordinary file inside the folder.
 * @throws Error saying what is wrong with it
 */
export async function presentableFile(folder: string, path: string): Promise<string> {
  const absolute = resolve(folder, path)
  const real = await realpath(absolute).catch(missingAsNull)
  if (real === null) throw new Error(`${path} does not exist.`)
  if (!isWithin(await realpath(folder), real)) throw new Error(`${path} lies outside of the Project's folder.`)
  if (!(await stat(real)).isFile()) throw new Error(`${path} is no file.`)
  return shownPath(folder, absolute)
}
