/**
 * Where this data folder is served, in a private file of it: the port and the key of the last start, which the next one
 * takes again, so that yesterday's tab works; and who serves now, for a second start to name.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, writeAtomically } from '../models/atomic-file'
import { isUsableToken } from './guard'

const Door = z.object({ port: z.number().int().min(1).max(65_535), token: z.string().refine(isUsableToken) })
export type Door = z.infer<typeof Door>

/** `url` holds the key, unless the operator keeps it elsewhere. */
const Serving = z.object({ pid: z.number().int().positive(), origin: z.url(), url: z.url() })
export type Serving = z.infer<typeof Serving>

const Served = z.object({ version: z.literal(1), kept: Door.nullable(), serving: Serving.nullable() })
type Served = z.infer<typeof Served>

const NOTHING: Served = { version: 1, kept: null, serving: null }
/** How long the one that serves may take to answer whether it does, in ms. */
const ANSWER_MS = 2_000

const pathIn = (dataFolder: string) => join(dataFolder, 'served.json')

/** A file that cannot be read is as good as none: it costs a new address. */
async function read(dataFolder: string): Promise<Served> {
  try {
    return Served.parse(JSON.parse((await readIfThere(pathIn(dataFolder))) ?? 'null'))
  } catch {
    return NOTHING
  }
}

/** Port and key of the last start that chose its own; null before the first. */
export async function keptDoor(dataFolder: string): Promise<Door | null> {
  return (await read(dataFolder)).kept
}

/** Notes who serves now; and, where `kept` is given, what the next start shall take. Only who holds the data folder may. */
export async function noteServing(dataFolder: string, serving: Serving, kept: Door | null): Promise<void> {
  const known = await read(dataFolder)
  await writeAtomically(pathIn(dataFolder), `${JSON.stringify({ ...known, serving, kept: kept ?? known.kept } satisfies Served, null, 2)}\n`)
}

/** Where the folder is served by another process at this moment; null where it is not, whatever a crash has left in the file. */
export async function servedAt(dataFolder: string): Promise<string | null> {
  const { serving } = await read(dataFolder)
  if (!serving || !isAlive(serving.pid)) return null
  const answer = await fetch(serving.origin, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)
  return answer?.ok ? serving.url : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
