/** Holds what really happened against the log: which commands were run, and what the model was told. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { SeenRequest } from '../e2e/scripted-model/main.ts'
import type { DiskFacts } from './check-disk.ts'
import type { Findings } from './findings.ts'
import type { Ledger } from './ledger.ts'
import { mentionOf, RAN_FILE } from './tasks.ts'

/** Every command has been run at most once; exactly once, if its turn says that it has ended by itself. */
export function checkCommands(projectFolder: string, ledger: Ledger, { lives }: DiskFacts, findings: Findings): void {
  const ran = Map.groupBy(linesOf(join(projectFolder, RAN_FILE)), (id) => id)
  for (const [id, times] of ran) if (times.length > 1) findings.add('doubled', `the command of ${id} was run ${times.length} times`)
  for (const { id, workerId, fate, withdrawal } of ledger.messages.values()) {
    if (ran.has(id) && fate === 'refused') findings.add('doubled', `the command of ${id} was run, and ${id} was refused`)
    if (ran.has(id) && withdrawal === 'accepted') findings.add('doubled', `the command of ${id} was run, and ${id} was withdrawn`)
    const life = lives.get(workerId)
    const place = life?.places.get(id)
    if (ledger.workers.get(workerId)?.engine !== 'shell' || place?.kind !== 'turn') {
      if (ran.has(id) && ledger.workers.get(workerId)?.engine === 'shell') findings.add('wrongStatus', `the command of ${id} was run, and ${id} is in no turn`)
      continue
    }
    const outcome = life?.turns.get(place.turn)?.outcome?.kind
    if ((outcome === 'completed' || outcome === 'error') && !ran.has(id)) findings.add('lost', `turn ${place.turn} of ${workerId} has ended with ${outcome}, and the command of ${id} was never run`)
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter((line) => line !== '')
  } catch {
    // No command has come that far.
    return []
  }
}

const Promised = z.object({ worker_id: z.string(), message_id: z.string(), status: z.literal('accepted') })

/** No message is told to a model twice. What the Coordinator's tool answered is what it was promised. */
export function checkHeard(requests: readonly SeenRequest[], ledger: Ledger, findings: Findings): void {
  for (const { messages, tools, toolResults } of requests) {
    const isCoordinator = tools.includes('control_workers')
    const told = messages.filter((message) => message.role === 'user').map((message) => message.text)
    const names = isCoordinator ? told.flatMap((text) => endedTurn(text) ?? []) : told.flatMap((text) => [...ledger.messages.keys()].filter((id) => text.includes(mentionOf(id))))
    for (const [name, times] of Map.groupBy(names, (name) => name)) if (times.length > 1) findings.add('doubled', `a model was told ${times.length} times of ${name}`)
    if (!isCoordinator) continue
    for (const text of toolResults) {
      const made = Promised.safeParse(parse(text))
      if (made.success) ledger.promised.set(made.data.message_id, made.data.worker_id)
    }
  }
}

/** Which turn a completion tells of. */
function endedTurn(text: string): string | null {
  const found = /^Worker ".*" \(worker_id (\S+)\) ended turn (\d+):/.exec(text)
  return found && `turn ${found[2]} of ${found[1]}`
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
