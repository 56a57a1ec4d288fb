import { beforeEach, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../shared/model'

interface Asked {
  readonly patch: Partial<Settings>
  answer(settings: Settings): Promise<void>
  refuse(): Promise<void>
}
const asked: Asked[] = []

/** Every question waits until the test answers it. */
function held(patch: Partial<Settings>): Promise<Settings> {
  return new Promise((resolve, reject) => {
    const settled = () => new Promise<void>((done) => setImmediate(done))
    asked.push({
      patch,
      answer: (settings) => (resolve(settings), settled()),
      refuse: () => (reject(new Error('no')), settled())
    })
  })
}
vi.mock('./client', () => ({ client: { settings: { set: (patch: Partial<Settings>) => held(patch) } } }))

const { saveSettings, takeSettings, useSettings } = await import('./settings')
const now = () => useSettings.getState().settings
const at = (index: number): Asked => asked[index] ?? expect.fail('was not asked')

beforeEach(() => {
  asked.length = 0
  takeSettings(DEFAULT_SETTINGS)
})

it('shows what was chosen last, whatever the answer to an earlier choice says', async () => {
  void saveSettings({ theme: 'dark' })
  void saveSettings({ theme: 'light' })
  await at(0).answer({ ...DEFAULT_SETTINGS, theme: 'dark' })
  expect(now().theme).toBe('light')
  await at(1).answer({ ...DEFAULT_SETTINGS, theme: 'light' })
  expect(now().theme).toBe('light')
})

it('takes what another window changes, and keeps what was chosen here and is not answered yet', async () => {
  void saveSettings({ theme: 'dark' })
  takeSettings({ ...DEFAULT_SETTINGS, language: 'zh' })
  expect(now()).toMatchObject({ theme: 'dark', language: 'zh' })
  await at(0).answer({ ...DEFAULT_SETTINGS, language: 'zh', theme: 'dark' })
  expect(now()).toMatchObject({ theme: 'dark', language: 'zh' })
})

it('takes back what was refused, and nothing else', async () => {
  const first = saveSettings({ theme: 'dark' }).catch(() => 'refused')
  void saveSettings({ enter: 'queue' })
  await at(1).answer({ ...DEFAULT_SETTINGS, enter: 'queue' })
  expect(now()).toMatchObject({ theme: 'dark', enter: 'queue' })
  await at(0).refuse()
  expect(await first).toBe('refused')
  expect(now()).toEqual({ ...DEFAULT_SETTINGS, enter: 'queue' })
})
