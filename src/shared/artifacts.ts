/** The files of a worker as they cross the wire, over all of its turns. */
import { z } from 'zod'
import { Artifact } from './model'

const count = z.number().int().nonnegative()
const time = z.number().int().nonnegative()

/**
 * How a file on disk stands to what its turn left. `touched`: written to later, and nobody knows whether it holds the
 * same. `outside`: it lies outside of the Project's folder and is not looked at. `unknown`: nothing can be said.
 */
export const FileNow = z.enum(['same', 'changed', 'touched', 'missing', 'outside', 'unknown'])
export type FileNow = z.infer<typeof FileNow>

/** A later turn, of this worker or another one, that wrote to the same file; `isOpen` while it still runs. */
export const FileTouch = z.object({ workerId: z.string(), name: z.string(), turn: z.number().int().positive(), at: time, isOpen: z.boolean() })
export type FileTouch = z.infer<typeof FileTouch>

export const ArtifactFile = Artifact.extend({
  now: FileNow,
  since: FileTouch.nullable(),
  /** Whether what the turn changed in it can be shown. */
  canCompare: z.boolean()
})
export type ArtifactFile = z.infer<typeof ArtifactFile>

export const ArtifactTurn = z.object({
  number: z.number().int().positive(),
  startedAt: time,
  isOpen: z.boolean(),
  engine: z.string(),
  model: z.string().nullable(),
  files: z.array(ArtifactFile),
  /** Files that are not listed: there are too many. */
  more: count
})
export type ArtifactTurn = z.infer<typeof ArtifactTurn>

/** Newest turn first. `next` continues the list; null at its end. */
export const ArtifactPage = z.object({ turns: z.array(ArtifactTurn), next: z.number().int().positive().nullable() })
export type ArtifactPage = z.infer<typeof ArtifactPage>

/** One side of a comparison. `not-kept`: too large, no text, or given up for newer ones. */
export const FileSide = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** There was no file. */
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('unknown'), why: z.enum(['not-seen', 'not-kept', 'not-text', 'too-large', 'missing']) })
])
export type FileSide = z.infer<typeof FileSide>

export const FileComparison = z.object({
  path: z.string(),
  before: FileSide,
  after: FileSide,
  /** Something else wrote to the file between two changes of the turn, and is a part of what is shown. */
  isMixed: z.boolean(),
  /** What it held before is what the agent said. */
  isTold: z.boolean()
})
export type FileComparison = z.infer<typeof FileComparison>

/** What a file holds. */
export const FileContent = z.object({
  path: z.string(),
  bytes: count,
  content: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text: z.string(), /** Only its beginning. */ isCut: z.boolean() }),
    /** `data` is in base64. */
    z.object({ kind: z.literal('image'), type: z.string(), width: count.nullable(), height: count.nullable(), data: z.string() }),
    /** `why`: it is no text and no picture that is known, or larger than what is shown. */
    z.object({ kind: z.literal('none'), why: z.enum(['not-text', 'too-large']) })
  ])
})
export type FileContent = z.infer<typeof FileContent>

/** What a turn did to a file, after it had done something else to it before. */
export function mergeArtifacts<T extends Pick<Artifact, 'how' | 'added' | 'removed'>>(first: T, then: T): T {
  const add = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
  if (first.how === 'created') {
    // A new file has no removed lines: what a later change takes away was new itself.
    const lines = add(first.added, add(then.added, then.removed === null ? null : -then.removed))
    return { ...then, how: 'created', added: lines === null ? null : Math.max(0, lines), removed: first.removed }
  }
  return { ...then, added: add(first.added, then.added), removed: add(first.removed, then.removed) }
}
