import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import type { WorkerView } from '../../shared/model'
import { makeWorker } from '../workers/testing'
import { makeState, makeTurn } from './testing'

/** What the host says of the worker, whose engine was heard a moment ago. */
let worker: WorkerView
vi.mock('../connection', async (original) => ({
  ...(await original<object>()),
  useWorker: () => worker,
  useAskedAt: () => null,
  useIsLost: () => false
}))
vi.mock('./store', () => {
  const view = { worker: { sessionId: 's', workerId: 'w' }, state: makeState({ heardAt: Date.now() }) }
  return { useTimeline: (select: (of: typeof view) => unknown) => select(view) }
})
vi.mock('./ToTranscript', () => ({ ToTranscript: () => null }))
vi.mock('./TurnMenu', () => ({ TurnMenu: () => null }))
vi.mock('./Fold', () => ({ Fold: () => null }))

const { TurnHead } = await import('./TurnHead')
const shown = () => renderToStaticMarkup(<TurnHead turn={makeTurn(1, { outcome: null, endedAt: null, startedAt: Date.now() - 11_000 })} isFolded={false} />)

beforeEach(() => {
  worker = makeWorker({ phase: 'busy', status: 'busy' })
})

it('an open turn runs as long as its worker is known to', () => {
  expect(shown()).toContain('running')
})

it('an open turn is unknown as soon as its worker is, however lately its engine was heard', () => {
  worker = { ...worker, phase: 'unknown', status: 'unknown', evidence: { what: 'model', since: Date.now(), heardAt: Date.now() } }
  expect(shown()).toContain('unknown')
  expect(shown()).not.toContain('running')
})
