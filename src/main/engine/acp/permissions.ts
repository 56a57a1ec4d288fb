/** What an agent may do: asked of the operator where somebody listens, decided by the Project's policy otherwise. */
import { relative, isAbsolute, sep } from 'node:path'
import type { Policy } from '../../../shared/model'
import type { AskAnswer, AskOption, AskRequest, SessionSpec } from '../engine'
import { changeOf } from '../ask-changes'
import { oneLine, subjectOf } from '../pi/child/texts.logic'
import { shownPath } from './changes'
import type { PermissionQuestion } from './schemas'
import type { CallSubject } from './tool-calls'

type Act = AskRequest['act']

const ACTS: Readonly<Record<string, Act>> = {
  read: 'read', search: 'read', think: 'read',
  edit: 'write', delete: 'write', move: 'write',
  execute: 'run'
}
/** What is asked, for a call whose title is only the command that stands below it. */
const RUN_TITLE = 'Run a command'
/** Fields of a call's arguments that name a file. */
const PATH_FIELDS = ['file_path', 'filePath', 'path', 'filepath', 'absolute_path', 'notebook_path']

/** Resolves with what was answered; null when the question was withdrawn. */
export async function decide(
  spec: Pick<SessionSpec, 'ask' | 'question' | 'policy' | 'folder'>,
  request: AskRequest,
  signal: AbortSignal
): Promise<AskAnswer | null> {
  if (signal.aborted) return null
  const answer = await asked(spec, request, signal)
  // An answer that comes with the end of its turn must not let anything begin.
  if (signal.aborted || answer === null) return null
  return answer.optionId === null || request.options.some(({ id }) => id === answer.optionId) ? answer : null
}

async function asked(spec: Pick<SessionSpec, 'ask' | 'question' | 'policy' | 'folder'>, request: AskRequest, signal: AbortSignal): Promise<AskAnswer | null> {
  if (request.words === 'answer' && spec.question) return spec.question(request, signal)
  const optionId = spec.ask ? await spec.ask(request, signal) : byPolicy(spec.policy(), spec.folder, request)
  return optionId === null ? null : { optionId, text: null }
}

/** @param folder of the Project, for the paths of what would be written */
export function askOf(folder: string, call: CallSubject, options: PermissionQuestion['options']): AskRequest {
  const title = oneLine(call.title || call.name)
  const detail = detailOf(call)
  const changes = call.diffs.map(({ path, oldText, newText }) => changeOf(shownPath(folder, path), oldText ?? null, newText))
  return {
    // Whether it may leave a mode (a plan to be gone along with) is a question to the operator, whatever the policy allows.
    kind: call.kind === 'switch_mode' ? 'question' : 'permission',
    title: ACTS[call.kind] === 'run' && title.replaceAll('`', '') === oneLine(detail) ? RUN_TITLE : title,
    detail,
    tool: call.name,
    callId: call.callId,
    act: ACTS[call.kind] ?? 'other',
    paths: [...new Set([...call.paths, ...namedPaths(call.input)])].filter((path) => isAbsolute(path)),
    options: options.map(({ optionId, name, kind }) => ({ id: optionId, label: name, kind: optionKind(kind) })),
    ...(changes.some(({ diff }) => diff !== '') && { changes })
  }
}

/** The name by which agents know the server of the host's tools. */
export const HOST_SERVER = 'crewdeck'

/**
 * The option that lets a tool of the host run; null for any other call. The host itself decides what its tools do for
 * whom, so nobody is asked. These are the names that agents make of a tool of an MCP server.
 */
export function ownToolOption(call: CallSubject, tools: readonly string[], options: readonly AskOption[]): string | null {
  const names = tools.flatMap((tool) => [
    `mcp__${HOST_SERVER}__${tool}`,
    `mcp.${HOST_SERVER}.${tool}`,
    `${HOST_SERVER}_${tool}`,
    `${tool} (${HOST_SERVER} MCP Server)`
  ])
  if (!names.includes(call.name) && !names.includes(call.title)) return null
  return (options.find(({ kind }) => kind === 'allow-once') ?? options.find(({ kind }) => kind === 'allow-always'))?.id ?? null
}

/** For what an agent does through us without having asked: the options are ours. */
export const OUR_OPTIONS: readonly AskOption[] = [
  { id: 'allow', label: 'Allow once', kind: 'allow-once' },
  { id: 'reject', label: 'Do not allow', kind: 'reject-once' }
]

export const allows = (options: readonly AskOption[], id: string | null): boolean =>
  options.some((option) => option.id === id && (option.kind === 'allow-once' || option.kind === 'allow-always'))

/** Whether the policy lets an act happen that nobody was asked about. */
export function permits(policy: Policy, act: Act, inside: boolean): boolean {
  switch (policy) {
    case 'ask':
      return false
    case 'unconfirmed':
    case 'read':
      return act === 'read'
    case 'write':
      return act === 'read' || (act === 'write' && inside)
    case 'run':
      return true
  }
}

function byPolicy(policy: Policy, folder: string, request: AskRequest): string | null {
  const inside = request.paths.length > 0 && request.paths.every((path) => isWithin(folder, path))
  const wanted = permits(policy, request.act, inside) ? (['allow-once', 'allow-always'] as const) : (['reject-once', 'reject-always'] as const)
  for (const kind of wanted) {
    const option = request.options.find((offered) => offered.kind === kind)
    if (option) return option.id
  }
  return null
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function optionKind(kind: string): AskOption['kind'] {
  switch (kind) {
    case 'allow_once':
      return 'allow-once'
    case 'allow_always':
      return 'allow-always'
    case 'reject_once':
      return 'reject-once'
    case 'reject_always':
      return 'reject-always'
    default:
      return 'other'
  }
}

function detailOf(call: CallSubject): string {
  const input = typeof call.input === 'object' && call.input !== null ? new Map<string, unknown>(Object.entries(call.input)) : null
  const command = input?.get('command')
  if (typeof command === 'string') return command
  if (Array.isArray(command)) return command.map(String).join(' ')
  return namedPaths(call.input)[0] ?? call.paths[0] ?? subjectOf(call.input)
}

function namedPaths(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return []
  const fields = new Map<string, unknown>(Object.entries(input))
  return PATH_FIELDS.flatMap((field) => {
    const value = fields.get(field)
    return typeof value === 'string' ? [value] : []
  })
}
