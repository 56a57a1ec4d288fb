/** The first minute of a newcomer: a folder and a worker, or the demo, with what is asked, steered and written in it. */
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './axe'
import { CrewScreen } from './crew'
import { expect, test } from './launch'

test.use({ openProject: false })

test('from nothing to a running worker: a folder is found by typing, the engine that works is offered, and the focus is in the composer', async ({ served }) => {
  const { page } = served
  for (const folder of ['alpha', 'alps', 'beta', 'alpha/harbour']) await mkdir(join(served.projectFolder, folder), { recursive: true })
  await page.getByRole('button', { name: /^Open a folder…/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Open a folder' })
  const folders = dialog.getByRole('list', { name: 'Folders here' }).getByRole('button')
  const path = dialog.getByRole('textbox', { name: 'Folder' })
  await path.fill(`${served.projectFolder}/`)
  await expect(folders).toHaveText(['..', 'alpha', 'alps', 'beta'])
  await path.pressSequentially('alp')
  await expect(folders).toHaveText(['..', 'alpha', 'alps'])
  await path.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(path).toHaveValue(join(served.projectFolder, 'alpha'))
  await expect(folders).toHaveText(['..', 'harbour'])
  await path.pressSequentially('/x')
  await expect(dialog.getByText('No folder here begins with “x”.')).toBeVisible()
  await path.fill(join(served.projectFolder, 'alpha'))
  await path.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'No workers in alpha' })).toBeVisible()

  // No model is there: the shell is what works at once.
  await expect(page.getByRole('row', { name: /^pi/ })).toContainText('it needs a model')
  await expectAccessible(page, 'no workers yet')
  await page.getByRole('button', { name: 'Use it: new worker with shell' }).click()
  await page.getByLabel('First command').fill('ls -la && echo done > out.txt')
  await page.keyboard.press('ControlOrMeta+Enter')
  const screen = new CrewScreen(page)
  await expect(screen.turn(1)).toContainText('completed')
  await expect(page.getByRole('textbox', { name: /^Message to / })).toBeFocused()
  expect(existsSync(join(served.projectFolder, 'alpha/out.txt'))).toBe(true)
})

test('a path that is typed before the host says where home is stays as it was typed', async ({ served }) => {
  const { page } = served
  await expect(page.getByRole('row', { name: /^shell/ })).toBeVisible()
  served.process?.kill('SIGSTOP')
  await page.getByRole('button', { name: /^Open a folder…/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Open a folder' })
  const path = dialog.getByRole('textbox', { name: 'Folder' })
  await path.fill('har')
  served.process?.kill('SIGCONT')
  // What is listed is home; what stands in the field is not.
  await expect(dialog.getByRole('list', { name: 'Folders here' }).getByRole('button').first()).toBeVisible()
  await expect(path).toHaveValue('har')
})

test('the demo: a real worker answered by a script, which asks, is steered, writes, and goes with all that it was', { tag: '@wide' }, async ({ served }) => {
  test.setTimeout(120_000)
  const { page } = served
  const screen = new CrewScreen(page)
  const folder = join(served.dataFolder, 'demo/ferry-timetable')
  await page.getByRole('button', { name: 'Start the demo' }).click()
  await expect(screen.heading('Ferry delays')).toBeVisible()

  // It says what it is: in the list, in the head, in each turn.
  await expect(page.getByRole('button', { name: /^ferry-timetable/ })).toContainText('DEMO')
  await expect(page.locator('.head')).toContainText('DEMO')
  await expect(screen.turn(1)).toContainText('DEMO-scripted-model')
  await expect(page.getByText('Demo: a scripted model answers, no network.')).toBeVisible()

  // The focus is where one writes: a steer lands in the running turn.
  await page.keyboard.type('Mind the F4 line.')
  await page.keyboard.press('Enter')
  await expect(screen.asks()).toContainText('sort -t, -k1,1 departures.csv')
  expect(existsSync(join(folder, 'report.md'))).toBe(false)
  await screen.asks().getByRole('button', { name: 'Allow once' }).click()
  await expect(screen.turn(1)).toContainText('completed', { timeout: 30_000 })
  await expect(screen.turn(1).locator('.reply table')).toContainText('Østerby')
  await expect(screen.turn(1).locator('.reply')).toContainText('The command was allowed')
  await expect(screen.turn(1).locator('.reply')).toContainText('Mind the F4 line.')
  await expect(screen.turn(1).getByRole('list', { name: 'Files' })).toContainText('report.md')
  expect(await readFile(join(folder, 'report.md'), 'utf8')).toContain('> Mind the F4 line.')
  await expect(screen.row('Files (shell)')).toContainText('completed')

  // A new host answers as the old one did.
  await served.restart()
  await page.goto('about:blank')
  await served.open()
  await screen.open('Ferry delays')
  await screen.say('Are you there?')
  await expect(screen.turn(2)).toContainText('completed', { timeout: 40_000 })
  await expect(screen.turn(2).locator('.reply')).toContainText('Are you there?')

  // A worker of the demo begins with its model, and with nothing else of that engine.
  await page.getByRole('button', { name: 'New worker' }).click()
  await expect(page.getByRole('dialog').getByText('DEMO-scripted-model')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Remove the demo' }).click()
  await expect(page.getByRole('heading', { name: 'Open a folder to start' })).toBeVisible()
  await expect.poll(() => existsSync(join(served.dataFolder, 'demo'))).toBe(false)
  // Nor is there anything left of its workers.
  for (const folder of ['records', 'sessions']) expect(readdirSync(join(served.dataFolder, folder))).toEqual([])
})

test('the native menu leads to the help', async ({ desktop }) => {
  const { window: page } = desktop
  await expect(page.getByRole('heading', { name: 'Open a folder to start' })).toBeVisible()
  await desktop.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('how-it-works')?.click())
  await expect(page.getByRole('dialog', { name: 'How it works' })).toContainText('Your message reaches the running turn at its next step.')
})

test('the first screens and the help keep nobody out, in both themes and in Chinese', { tag: '@wide' }, async ({ served }) => {
  test.setTimeout(120_000)
  const { page } = served
  await expect(page.getByRole('row', { name: /^shell/ })).toBeVisible()
  for (const language of ['English', '中文']) {
    if (language === '中文') await page.keyboard.press('Alt+Shift+Z')
    await expectAccessible(page, `${language}: nothing is open`)
    await page.keyboard.press('Alt+Shift+H')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, `${language}: how it works`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+o')
    await expect(page.getByRole('dialog').getByRole('list').getByRole('button').first()).toBeVisible()
    await expectAccessible(page, `${language}: the folder dialog`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('button', { name: '启动演示' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '渡轮延误' })).toBeVisible()
  await expect(page.locator('.head')).toContainText('演示')
  await expect(page.getByRole('main').locator('.ask')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page, 'the demo asks')
})
