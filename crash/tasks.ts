/** What workers are asked to do: short and long, obedient and stubborn, with and without children. */
import type { Engine } from './ledger.ts'
import type { Random } from './random.ts'

/** Takes its time, and ends soon after it is asked to. */
type Nature = 'quick' | 'working' | 'failing' | 'long' | 'family' | 'stubborn'

/** Where every command leaves its id, in the Project's folder: so that it can be seen how often it was run. */
export const RAN_FILE = 'ran'

const SHELL: Readonly<Record<Nature, string>> = {
  quick: 'echo done',
  working: 'echo begin; sleep 0.25; echo end',
  failing: 'echo "this goes wrong" >&2; exit 3',
  long: 'echo working; sleep 20',
  // Children that have left the group and the session of their shell.
  family: 'sleep 20 & setsid sleep 20 & (setsid sh -c "sleep 20; echo late" &) ; sleep 20',
  // Has to be killed.
  stubborn: "trap '' INT TERM HUP; for i in 1 2 3 4 5 6 7 8; do sleep 0.5; done"
}

const PI: Readonly<Record<Nature, string>> = {
  quick: 'Say something short.',
  working: `[[bash {"command":"echo begin; sleep 0.2; echo end"}]] [[bash {"command":"echo more"}]]`,
  failing: `[[bash {"command":"exit 3"}]]`,
  long: `[[bash {"command":"sleep 20"}]]`,
  family: `[[bash {"command":"sleep 20 & setsid sleep 20 & sleep 20"}]]`,
  stubborn: `[[bash {"command":"trap '' INT TERM HUP; for i in 1 2 3 4 5 6 7 8; do sleep 0.5; done"}]]`
}

/** A text for the engine; `id` makes each one different. */
export function taskOf(engine: Engine, nature: Nature, id: string): string {
  return engine === 'shell' ? `echo ${id} >> ${RAN_FILE}; ${SHELL[nature]}` : `${PI[nature].replace('"command":"', `"command":"echo ${id} >> ${RAN_FILE}; `)} ${mentionOf(id)}`
}

/** How a text for a model names its id. */
export function mentionOf(id: string): string {
  return `(id ${id})`
}

/** What the Coordinator is told, so that it gives a worker something: a new one, or the given. `mark` is in that text. */
export function orderOf(mark: string, workerId: string | null, random: Random): string {
  const text = anyTask('shell', random, mark)
  const call =
    workerId === null
      ? { action: 'spawn', name: `ordered ${mark}`, task: text }
      : { action: 'send', worker_id: workerId, message: text, delivery: random.chance(0.5) ? 'steer' : 'queue' }
  return `[[control_workers ${JSON.stringify(call)}]]`
}

export function anyTask(engine: Engine, random: Random, id: string): string {
  const nature = random.weighted<Nature>([
    [4, 'quick'],
    [5, 'working'],
    [1, 'failing'],
    [1.5, 'long'],
    [1, 'family'],
    [0.7, 'stubborn']
  ])
  return taskOf(engine, nature, id)
}
