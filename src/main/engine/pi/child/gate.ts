/** What stands before each tool that pi brings along: the operator's policy, what they remembered, or the operator. */
import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { changeOf } from '../../ask-changes'
import type { AskAnswer, AskChange, AskRequest } from '../../engine'
import type { Standing } from '../protocol'
import { shownPath } from './confine'
import { refusalOf, refusedWith, type GuardedTool } from './policy.logic'
import { wholeSubjectOf } from './texts.logic'

/** Larger files are not read to be compared, in bytes. */
const READ_MAX_BYTES = 1_000_000

export interface GatePort {
  readonly folder: string
  /** What counts for a tool now. */
  standing(tool: string): Promise<Standing>
  /** Asks the operator, or what they have said before; null when nobody answers. */
  ask(request: AskRequest, signal: AbortSignal | undefined): Promise<AskAnswer | null>
}

/** Resolves when the tool may run; rejects with what the model is told when it may not. */
export type Gate = (tool: GuardedTool, callId: string, args: unknown, signal: AbortSignal | undefined) => Promise<void>

export function createGate(port: GatePort): Gate {
  return async (tool, callId, args, signal) => {
    const { policy, remembered } = await port.standing(tool)
    const refusal = refusalOf(policy, tool)
    // Reads are many: nobody is asked, and nothing is written down, where nothing speaks against them.
    if (ACTS[tool] === 'read' && refusal === null && remembered !== 'reject') return
    // A Project that nobody has answered for is not asked about each call: its question is on the screen already.
    if (policy === 'unconfirmed' && refusal !== null) throw new Error(refusal)
    const changes = refusal === null || remembered !== null ? [] : await changesOf(port.folder, tool, args)
    const answer = await port.ask({ ...askOf(tool, args, changes), callId }, signal)
    if (answer?.optionId === ALLOW) return
    if (answer !== null) throw new Error(refusedWith(answer.text))
    // Nobody was there to answer, and the policy alone does not say no; or the turn has ended.
    if (refusal !== null || signal?.aborted) throw new Error(refusal ?? refusedWith(null))
  }
}

const ALLOW = 'allow'

const ACTS: Readonly<Record<GuardedTool, AskRequest['act']>> = {
  read: 'read', ls: 'read', find: 'read', grep: 'read',
  write: 'write', edit: 'write',
  bash: 'run'
}

const TITLES: Readonly<Record<GuardedTool, string>> = {
  read: 'Read a file',
  ls: 'List a folder',
  find: 'Search for files',
  grep: 'Search in files',
  write: 'Write a file',
  edit: 'Change a file',
  bash: 'Run a command'
}

const Path = z.object({ path: z.string() })

function askOf(tool: GuardedTool, args: unknown, changes: readonly AskChange[]): AskRequest {
  const path = Path.safeParse(args)
  return {
    kind: 'permission',
    title: TITLES[tool],
    detail: wholeSubjectOf(args),
    tool,
    act: ACTS[tool],
    paths: tool !== 'bash' && path.success ? [path.data.path] : [],
    options: [
      { id: ALLOW, label: 'Allow once', kind: 'allow-once' },
      { id: 'reject', label: 'Reject', kind: 'reject-once' }
    ],
    words: 'reason',
    ...(changes.some(({ diff }) => diff !== '') && { changes })
  }
}

const Write = z.object({ path: z.string(), content: z.string() })
const Edit = z.object({ path: z.string(), edits: z.array(z.object({ oldText: z.string(), newText: z.string() })) })

/** What a call would write, as far as its arguments tell; nothing where it cannot be said. */
async function changesOf(folder: string, tool: GuardedTool, args: unknown): Promise<AskChange[]> {
  try {
    if (tool === 'write') {
      const { path, content } = Write.parse(args)
      return [changeOf(await shownPath(folder, path), await textAt(folder, path), content)]
    }
    if (tool === 'edit') {
      const { path, edits } = Edit.parse(args)
      const before = await textAt(folder, path)
      if (before === null) return []
      // A text that is not there, or not once, is refused by the tool itself.
      const after = edits.reduce((text, { oldText, newText }) => text.replace(oldText, () => newText), before)
      return [changeOf(await shownPath(folder, path), before, after)]
    }
  } catch {
    // Whoever answers still has the path.
  }
  return []
}

async function textAt(folder: string, path: string): Promise<string | null> {
  const place = resolve(folder, path)
  const there = await stat(place).catch(() => null)
  return there?.isFile() && there.size <= READ_MAX_BYTES ? readFile(place, 'utf8') : null
}
