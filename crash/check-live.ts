/** Holds what a host says after its restart against the ledger, by what anybody can ask it. */
import type { Crew } from './crew.ts'
import { timelineOf } from './crew.ts'
import type { DiskFacts } from './check-disk.ts'
import type { Findings } from './findings.ts'
import type { Client } from './host.ts'
import type { Ledger } from './ledger.ts'

/** How long a host may take to finish the deletes that the one before it had begun, in ms. */
const DELETES_MS = 5_000
/** How long list and timeline, read one after the other, may differ, in ms. */
const AGREE_MS = 3_000

export interface LiveCheck {
  readonly client: Client
  readonly crew: Crew
  readonly ledger: Ledger
  readonly findings: Findings
  readonly sessionId: string
  /** What the host before has left. */
  readonly before: DiskFacts
}

export async function checkLive(check: LiveCheck): Promise<void> {
  await checkList(check)
  for (const workerId of [check.sessionId, ...check.crew.all().map((worker) => worker.workerId)]) await checkWorker(check, workerId)
  await checkStatuses(check)
  await checkGone(check)
}

/** The list shows whom the ledger knows to be there, and deletes that were begun have been finished. */
async function checkList({ crew, ledger, findings, before }: LiveCheck): Promise<void> {
  const isFinished = await crew.until((workers) => !workers.some((worker) => worker.lifecycle === 'deleting' || before.deleting.has(worker.workerId)), DELETES_MS)
  if (!isFinished) findings.add('wrongStatus', `deletes are not finished ${DELETES_MS} ms after a restart: ${[...before.deleting].join()}`)
  const shown = new Set(crew.all().map((worker) => worker.workerId))
  for (const { id, firstMessage, removal } of ledger.workers.values()) {
    if (removal === 'accepted' && shown.has(id)) findings.add('wrongStatus', `worker ${id} was deleted and is shown`)
    if (removal === null && firstMessage?.fate !== 'unsure' && firstMessage?.fate !== 'refused' && !shown.has(id)) findings.add('lost', `worker ${id} was made and is not shown`)
  }
}

/** The timeline of a worker has each message in one place, and calls the turn that died by its name. */
async function checkWorker({ client, ledger, findings, sessionId, before }: LiveCheck, workerId: string): Promise<void> {
  const { turns, pending } = await timelineOf(client, sessionId, workerId)
  const seen = [...turns.flatMap((turn) => turn.inputs.map((input) => input.messageId)), ...pending.map((message) => message.messageId)]
  for (const message of ledger.messages.values()) {
    if (message.workerId !== workerId) continue
    const times = seen.filter((id) => id === message.id).length
    if (times > 1) findings.add('doubled', `the timeline of ${workerId} shows message ${message.id} ${times} times`)
    if (times === 0 && message.fate === 'accepted' && (message.withdrawal === null || message.withdrawal === 'refused')) {
      findings.add('lost', `the timeline of ${workerId} does not show message ${message.id}`)
    }
    if (times > 0 && message.withdrawal === 'accepted') findings.add('doubled', `the timeline of ${workerId} shows message ${message.id}, which was withdrawn`)
  }
  const died = before.openTurns.get(workerId)
  const outcome = turns.find((turn) => turn.number === died)?.outcome
  if (died !== undefined && outcome?.kind !== 'interrupted') findings.add('wrongStatus', `turn ${died} of ${workerId} died and is shown as ${outcome?.kind ?? 'open'}`)
}

/** Busy is who has an open turn, one that began in this life of the host; nobody is unknown. */
async function checkStatuses({ client, crew, findings, sessionId, before }: LiveCheck): Promise<void> {
  const wrong = async (): Promise<string[]> => {
    const problems: string[] = []
    for (const { workerId } of crew.all()) {
      const view = await client.workers.get({ sessionId, workerId })
      const { turns } = await timelineOf(client, sessionId, workerId)
      const open = turns.findLast((turn) => turn.outcome === null)?.number ?? null
      const died = before.openTurns.get(workerId) ?? 0
      if (view.status !== (open === null ? 'idle' : 'busy')) problems.push(`${workerId} is ${view.status} with ${open === null ? 'no turn' : `turn ${open}`} open`)
      if (view.turn && view.turn.number <= died) problems.push(`${workerId} is in turn ${view.turn.number}, which died`)
      if (open !== (view.turn?.number ?? null)) problems.push(`${workerId} says turn ${view.turn?.number} is open, and its timeline ${open}`)
    }
    return problems
  }
  const deadline = performance.now() + AGREE_MS
  let problems = await wrong()
  while (problems.length > 0 && performance.now() < deadline) problems = await wrong()
  for (const problem of problems) findings.add('wrongStatus', problem)
}

/** A deleted worker answers like one that never was. */
async function checkGone({ client, ledger, findings, sessionId }: LiveCheck): Promise<void> {
  const gone = [...ledger.workers.values()].filter((worker) => worker.removal === 'accepted').at(-1)
  if (!gone) return
  const answer = await client.workers.get({ sessionId, workerId: gone.id }).then(
    () => 'shown',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'broken')
  )
  if (answer !== 'NOT_FOUND') findings.add('wrongStatus', `asked for the deleted worker ${gone.id}, the host says ${answer}`)
}
