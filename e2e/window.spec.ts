/** What somebody new to the window stumbles over: where what they send is, which keys work, what is still true, and ways that lead nowhere. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { CrewScreen } from './crew'
import { expect, test } from './launch'
import { call } from './scripted-model/directives'

const pill = (page: Page) => page.locator('.newest')
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to / })

/** To the first turn, by the keys. */
async function goUp(page: Page, turns: number): Promise<void> {
  await field(page).press('Escape')
  for (let i = 0; i < turns; i++) await page.keyboard.press('k')
}

test('what is sent is on the screen, wherever one was reading; the way to the end shows while it is out of view', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Reader', task: 'echo one', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('completed')
  await goUp(page, 1)
  await expect(page.locator('.turn.is-current')).toHaveCount(1)
  await expect(pill(page)).toHaveCount(0)

  for (const turn of [2, 3]) {
    await screen.say('seq 60')
    await expect(screen.turn(turn)).toContainText('completed')
  }
  await goUp(page, 3)
  await expect(screen.turn(1)).toBeInViewport()
  await expect(pill(page)).toContainText('Newest')
  await screen.say('echo sent; sleep 60')
  await expect(screen.turn(4).locator('.said')).toBeInViewport()
  await expect(pill(page)).toHaveCount(0)

  // What only waits is seen where it waits, and what is read stays.
  await goUp(page, 4)
  await expect(screen.turn(1)).toBeInViewport()
  await screen.say('echo later')
  await expect(screen.pending()).toBeInViewport()
  await expect(screen.turn(1)).toBeInViewport()
  await expect(pill(page)).toBeVisible()

  // From another tab the end is there when one comes back.
  await page.getByRole('button', { name: /^Stop turn 4/ }).click()
  await expect(page.locator('.status-line').first()).toContainText('idle')
  await goUp(page, 4)
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await screen.say('echo from elsewhere')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(page.locator('.said', { hasText: 'from elsewhere' })).toBeInViewport()
})

test('the keys of a request are shown while they work, else the way to them, and nothing moves', async ({ served, model }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.allowWithModel('Read only', model)
  await screen.newWorker({ name: 'Asker', task: `${call('write', { path: 'a.txt', content: 'written' })} [[say Went on.]]`, engine: 'pi' })
  const ask = screen.asks()
  const key = ask.getByRole('button', { name: 'Allow once' }).locator('.key')
  const way = ask.locator('.ask-way')
  await field(page).focus()
  await expect(way).toBeVisible()
  await expect(way).toContainText('Alt+R')
  await expect(key).toBeHidden()
  await expectAccessible(page)
  const boxes = () => ask.locator('.btn').evaluateAll((buttons) => buttons.map((button) => JSON.stringify(button.getBoundingClientRect())))
  const before = await boxes()
  await page.keyboard.press('Alt+r')
  await expect(key).toBeVisible()
  await expect(way).toBeHidden()
  expect(await boxes()).toEqual(before)
  await page.keyboard.press('a')
  await expect(ask).toHaveCount(0)
  await expect(screen.turn(1).locator('.reply')).toContainText('Went on.')
})

test('without a connection nothing is said to go on, nothing can be asked of the host, and no turn is covered', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Sleeper', task: 'sleep 300', engine: 'shell' })
  await expect(screen.turn(1).locator('.now')).toContainText('heard')
  await expect(screen.row('Sleeper')).toContainText('busy')
  await served.kill()
  await expect(screen.row('Sleeper')).toContainText('was busy · shell')
  await expect(screen.row('Sleeper').locator('.gl-unknown')).toBeVisible()
  await expect(page.locator('.head .status-line')).toContainText('was busy')
  await expect(screen.turn(1).locator('.turn-head')).toContainText('was running')
  await expect(screen.turn(1).locator('.now')).toContainText(/no connection since \d\d:\d\d:\d\d/)
  await expect(page.locator('.rail-foot')).toContainText(/Disconnected since \d\d:\d\d:\d\d/)
  const stop = page.getByRole('button', { name: /^Stop turn 1/ })
  await expect(stop).toHaveAttribute('aria-disabled', 'true')
  await expect(stop).toHaveAttribute('title', 'There is no connection to the host.')
  await expect(page.locator('.project-slot .end')).toHaveText('')
  await screen.row('Sleeper').click({ button: 'right' })
  const remove = page.getByRole('menuitem', { name: /^Delete/ })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expect(remove).toHaveAttribute('title', 'There is no connection to the host.')
  await page.keyboard.press('Escape')
  const [strip, head] = await Promise.all([page.locator('.strip', { hasText: 'Connection lost' }).boundingBox(), screen.turn(1).locator('.turn-head').boundingBox()])
  expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual(head?.y ?? 0)
  await expectAccessible(page)
})

test('Escape in a form of the settings is for the form alone, and asks before what was typed goes', async ({ served }) => {
  const { page } = served
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Models' }).click()
  const add = settings.getByRole('button', { name: /Add an endpoint/ })
  const name = settings.getByLabel('Name', { exact: true })
  await add.click()
  await name.press('Escape')
  await expect(name).toHaveCount(0)
  await expect(settings).toBeVisible()

  await add.click()
  await name.fill('Mine')
  await name.press('Escape')
  const question = settings.getByRole('alertdialog')
  await expect(question).toContainText('What you typed is not stored')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(name).toHaveValue('Mine')
  await expect(name).toBeFocused()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Close it' }).click()
  await expect(name).toHaveCount(0)
  await expect(settings).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
})

test('the palette begins with where one was, and the keys are those that there are', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  for (const name of ['Alpha', 'Beta', 'Gamma']) await screen.newWorker({ name, task: 'true', engine: 'shell' })
  await screen.open('Alpha')
  await page.reload()
  await expect(screen.heading('Alpha')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const options = page.getByRole('option')
  await expect(options.nth(0)).toContainText('Gamma')
  await expect(options.nth(1)).toContainText('Beta')
  await expect(page.getByRole('option', { name: /Alpha/ })).toHaveCount(0)
  await expect(page.getByRole('option', { name: 'New worker' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(screen.heading('Gamma')).toBeVisible()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  for (const line of await help.locator('.help-line').all()) await expect(line.locator('kbd')).not.toHaveCount(0)
  await help.getByRole('button', { name: /^and \d+ without a key$/ }).click()
  await expect(page.getByRole('tab', { name: 'Keyboard' })).toHaveAttribute('aria-selected', 'true')
})

test('how many steps a turn took leads to what they were', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Doer', task: 'echo done', engine: 'shell' })
  const steps = screen.turn(1).getByRole('button', { name: '1 step' })
  await expect(steps).toHaveAttribute('title', 'What turn 1 did, step by step, in the transcript')
  await expectAccessible(page)
  await steps.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Transcript' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('.transcript-row[aria-current="true"]')).toContainText('Turn 1')
})
