/** What workers may do without asking: answers that hold, policies of their own, and a record of who decided what. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './axe'
import { CrewScreen } from './crew'
import { expect, test } from './launch'
import { call } from './scripted-model/directives'

const ROOT = join(import.meta.dirname, '..')

test('"always" holds for one worker and tool until it is taken back; a request shows what it would write, and takes a reason', async ({ served, model }) => {
  test.setTimeout(90_000)
  const { page } = served
  const screen = new CrewScreen(page)
  const file = (name: string): string => join(served.projectFolder, name)
  await screen.allowWithModel('Read only', model)
  await writeFile(file('old.txt'), 'one\ntwo\n')
  await screen.newWorker({ name: 'Asker', task: call('write', { path: 'old.txt', content: 'one\nTWO\n' }), engine: 'pi' })

  const ask = screen.asks()
  await expect(ask).toHaveCount(1)
  await expect(ask.locator('ins')).toHaveText('TWO')
  await expect(ask.locator('del')).toHaveText('two')
  expect(await readFile(file('old.txt'), 'utf8')).toBe('one\ntwo\n')
  await expectAccessible(page)
  await ask.getByRole('button', { name: 'Always allow write' }).click()
  await expect(screen.turn(1)).toContainText('completed')
  expect(await readFile(file('old.txt'), 'utf8')).toBe('one\nTWO\n')

  // The next one asks nobody; a command still does, and is told why not.
  await screen.say(`${call('write', { path: 'new.txt', content: 'new' })} ${call('bash', { command: 'touch never.txt' })}`)
  await expect(ask).toContainText('touch never.txt')
  await ask.getByRole('button', { name: 'Reject with a reason…' }).click()
  await page.keyboard.type('Use a branch of your own.')
  await page.keyboard.press('Enter')
  await expect(screen.turn(2)).toContainText('completed')
  expect(await readFile(file('new.txt'), 'utf8')).toBe('new')
  expect(existsSync(file('never.txt'))).toBe(false)
  const heard = model.requests.flatMap((request) => request.toolResults)
  expect(heard.some((text) => text.includes('and says: Use a branch of your own.'))).toBe(true)

  // What the worker may do: the answer that holds, who decided what, and a policy of its own.
  await page.keyboard.press('Alt+Shift+p')
  const dialog = page.getByRole('dialog', { name: 'What Asker may do' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'by your earlier answer' })).toContainText('new.txt')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'rejected by you' })).toContainText('“Use a branch of your own.”')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'write: always allowed' })).toHaveCount(1)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Take back the answer for write' }).click()
  await expect(dialog.getByText('None. “Always” in a request puts one here.')).toBeVisible()
  await dialog.getByRole('radio', { name: /^Ask each time/ }).check({ force: true })
  await screen.closeDialog()
  await screen.say(`${call('read', { path: 'new.txt' })} ${call('write', { path: 'more.txt', content: 'more' })}`)
  await expect(ask).toContainText('Read a file')
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect(ask).toContainText('Write a file')
  await page.getByRole('button', { name: 'Allow once' }).click()
  await expect(screen.turn(3)).toContainText('completed')
  expect(await readFile(file('more.txt'), 'utf8')).toBe('more')
})

test('a worker may do more than its Project where the operator says so, and no other worker does', async ({ served, model }) => {
  test.setTimeout(90_000)
  const { page } = served
  const screen = new CrewScreen(page)
  const file = (name: string): string => join(served.projectFolder, name)
  await screen.allowWithModel('Read only', model)
  await screen.newWorker({ name: 'Trusted', task: '[[say Ready.]]', engine: 'pi' })
  await expect(screen.turn(1)).toContainText('completed')
  await page.keyboard.press('Alt+Shift+p')
  const dialog = page.getByRole('dialog', { name: 'What Trusted may do' })
  await dialog.getByRole('radio', { name: /^Run commands.*More than its Project allows/ }).check({ force: true })
  await screen.closeDialog()
  await screen.say(call('bash', { command: 'echo trusted > trusted.txt' }))
  await expect(screen.turn(2)).toContainText('completed')
  expect(await readFile(file('trusted.txt'), 'utf8')).toBe('trusted\n')

  await screen.newWorker({ name: 'Other', task: call('bash', { command: 'touch other.txt' }), engine: 'pi' })
  await expect(screen.asks()).toContainText('touch other.txt')
  await screen.requestsRow().click()
  await expect(page.getByRole('region', { name: /^Decided in/ })).toContainText('allowed once by the worker’s policy (Run commands)')
})

test('a question of an agent is answered in words, which are kept while one looks elsewhere', async ({ served: { page } }) => {
  test.setTimeout(90_000)
  const screen = new CrewScreen(page)
  await screen.allow('Read only')
  await page.getByRole('button', { name: /^Settings/ }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Agents' }).click()
  await settings.getByRole('button', { name: /Add an agent of your own/ }).click()
  await settings.getByLabel('Name', { exact: true }).fill('Own agent')
  await settings.getByLabel('Command').fill(join(ROOT, 'node_modules/.bin/node'))
  await settings.getByLabel(/^Arguments/).fill(join(ROOT, 'e2e/acp-agent/main.ts'))
  await settings.getByRole('button', { name: 'Add the agent' }).click()
  await expect(settings.locator('.agent').filter({ hasText: 'Own agent' })).toContainText('ready')
  await screen.closeDialog()

  const form = { message: 'From when on does the discount hold?', properties: { when: { type: 'string', title: 'Date' } }, required: ['when'] }
  await screen.newWorker({ name: 'Harbour map', task: call('elicit', form), engine: { agent: 'Own agent' } })
  await expect(screen.requestsRow()).toContainText('1 question')
  const field = screen.asks().getByRole('textbox', { name: 'Your answer' })
  await field.fill('1 April 2027')
  await screen.requestsRow().click()
  await expect(screen.asks()).toContainText('From when on does the discount hold?')
  await expect(field).toHaveValue('1 April 2027')
  await field.press('Enter')
  await expect(screen.asks()).toHaveCount(0)
  await expect(page.getByRole('region', { name: /^Decided in/ })).toContainText('answered by you “1 April 2027”')
  await screen.open('Harbour map')
  await expect(screen.turn(1)).toContainText('completed')
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await expect(page.getByText('It was answered: {"action":"accept","content":{"when":"1 April 2027"}}')).toBeVisible()
})
