import { expect, it, vi } from 'vitest'
import { z } from 'zod'

const answers: (() => void)[] = []
vi.mock('./client', () => ({ client: { desk: { set: () => new Promise<void>((resolve) => void answers.push(resolve)) } } }))

const { deskEntry, takeDesk } = await import('./desk')
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

it('shows what was chosen here last, however late the host repeats what was chosen before', async () => {
  const pinned = deskEntry('test.pin', z.boolean(), false)
  takeDesk([])
  pinned.set('w', true)
  pinned.set('w', false)
  takeDesk([{ key: 'test.pin.w', value: 'true' }, { key: 'test.pin.other', value: 'true' }])
  expect(pinned.get('w')).toBe(false)
  expect(pinned.get('other')).toBe(true)
  answers[0]?.()
  await settled()
  takeDesk([{ key: 'test.pin.w', value: 'true' }])
  expect(pinned.get('w')).toBe(false)
  // Once all is answered, what other windows choose holds.
  answers[1]?.()
  await settled()
  takeDesk([{ key: 'test.pin.w', value: 'true' }])
  expect(pinned.get('w')).toBe(true)
})
