import { expect, it, vi } from 'vitest'

const asked: ((state: object) => Promise<void>)[] = []
const settled = () => new Promise<void>((done) => setImmediate(done))
vi.mock('../connection', () => ({
  client: { instances: { check: () => new Promise((resolve) => void asked.push((state) => (resolve(state), settled()))) } },
  deskEntry: () => ({}),
  follow: () => () => {},
  refusalOf: () => ({})
}))
vi.mock('../connection/visibility', () => ({ isVisible: () => true, onVisibility: () => () => {} }))

const { askInstance, useInstances } = await import('./instances')
const found = () => useInstances.getState().found.get('i')?.state.kind

it('asks once more what was asked while an answer was out: a token may have been changed meanwhile', async () => {
  void askInstance('i')
  void askInstance('i')
  expect(asked).toHaveLength(1)
  await asked[0]?.({ kind: 'failed', code: 'FORBIDDEN' })
  expect(asked).toHaveLength(2)
  await asked[1]?.({ kind: 'ok', runs: [] })
  expect(found()).toBe('ok')
  expect(useInstances.getState().asking.size).toBe(0)
  expect(asked).toHaveLength(2)
})
