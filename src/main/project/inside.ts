import { isAbsolute, relative, resolve, sep } from 'node:path'

/** Whether a path, taken as it is written, lies in the folder. Links are followed by whoever opens it. */
export function isInside(folder: string, path: string): boolean {
  const between = relative(folder, resolve(folder, path))
  return between !== '..' && !between.startsWith(`..${sep}`) && !isAbsolute(between)
}
