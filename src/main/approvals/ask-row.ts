/** A request as it is stored. */
import { z } from 'zod'
import { AskView, type DecidedBy } from '../../shared/asks'
import { Policy } from '../../shared/model'
import { jsonColumn } from '../store/json-column'

/** `policy …` was written by versions in which only Projects had policies. */
const DecidedText = z.string().transform((text): DecidedBy => {
  const [who, word] = text.split(' ')
  if (who === 'remembered') return { kind: 'remembered' }
  const policy = Policy.safeParse(word)
  if (policy.success && who === 'worker') return { kind: 'worker', policy: policy.data }
  return policy.success ? { kind: 'project', policy: policy.data } : { kind: 'operator' }
})

export function decidedText(by: DecidedBy): string {
  return 'policy' in by ? `${by.kind} ${by.policy}` : by.kind
}

export const ASK_COLUMNS = `approval.id, approval.project_id, approval.session_id, session.name, approval.turn, approval.asked_at,
  approval.request, approval.state, approval.option_id, approval.answer_text, approval.decided_by, approval.decided_at`

export const AskRow = z
  .object({
    id: z.string(),
    project_id: z.string(),
    session_id: z.string(),
    name: z.string(),
    turn: z.number(),
    asked_at: z.number(),
    request: jsonColumn(AskView.shape.request),
    state: AskView.shape.state,
    option_id: z.string().nullable(),
    answer_text: z.string().nullable(),
    decided_by: DecidedText.nullable(),
    decided_at: z.number().nullable()
  })
  .transform((row): AskView => ({
    id: row.id,
    sessionId: row.project_id,
    workerId: row.session_id,
    workerName: row.name,
    turn: row.turn,
    askedAt: row.asked_at,
    request: row.request,
    state: row.state,
    optionId: row.option_id,
    text: row.answer_text,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at
  }))
