import type { AgentSession } from '@earendil-works/pi-coding-agent'
import { describe, expect, it } from 'vitest'
import { Steering } from './steering'

type Agent = AgentSession['agent']
type Message = Parameters<Agent['steer']>[0]

/** pi's queue, as far as Steering uses it; `takeOut` is what pi does at a step boundary. */
function queueOfPi() {
  let queue: Message[] = []
  const agent: Pick<Agent, 'steer' | 'peekQueuedMessages' | 'clearSteeringQueue' | 'steeringMode'> = {
    steeringMode: 'one-at-a-time',
    steer: (message) => void queue.push(message),
    peekQueuedMessages: () => [...queue],
    clearSteeringQueue: () => void (queue = [])
  }
  return { agent: agent as Agent, takeOut: () => queue.splice(0), waiting: () => queue.length }
}

const steer = (messageId: string) => ({ messageId, text: 'the same text' })

describe('steers that pi has taken out but not committed', () => {
  it('are waited for, and not put in again', async () => {
    const { agent, takeOut, waiting } = queueOfPi()
    const steering = new Steering(agent)
    await steering.replace([steer('a'), steer('b')])
    const [a, b] = takeOut()
    let inForce = false
    const replaced = steering.replace([steer('b'), steer('c')]).then(() => (inForce = true))
    expect(waiting()).toBe(1)
    expect(steering.committed(a as object)).toEqual(steer('a'))
    await Promise.resolve()
    expect(inForce).toBe(false)
    expect(steering.committed(b as object)).toEqual(steer('b'))
    await replaced
    const [c] = takeOut()
    expect(steering.committed(c as object)).toEqual(steer('c'))
    expect(steering.committed(c as object)).toBeNull()
  })

  it('are let go at the end of the turn', async () => {
    const { agent, takeOut, waiting } = queueOfPi()
    const steering = new Steering(agent)
    await steering.replace([steer('a')])
    const [a] = takeOut()
    const replaced = steering.replace([steer('b')])
    steering.end()
    await replaced
    expect(waiting()).toBe(0)
    expect(steering.committed(a as object)).toBeNull()
  })
})

describe('steers that have been committed', () => {
  it('are not put in again by a list that was made before that was known', async () => {
    const { agent, takeOut, waiting } = queueOfPi()
    const steering = new Steering(agent)
    await steering.replace([steer('a')])
    const [a] = takeOut()
    expect(steering.committed(a as object)).toEqual(steer('a'))
    await steering.replace([steer('a'), steer('b')])
    expect(waiting()).toBe(1)
    const [b] = takeOut()
    expect(steering.committed(b as object)).toEqual(steer('b'))
  })
})
