/** What agents ask the operator: answered where it stands or in the list of all requests, by the pointer and by keys. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CrewScreen } from './crew'
import { expect, test } from './launch'
import { call } from './scripted-model/directives'

test('what is asked is answered once: in the worker, or from the list of all requests, and is gone everywhere', async ({ served, model, context }) => {
  test.setTimeout(90_000)
  const screen = new CrewScreen(served.page)
  await screen.allowWithModel('Read only', model)
  const file = (name: string): string => join(served.projectFolder, name)
  const task = (name: string): string => `${call('write', { path: name, content: 'written' })} [[say Went on.]]`
  await screen.newWorker({ name: 'Asker', task: task('allowed.txt'), engine: 'pi' })
  await expect(screen.row('Asker')).toContainText(/waiting for you .*write a file/)
  await expect(screen.turn(1)).toContainText('waiting for you')
  await expect(screen.asks()).toHaveCount(1)
  await expect(screen.asks()).toContainText('allowed.txt')
  await expect(screen.asks()).toContainText(/waiting for you \d+\ss/)
  await expect(served.page.getByRole('status', { name: 'Requests' })).toHaveText('Asker asks: Write a file: allowed.txt')
  await expect(screen.requestsRow()).toContainText('1 permission')
  expect(existsSync(file('allowed.txt'))).toBe(false)

  // A second window answers from the list; the first one sees it go.
  const second = await context.newPage()
  await second.goto(served.url)
  const other = new CrewScreen(second)
  await other.requestsRow().click()
  await expect(other.asks()).toHaveCount(1)
  await expect(second.getByRole('list', { name: 'Open requests' }).getByRole('listitem')).toContainText('Asker')
  await other.asks().getByRole('button', { name: 'Allow once' }).click()
  await expect(other.asks()).toHaveCount(0)
  await expect(second.getByRole('region', { name: /^Decided in/ })).toContainText(/allowed once by you.*allowed\.txt/)
  await expect(screen.asks()).toHaveCount(0)
  await expect(screen.turn(1).locator('.reply')).toContainText('Went on.')
  await expect(screen.requestsRow()).toContainText('Nothing needs you')
  expect(await readFile(file('allowed.txt'), 'utf8')).toBe('written')

  // By a key, while the request has the focus, and not while a field has it.
  await screen.say(task('rejected.txt'))
  await expect(screen.asks()).toHaveCount(1)
  const field = served.page.getByRole('textbox', { name: /^Message to / })
  await field.fill('ar')
  await expect(screen.asks()).toHaveCount(1)
  await field.fill('')
  await screen.asks().getByRole('button', { name: 'Allow once' }).focus()
  await served.page.keyboard.press('r')
  await expect(screen.asks()).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect(screen.turn(2).locator('.reply')).toContainText('Went on.')
  expect(existsSync(file('rejected.txt'))).toBe(false)

  // A window that did not hear of the answer is told that the request was already decided.
  await screen.say(task('twice.txt'))
  await expect(other.asks()).toHaveCount(1)
  await second.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await screen.asks().getByRole('button', { name: 'Allow once' }).click()
  await expect(screen.asks()).toHaveCount(0)
  await expect.poll(() => existsSync(file('twice.txt'))).toBe(true)
  await other.asks().getByRole('button', { name: 'Reject', exact: true }).dispatchEvent('click')
  await expect(second.getByRole('alert')).toContainText('“Write a file” of Asker was already decided.')
  expect(existsSync(file('twice.txt'))).toBe(true)

  // A request whose turn is stopped is taken back.
  await screen.say(task('never.txt'))
  await expect(screen.asks()).toHaveCount(1)
  await served.page.getByRole('button', { name: /Stop turn 4/ }).click()
  await expect(screen.asks()).toHaveCount(0)
  await expect(screen.turn(4)).toContainText('stopped by you')
  expect(existsSync(file('never.txt'))).toBe(false)
})

test('one key goes from request to request, and answers are one key away', async ({ desktop, model }) => {
  const screen = new CrewScreen(desktop.window)
  await screen.allowWithModel('Read only', model)
  const file = (name: string): string => join(desktop.projectFolder, name)
  for (const name of ['One', 'Two']) {
    await screen.newWorker({ name, task: `${call('write', { path: `${name}.txt`, content: name })} [[say Went on.]]`, engine: 'pi' })
    await expect(screen.asks()).toHaveCount(1)
  }
  await expect(screen.requestsRow()).toContainText('2 permissions')
  const keyboard = desktop.window.keyboard
  await keyboard.press('Control+Tab')
  await expect(screen.heading('One')).toBeVisible()
  await expect(screen.asks()).toBeFocused()
  await keyboard.press('Control+Tab')
  await expect(screen.heading('Two')).toBeVisible()
  await expect(screen.asks()).toBeFocused()
  await keyboard.press('a')
  await expect.poll(() => existsSync(file('Two.txt'))).toBe(true)
  await keyboard.press('Control+Tab')
  await expect(screen.heading('One')).toBeVisible()
  await expect(screen.asks()).toBeFocused()
  await keyboard.press('r')
  await expect(screen.turn(1).locator('.reply')).toContainText('Went on.')
  expect(existsSync(file('One.txt'))).toBe(false)
})
