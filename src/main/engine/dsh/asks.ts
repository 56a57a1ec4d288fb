/** What the harness asks, as a question that the operator or a policy answers, and the answers as it takes them. */
import { isAbsolute, resolve } from 'node:path'
import type { AskRequest } from '../engine'
import { OUR_OPTIONS } from '../acp/permissions'
import { oneLine } from '../pi/child/texts.logic'
import { commandOf, fileOf } from './fold'
import type { ApprovalFrame, QuestionItem } from './schemas'

const ACTS: Readonly<Record<string, AskRequest['act']>> = {
  read: 'read', glob: 'read', grep: 'read', list: 'read',
  write: 'write', edit: 'write', str_replace_editor: 'write',
  bash: 'run', pwsh: 'run', run_code: 'run'
}

/** It offers no options of its own: it takes yes or no. */
export function approvalOf(frame: ApprovalFrame, input: unknown, folder: string): AskRequest {
  const file = fileOf(input)
  return {
    kind: 'permission',
    title: oneLine(frame.reason ?? `Use ${frame.toolName}`),
    detail: commandOf(input) ?? file ?? frame.reason ?? '',
    tool: frame.toolName,
    act: ACTS[frame.toolName] ?? 'other',
    paths: file === null ? [] : [isAbsolute(file) ? file : resolve(folder, file)],
    options: OUR_OPTIONS
  }
}

/** Null for a question that wants an answer in words: it offers nothing that could be chosen. */
export function questionOf(item: QuestionItem): AskRequest | null {
  if (!item.options || item.options.length === 0) return null
  return {
    kind: 'question',
    title: oneLine(item.question),
    detail: [item.detail, ...item.options.flatMap(({ label, description }) => (description ? [`${label}: ${description}`] : []))].filter(Boolean).join('\n'),
    tool: null,
    act: 'other',
    paths: [],
    options: item.options.map(({ label }, index) => ({ id: `option-${index}`, label, kind: 'other' }))
  }
}

export interface QuestionAnswer {
  readonly id: string
  readonly selected: readonly string[]
  readonly custom?: string
}

export function answerOf(item: QuestionItem, optionId: string | null): QuestionAnswer {
  const chosen = item.options?.find((_, index) => `option-${index}` === optionId)
  return chosen ? { id: item.id, selected: [chosen.label] } : { id: item.id, selected: [], custom: NO_WORDS }
}

const NO_WORDS = 'The operator cannot answer this here in words. Ask it in your reply and end your turn; the answer comes as the next message.'
