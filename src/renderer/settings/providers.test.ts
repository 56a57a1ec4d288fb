import { expect, it, vi } from 'vitest'

const asked: ((names: string[]) => Promise<void>)[] = []
const settled = () => new Promise<void>((done) => setImmediate(done))
vi.mock('../connection', () => ({
  client: {
    models: {
      providers: () => new Promise((resolve) => void asked.push((names) => (resolve({ providers: names.map((id) => ({ id })) }), settled()))),
      saveProvider: async () => undefined
    }
  },
  refreshHost: async () => undefined
}))

const { refreshProviders, saveProvider, useProviders } = await import('./providers')

it('keeps a provider that was added while the slow first list was still read', async () => {
  void refreshProviders()
  void saveProvider({ id: 'mine', name: 'Mine', api: 'openai-completions', baseUrl: 'http://127.0.0.1', models: ['m'] })
  await settled()
  await asked[1]?.(['pi', 'mine'])
  await asked[0]?.(['pi'])
  expect(useProviders.getState().providers?.map(({ id }) => id)).toEqual(['pi', 'mine'])
})
