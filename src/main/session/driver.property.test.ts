/**
 * Whatever an operator, an engine and a crash do in whatever order: every accepted message is in exactly one place (a
 * turn, the inbox, or taken back), and queued messages keep their order.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Crew } from '../testing/crew'

type Action = 'steer' | 'queue' | 'repeat' | 'take' | 'end' | 'fail' | 'interrupt' | 'continue' | 'withdraw' | 'crash' | 'settle'
const actions = fc.array(
  fc.constantFrom<Action>('steer', 'queue', 'queue', 'repeat', 'take', 'end', 'fail', 'interrupt', 'continue', 'withdraw', 'crash', 'settle'),
  { minLength: 1, maxLength: 40 }
)

const settle = async () => {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve))
}

it('loses nothing, doubles nothing and keeps the order of the queue', async () => {
  await fc.assert(
    fc.asyncProperty(actions, async (plan) => {
      let crew = new Crew()
      try {
        crew.worker('w')
        const accepted = new Map<string, 'steer' | 'queue'>([['w-task', 'queue']])
        const withdrawn = new Set<string>()
        for (const [index, action] of plan.entries()) {
          const turn = crew.steering.turns.at(-1)
          switch (action) {
            case 'steer':
            case 'queue':
              crew.send('w', `m${index}`, action)
              accepted.set(`m${index}`, action)
              break
            case 'repeat': {
              const known = [...accepted].at(-1)
              if (known && known[0] !== 'w-task') crew.send('w', known[0], known[1])
              break
            }
            case 'take':
              turn?.sink.step(1)
              await settle()
              turn?.takeSteers(2)
              break
            case 'end':
              turn?.end()
              break
            case 'fail':
              turn?.end({ kind: 'error', error: { code: 'X', message: 'x' } })
              break
            case 'interrupt': {
              const open = crew.log.get('w')?.openTurn
              if (open) crew.workers.interrupt(crew.sessionId, 'w', open, 'user')
              break
            }
            case 'continue':
              crew.workers.continue(crew.sessionId, 'w')
              break
            case 'withdraw': {
              const id = crew.pending('w').at(0)
              if (!id) break
              await crew.workers.withdraw(crew.sessionId, 'w', id).then(
                () => withdrawn.add(id),
                () => undefined
              )
              break
            }
            case 'crash': {
              const { folder } = crew
              crew.die()
              crew = new Crew(folder)
              crew.sessions.repair()
              break
            }
            case 'settle':
              await settle()
              break
            default:
              action satisfies never
          }
        }
        await settle()
        const delivered = Object.values(crew.turnInputs('w')).flat()
        const places = [...delivered, ...crew.pending('w'), ...withdrawn]
        expect(places.toSorted()).toEqual([...accepted.keys()].toSorted())
        const queued = [...delivered, ...crew.pending('w')].filter((id) => accepted.get(id) === 'queue')
        expect(queued).toEqual([...accepted.keys()].filter((id) => accepted.get(id) === 'queue' && !withdrawn.has(id)))
        const ends = crew.outcomes('w').length
        const starts = Object.keys(crew.turnInputs('w')).length
        expect(starts - ends).toBe(crew.log.get('w')?.openTurn === null ? 0 : 1)
      } finally {
        await crew.close()
      }
    }),
    { numRuns: 60 }
  )
})
