import { expect, it, vi } from 'vitest'
import { makeState, makeTurns } from '../timeline/testing'

const found = vi.hoisted(() => ({ turns: [3, 2, 1] }))
vi.mock('../timeline/go-to', () => ({ goToTurn: () => {} }))
vi.mock('../connection/client', () => ({
  client: {
    desk: { set: async () => {} },
    find: {
      messages: async () => ({ hits: found.turns.map((turn) => ({ id: turn, turn, messageId: `m${turn}` })), next: null, since: null })
    }
  },
  connector: { subscribe: () => () => {}, isOpen: () => true },
  useConnection: () => {}
}))

const { followClears, openBar, useFindBar } = await import('./bar')
const { NO_TIMELINE, useTimeline } = await import('../timeline/store')

it('finds nothing any more of a conversation that was cleared', async () => {
  const worker = { sessionId: 's', workerId: 'w' }
  const state = makeState({ turns: makeTurns(1, 3), totalTurns: 3 })
  useTimeline.setState({ ...NO_TIMELINE, worker, state })
  openBar(worker, 'word', 3)
  const stop = followClears()
  await expect.poll(() => useFindBar.getState().search.hits.length).toBe(3)
  found.turns = []
  useTimeline.setState({ state: { ...state, turns: [], clearedTurns: 3 } })
  await expect.poll(() => useFindBar.getState().search).toMatchObject({ hits: [], isLooking: false })
  expect(useFindBar.getState().at).toBe(-1)
  stop()
})
