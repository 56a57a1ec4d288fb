/** Small private JSON files: mode 0600, replaced as a whole, so that a crash leaves the old or the new one. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The text of the file, null when there is none. Other failures reject. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Replaces the file; it is on disk when this resolves. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}.${randomBytes(6).toString('hex')}.new`
  try {
    const file = await open(fresh, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

/** Puts a file that cannot be read aside, under a name of its own beside it, and says which. */
export async function setAside(path: string): Promise<string> {
  const kept = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
  await rename(path, kept)
  return kept
}
