/** A pi process that is played: it takes any Session and reports facts of its open turn at a steady rate. */
import type { ChildLink, ForkProcess } from '../src/main/host-options'
import { ToProcess, type FromProcess, type TurnFact } from '../src/main/engine/pi/protocol'
import type { TimelineState } from '../src/shared/timeline'

/** When each event was reported, by its place: on the machine's monotonic clock, in ms. */
export type Reported = readonly number[]

export const WINDOW_MODEL = { provider: 'bench', name: 'model' } as const

/** Files that the played agent edits in turns. */
const FILES = 40
/** The facts of one step, in order: what an agent does most is to call tools. */
const STEP = ['step', 'readCall', 'readResult', 'runCall', 'runResult', 'editCall', 'editResult', 'assistant'] as const

export interface PlayedPi {
  readonly fork: ForkProcess
  /** Of the Session that began first. */
  reported(): Reported
  stop(): void
}

/** Each Session reports at that rate. */
export function playedPiProcess(eventsPerSecond: number): PlayedPi {
  const first: number[] = []
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false
  const now = () => Number(process.hrtime.bigint()) / 1e6

  const play = (handle: string, say: (message: FromProcess) => void) => {
    const began = now()
    const times: number[] = first.length === 0 ? first : []
    let timer: NodeJS.Timeout | undefined
    // One event per turn of the event loop; what a late timer has missed is caught up at once.
    const next = () => {
      if (stopped) return
      const due = ((now() - began) * eventsPerSecond) / 1000
      if (times.length < due) {
        const place = times.push(now()) - 1
        say({ type: 'turn', handle, what: factAt(place) })
        setImmediate(next)
      } else {
        if (timer) timers.delete(timer)
        timer = setTimeout(next, 1)
        timers.add(timer)
      }
    }
    next()
  }

  const stop = () => {
    stopped = true
    for (const timer of timers) clearTimeout(timer)
  }
  const fork: ForkProcess = () => {
    let listener: (message: unknown) => void = () => {}
    const say = (message: FromProcess) => listener(message)
    const link: ChildLink = {
      pid: undefined,
      send(raw) {
        const message = ToProcess.parse(raw)
        if (message.type === 'run') play(message.handle, say)
        else if (message.type === 'interrupt') say({ type: 'turn', handle: message.handle, what: { fact: 'end', outcome: { kind: 'aborted', reason: { kind: 'user' } } } })
        else if (message.type === 'catalogue') setImmediate(() => say({ type: 'catalogue', request: message.request, providers: [] }))
        else if ('request' in message) setImmediate(() => say({ type: 'done', request: message.request }))
      },
      onMessage: (given) => (listener = given),
      onExit: () => {},
      kill: () => {}
    }
    return link
  }
  return { fork, reported: () => first, stop }
}

function factAt(place: number): TurnFact {
  const kind = STEP[place % STEP.length] ?? 'step'
  const step = Math.floor(place / STEP.length) + 1
  const callId = `call-${step}-${kind.replace(/Call|Result/, '')}`
  const call = (name: string, about: object): TurnFact => ({ fact: 'toolCall', call: { callId, name, arguments: JSON.stringify({ ...about, place }) } })
  const result = (name: string, text: string, changed: string | null): TurnFact => ({
    fact: 'toolResult',
    result: { callId, name, text, isError: false, changes: changed === null ? [] : [{ path: changed, how: 'changed', added: 3, removed: 1 }] }
  })
  const file = `src/part-${step % FILES}.ts`
  switch (kind) {
    case 'step':
      return { fact: 'step', number: step }
    case 'readCall':
      return call('read', { path: `${file} #${place}` })
    case 'readResult':
      return result('read', 'A line of the file that was read, as long as lines are.\n'.repeat(10), null)
    case 'runCall':
      return call('bash', { command: `npx vitest run ${file} #${place}` })
    case 'runResult':
      return result('bash', 'ok 12 tests\n'.repeat(10), null)
    case 'editCall':
      return call('edit', { path: `${file} #${place}` })
    case 'editResult':
      return result('edit', `Changed ${file}.`, file)
    case 'assistant':
      return {
        fact: 'assistant',
        message: { id: `note-${step}`, text: `Part ${step} is done, the next one follows.`, model: 'bench/model', usage: { inputTokens: 900, outputTokens: 40, cost: 0.001 } }
      }
    default:
      return kind satisfies never
  }
}

/**
 * The latest event that a state shows; -1 before any. Steps and calls carry their place; a result and a message show no
 * place of their own, so they count as seen only with the event after them.
 */
export function placeOf(state: TimelineState): number {
  const open = state.turns.at(-1)
  if (!open || open.outcome !== null) return -1
  const called = /#(\d+)$/.exec(open.now?.detail ?? '')?.[1]
  return Math.max((open.steps - 1) * STEP.length, called === undefined ? -1 : Number(called))
}
