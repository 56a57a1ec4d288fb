/** Finds what is pending. It is no part of the index, for it leaves soon; there is little of it, and it is read. */
import { z } from 'zod'
import { containsAll, foldCase, termsOf, type FindPendingAnswer, type FindPendingInput, type PendingHit } from '../../shared/find'
import { InboxMessage } from '../session/events'
import type { Database } from '../store/database'
import { snippetOf } from './snippet'

/** After this time an answer begins nothing more, in ms; this many messages it reads all the same. */
const BUDGET_MS = 20
const LEAST = 16

const Id = z.object({ id: z.string() })
const Waiting = z.object({
  message: z.string(),
  workerId: z.string(),
  workerName: z.string(),
  sessionId: z.string(),
  projectName: z.string()
})

/** Pending messages of Sessions that are not deleted, in Projects that are on the list. */
const FROM = `FROM inbox JOIN session ON session.id = inbox.session_id AND session.lifecycle <> 'deleted'
  JOIN project ON project.session_id = session.project_id AND project.listed = 1`
const IDS = `SELECT message_id AS id ${FROM} WHERE (?1 IS NULL OR project.session_id = ?1) AND (?2 IS NULL OR session.id = ?2)
  AND (?3 IS NULL OR message_id > ?3) ORDER BY message_id`
const ONE = `SELECT message, session.id AS workerId, session.name AS workerName, project.session_id AS sessionId, project.name AS projectName
  ${FROM} WHERE message_id = ?`

/** Those that contain the query, newest first. Where its time was not enough, the answer says from where to go on. */
export function findPending(db: Database, { query, sessionId, workerId, limit, after }: FindPendingInput): FindPendingAnswer {
  const terms = termsOf(query)
  if (terms.length === 0) return { hits: [], next: null }
  const until = performance.now() + BUDGET_MS
  const hits: PendingHit[] = []
  const ids = db.all(Id, IDS, sessionId ?? null, workerId ?? null, after ?? null)
  let at = 0
  for (; at < ids.length && hits.length < limit && (at < LEAST || performance.now() < until); at++) {
    const row = db.get(Waiting, ONE, ids[at]?.id ?? '')
    const hit = row && hitOf(row, terms)
    if (hit) hits.push(hit)
  }
  return { hits: hits.toSorted((a, b) => b.at - a.at), next: at === ids.length ? null : (ids[at - 1]?.id ?? null) }
}

function hitOf({ message: json, ...where }: z.infer<typeof Waiting>, terms: readonly string[]): PendingHit | null {
  const { id: messageId, text, source, acceptedAt: at } = InboxMessage.parse(JSON.parse(json))
  return containsAll(foldCase(text), terms) ? { ...where, messageId, source, at, ...snippetOf(text, terms) } : null
}
