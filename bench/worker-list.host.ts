/** A served host in a process of its own whose pi process is played: each worker that is given a message works for ever. */
import type { ChildLink, ForkProcess } from '../src/main/host-options'
import { ToProcess, type FromProcess, type TurnFact } from '../src/main/engine/pi/protocol'
import { startInsideHost } from './inside-host'

export interface ListHostReady {
  /** The address of the page, token included. */
  readonly url: string
}

const [, , root = '', data = '', eventMs = ''] = process.argv

/** Reports a step, a call and its result in turns, one fact each `everyMs` for each worker. */
function busyPi(everyMs: number): ForkProcess {
  return () => {
    let listener: (message: unknown) => void = () => {}
    const timers = new Set<NodeJS.Timeout>()
    const say = (message: FromProcess): void => listener(message)
    const work = (handle: string): void => {
      let place = 0
      timers.add(setInterval(() => say({ type: 'turn', handle, what: factAt(place++) }), everyMs))
    }
    const link: ChildLink = {
      pid: undefined,
      send(raw) {
        const message = ToProcess.parse(raw)
        if (message.type === 'run') work(message.handle)
        else if (message.type === 'catalogue') setImmediate(() => say({ type: 'catalogue', request: message.request, providers: [] }))
        else if ('request' in message) setImmediate(() => say({ type: 'done', request: message.request }))
      },
      onMessage: (given) => (listener = given),
      onExit: () => {},
      kill: () => timers.forEach((timer) => clearInterval(timer))
    }
    return link
  }
}

function factAt(place: number): TurnFact {
  const step = Math.floor(place / 3) + 1
  const callId = `call-${step}`
  if (place % 3 === 0) return { fact: 'step', number: step }
  if (place % 3 === 1) return { fact: 'toolCall', call: { callId, name: step % 2 === 0 ? 'bash' : 'read', arguments: '{}' } }
  return { fact: 'toolResult', result: { callId, name: 'read', text: 'ok', isError: false, changes: [] } }
}

const { url } = await startInsideHost({ root, data, fork: busyPi(Number(eventMs)) })
process.once('message', () => process.exit(0))
process.send?.({ url } satisfies ListHostReady)
