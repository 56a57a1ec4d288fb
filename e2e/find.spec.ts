/** What was said is found, wherever it was said and whether it is loaded or not, and the way leads to its turn. */
import { CrewScreen } from './crew'
import { expect, test } from './launch'

/** Turns of the long worker: more than a timeline loads. */
const TURNS = 16

async function talk(screen: CrewScreen): Promise<void> {
  await screen.newWorker({ name: 'Other', task: 'echo 一次部署 and a Needle', engine: 'shell' })
  await screen.newWorker({ name: 'Long', task: 'echo the first needle', engine: 'shell' })
  for (let turn = 2; turn <= TURNS; turn++) await screen.say(turn === 9 ? 'echo 重新部署 the needle' : `echo turn number ${turn}`, 'ControlOrMeta+Enter')
  await expect(screen.turn(TURNS)).toContainText('completed', { timeout: 30_000 })
}

/** How many places are marked, and as what. */
const marks = (screen: CrewScreen, name: string) =>
  screen.page.evaluate((key) => [...(CSS.highlights.get(key) ?? [])].map((range) => (range instanceof Range ? range.toString() : '')), name)

test('everything that was said is found, in Chinese too, and leads to its turn, loaded or not', async ({ served }) => {
  test.setTimeout(90_000)
  const { page } = served
  const screen = new CrewScreen(page)
  await talk(screen)
  await expect(screen.turn(1)).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+Shift+f')

  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('部署')
  const hits = page.getByRole('option')
  await expect(hits).toHaveCount(4)
  await expect(page.getByRole('group', { name: /^Long,/ }).getByRole('option')).toHaveCount(2)
  await expect(hits.first().locator('mark')).toHaveText('部署')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(screen.heading('Other')).toBeVisible()
  await expect.poll(() => marks(screen, 'find-current')).toEqual(['部署'])

  await page.keyboard.press('ControlOrMeta+Shift+f')

  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('first NEEDLE')
  await expect(hits).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(screen.heading('Long')).toBeVisible()
  await expect(screen.turn(1)).toBeInViewport()
  await expect(screen.turn(1)).toHaveAttribute('aria-current', 'true')

  await page.keyboard.press('ControlOrMeta+Shift+f')

  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('nowhere')
  await expect(page.getByText('No message contains this.')).toBeVisible()
})

test('in a timeline it counts what is not loaded, goes from match to match, and marks them', { tag: '@wide' }, async ({ served }) => {
  test.setTimeout(90_000)
  const { page } = served
  const screen = new CrewScreen(page)
  await talk(screen)
  await page.keyboard.press('ControlOrMeta+f')
  const bar = page.getByRole('search')
  await page.keyboard.type('needle')
  await expect(bar.getByRole('status')).toHaveText('1 of 4')
  await expect(screen.turn(9)).toBeInViewport()
  await expect.poll(() => marks(screen, 'find-current')).toEqual(['needle'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('status')).toHaveText('3 of 4')
  await expect(screen.turn(1)).toBeInViewport()
  await page.keyboard.press('Shift+Enter')
  await expect(screen.turn(9)).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  expect(await marks(screen, 'find')).toEqual([])
  expect(await marks(screen, 'find-current')).toEqual([])
})

test('it is found after a crash, and not after its worker is deleted', { tag: '@wide' }, async ({ served }) => {
  test.setTimeout(60_000)
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Kept', task: 'echo a needle', engine: 'shell' })
  await screen.newWorker({ name: 'Gone', task: 'echo a needle', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('completed')
  await served.kill()
  await served.start()
  await expect(page.getByText(/^Connection lost/)).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+Shift+f')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('needle')
  const hits = page.getByRole('option')
  await expect(hits).toHaveCount(4)
  // Out of the dialog, then out of the field that had the focus before.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Backspace')
  await expect(screen.row('Gone')).toHaveCount(0, { timeout: 15_000 })
  await page.keyboard.press('ControlOrMeta+Shift+f')
  await expect(hits).toHaveCount(2)
})

test('what is pending is found, with accents and without, and leads to its row', async ({ served }) => {
  test.setTimeout(60_000)
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Busy', task: 'sleep 300', engine: 'shell' })
  for (const text of ['echo 1', 'echo le caf\u00e9 d\u2019\u00d8sterby', 'echo 3']) await screen.say(text, 'ControlOrMeta+Enter')
  await expect(screen.pending()).toHaveCount(3)
  await screen.newWorker({ name: 'Other', task: 'echo other', engine: 'shell' })

  await page.keyboard.press('ControlOrMeta+Shift+f')

  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('osterby CAFE')
  const hits = page.getByRole('option')
  await expect(hits).toHaveCount(1)
  await expect(hits).toContainText('pending')
  await expect(hits.locator('mark')).toHaveText(['caf\u00e9', '\u00d8sterby'])
  await page.keyboard.press('Enter')
  await expect(screen.heading('Busy')).toBeVisible()
  await expect(screen.pending().nth(1)).toBeFocused()

  // Once it is in a turn it is found there.
  await page.getByRole('button', { name: /^Stop/ }).first().click()
  await page.getByRole('button', { name: /^(Continue|Go on)/ }).click()
  await expect(screen.turn(3)).toContainText('completed', { timeout: 20_000 })
  await page.keyboard.press('ControlOrMeta+Shift+f')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('osterby')
  await expect(hits.filter({ hasText: 'turn 3' }).first()).toBeVisible()
  await expect(hits.filter({ hasText: 'pending' })).toHaveCount(0)
})
