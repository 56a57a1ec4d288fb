/** What the harness asks, as a question that the operator or a policy answers, and the answers as it takes them. */
import { isAbsolute, resolve } from 'node:path'
import type { AskAnswer, AskRequest } from '../engine'
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
    callId: frame.callId,
    act: ACTS[frame.toolName] ?? 'other',
    paths: file === null ? [] : [isAbsolute(file) ? file : resolve(folder, file)],
    options: OUR_OPTIONS
  }
}

/** To choose from what it offers, or to answer in words. */
export function questionOf(item: QuestionItem): AskRequest {
  const offered = item.options ?? []
  return {
    kind: 'question',
    title: oneLine(item.question),
    detail: [item.detail, ...offered.flatMap(({ label, description }) => (description ? [`${label}: ${description}`] : []))].filter(Boolean).join('\n'),
    tool: null,
    act: 'other',
    paths: [],
    options: [...offered.map(({ label }, index) => ({ id: `option-${index}`, label, kind: 'other' as const })), DECLINE],
    words: 'answer'
  }
}

const DECLINE = { id: 'decline', label: 'Decline to answer', kind: 'reject-once' } as const

export interface QuestionAnswer {
  readonly id: string
  readonly selected: readonly string[]
  readonly custom?: string
}

/** @param answer null where nobody answered */
export function answerOf(item: QuestionItem, answer: AskAnswer | null): QuestionAnswer {
  const chosen = item.options?.find((_, index) => `option-${index}` === answer?.optionId)
  if (chosen) return { id: item.id, selected: [chosen.label] }
  return { id: item.id, selected: [], custom: answer?.text ?? DECLINED }
}

const DECLINED = 'The operator did not answer this.'
