/** pi's own record of a Session, in its state folder: what it remembers when it is resumed. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SessionManager } from '@earendil-works/pi-coding-agent'
import { z } from 'zod'
import { EngineError, type EngineInput } from '../../engine'

/** Says which file there was, so that a lost one is noticed. */
const MARK = 'transcript.json'
const Mark = z.object({ file: z.string().regex(/^[^/\\]+$/) })
const Header = z.object({ type: z.literal('session'), id: z.string() })
/** Follows a steer in the record and says which message of ours it was. */
const STEER = 'crewdeck.steer'
const SteerNote = z.object({
  type: z.literal('custom'),
  customType: z.literal(STEER),
  /** Notes of earlier versions have no digest: their messages could not be edited. */
  data: z.object({ messageId: z.string(), digest: z.string().optional() })
})

export interface Transcript {
  readonly manager: SessionManager
  /** Notes that the file exists, once it does. */
  mark(): Promise<void>
  /** Notes that the steer which was written last is this message. */
  noteSteer(steer: EngineInput): void
  /**
   * Whether the record holds this message as a steer. A host that died before it heard of that still has the message as
   * a pending one, and sends it again; edited meanwhile, it is another text, which was not said yet.
   */
  hasSteer(steer: EngineInput): boolean
}

/**
 * Opens the record that the Session had, or begins one.
 * @throws EngineError SESSION_LOST, SESSION_DAMAGED; the file is left as it is
 */
export async function openTranscript(stateFolder: string, folder: string): Promise<Transcript> {
  const kept = join(stateFolder, 'pi')
  await mkdir(kept, { recursive: true, mode: 0o700 })
  const had = fileOf(kept)
  const manager = had === null ? SessionManager.create(folder, kept) : resume(kept, had, folder)
  let marked = had !== null
  const steers = new Map(
    (had === null ? [] : manager.getEntries()).flatMap((entry): [string, string | undefined][] => {
      const note = SteerNote.safeParse(entry).data?.data
      return note ? [[note.messageId, note.digest]] : []
    })
  )
  return {
    manager,
    hasSteer: ({ messageId, text }) => steers.has(messageId) && (steers.get(messageId) ?? digestOf(text)) === digestOf(text),
    noteSteer({ messageId, text }) {
      const digest = digestOf(text)
      steers.set(messageId, digest)
      manager.appendCustomEntry(STEER, { messageId, digest })
    },
    async mark() {
      const path = manager.getSessionFile()
      if (marked || path === undefined || !existsSync(path)) return
      await writeFile(join(kept, MARK), JSON.stringify({ file: path.slice(kept.length + 1) }), { mode: 0o600 })
      marked = true
    }
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The name of the file that the Session had; null for a new one. */
function fileOf(kept: string): string | null {
  const mark = join(kept, MARK)
  if (existsSync(mark)) {
    const read = Mark.safeParse(parse(readFileSync(mark, 'utf8')))
    if (read.success) return read.data.file
  }
  return readdirSync(kept).filter((name) => name.endsWith('.jsonl')).toSorted().at(-1) ?? null
}

function resume(kept: string, name: string, folder: string): SessionManager {
  const path = join(kept, name)
  if (!existsSync(path)) {
    throw new EngineError(
      'SESSION_LOST',
      `What this worker remembers is gone: ${name} is not in its state folder. ` +
        'Put the file back, or start a new worker; the timeline stays.'
    )
  }
  if (!isWhole(readFileSync(path, 'utf8'))) {
    throw new EngineError(
      'SESSION_DAMAGED',
      `What this worker remembers cannot be read: ${name} in its state folder is damaged. ` +
        'It was left as it is. Start a new worker; the timeline stays.'
    )
  }
  return SessionManager.open(path, kept, folder)
}

/** Whether every line can be read. The last one may be torn: a crash came while it was written. */
function isWhole(text: string): boolean {
  const lines = text.split('\n')
  if (!Header.safeParse(parse(lines[0] ?? '')).success) return false
  return lines.slice(0, -1).every((line) => line.trim() === '' || parse(line) !== null)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
