import { expect, it, vi } from 'vitest'

const asked: (() => Promise<void>)[] = []
const settled = () => new Promise<void>((done) => setImmediate(done))
vi.mock('../connection', () => ({
  client: { notes: { save: ({ file, text }: { file: string; text: string }) => new Promise((resolve) => void asked.push(() => (resolve({ file, text, version: '2' }), settled()))) } },
  follow: () => () => {}
}))
vi.mock('../connection/own-record', () => ({ ownRecord: () => ({ write: () => undefined }) }))
vi.stubGlobal('addEventListener', () => undefined)

const { beginEdit, editKey, endEdit, putEdit, saveEdit, useEdits } = await import('./store')
const editing = () => useEdits.getState().edits[editKey('p', 'notes')]

it('does not begin an edit again that was ended while it was saved', async () => {
  beginEdit('p', { file: 'notes', text: 'old', version: '1' })
  const now = editing() ?? expect.fail('no edit')
  putEdit('p', 'notes', { ...now, text: 'mine', aside: { whose: 'theirs', text: 'old' } })
  void saveEdit('p', 'notes')
  endEdit('p', 'notes')
  await asked[0]?.()
  expect(editing()).toBeUndefined()
})

it('goes on with what was typed while it was saved', async () => {
  beginEdit('p', { file: 'notes', text: 'old', version: '1' })
  const now = editing() ?? expect.fail('no edit')
  putEdit('p', 'notes', { ...now, text: 'mine' })
  void saveEdit('p', 'notes')
  putEdit('p', 'notes', { ...now, text: 'mine and more' })
  await asked[1]?.()
  expect(editing()).toMatchObject({ text: 'mine and more', base: { text: 'mine', version: '2' } })
})
