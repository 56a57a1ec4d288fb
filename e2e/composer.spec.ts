/** What is done to messages before a turn has them, and with what comes along: each spec looks at what the worker really got. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { addModel, beside, makeWorker, type Beside } from './client'
import { CrewScreen } from './crew'
import { expect, test, type Served } from './launch'
import { startScriptedModel, type ScriptedModel } from './scripted-model/main'

let model: ScriptedModel
let other: Beside | null = null
test.beforeEach(async () => {
  model = await startScriptedModel()
})
test.afterEach(async () => {
  other?.close()
  other = null
  await model.close()
})

/** A command that goes on until the file `name` is there. */
const until = (name: string) => `while [ ! -e ${name} ]; do sleep 0.05; done`
const go = (served: Served, name = 'go') => writeFile(join(served.projectFolder, name), '')

/** A worker of the scripted model that works until `go`, on the screen. */
async function working(served: Served): Promise<CrewScreen> {
  other = await beside(served)
  await addModel(other, model.url)
  await makeWorker(other, 'Booking', `[[bash ${JSON.stringify({ command: until('go') })}]]`, 'pi')
  const screen = new CrewScreen(served.page)
  await screen.open('Booking')
  await expect(screen.turn(1).locator('.now')).toContainText('bash')
  return screen
}

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to / })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName ?? '')

/** Uses a tool of a pending message, which shows on hover and on focus. */
async function tool(row: Locator, name: string): Promise<void> {
  await row.hover()
  await row.getByRole('button', { name }).click()
}

/** What the model was told by users, in the latest request. */
const told = () => model.requests.at(-1)?.messages.filter(({ role }) => role === 'user').map(({ text }) => text) ?? []

async function paste(page: Page, text: string): Promise<void> {
  await field(page).focus()
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

test('pending messages are edited, moved, sent now, deleted and brought back, and the turns follow', async ({ served }) => {
  const { page } = served
  const screen = await working(served)
  // Longer than what a timeline carries of it: it is read whole before it is edited.
  const beta = `Beta.${' And so on.'.repeat(200)}`
  for (const text of ['Alpha.', beta, 'Gamma.', 'Delta.']) await screen.say(text, 'ControlOrMeta+Enter')
  const rows = screen.pending()
  await expect(rows).toHaveCount(4)

  await tool(rows.filter({ hasText: 'Beta.' }), 'Edit')
  const box = page.getByRole('textbox', { name: 'Text of the pending message' })
  await expect(box).toHaveValue(beta)
  await box.fill('Beta, and better.')
  await box.press('Enter')
  await expect(rows.nth(1)).toContainText('Beta, and better.')
  await expect(rows.nth(1)).toContainText('edited')

  await tool(rows.filter({ hasText: 'Delta.' }), 'Move up')
  await expect(rows.nth(2)).toContainText('Delta.')
  // The focus stays with what was moved, so that it can be moved on.
  await expect.poll(() => focused(page)).toBe('Move up')
  await page.keyboard.press('Enter')
  await expect(rows.nth(1)).toContainText('Delta.')
  await expect(rows.nth(1)).toContainText('turn 3, second in line')

  await tool(rows.filter({ hasText: 'Gamma.' }), 'Send now')
  await expect(rows.nth(0)).toContainText('Gamma.')
  await expect(rows.nth(0)).toContainText('steer')

  await tool(rows.filter({ hasText: 'Delta.' }), 'Delete')
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('The message was deleted.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(2)).toContainText('Delta.')
  await expect.poll(() => focused(page)).toBe('Message to Booking')

  await go(served)
  await expect(screen.turn(1).locator('.said').filter({ hasText: 'Gamma.' })).toContainText('answered')
  await expect(screen.turn(4)).toContainText('completed')
  await expect(rows).toHaveCount(0)
  const said = (turn: number) => screen.turn(turn).locator('.said')
  await expect(said(2)).toContainText('Alpha.')
  await expect(said(3)).toContainText('Delta.')
  await expect(said(4)).toContainText('Beta, and better.')
  expect(told().slice(1)).toEqual(['Gamma.', 'Alpha.', 'Delta.', 'Beta, and better.'])
})

test('a parked message that was deleted comes back parked, to its place', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Stopped', task: 'sleep 300', engine: 'shell' })
  for (const text of ['echo gamma', 'echo delta']) await screen.say(text, 'ControlOrMeta+Enter')
  const rows = screen.pending()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: /Stop turn 1/ }).click()
  await expect(rows).toContainText(['parked', 'parked'])
  await tool(rows.first(), 'Delete')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toContainText(['echo gamma', 'echo delta'])
  await expect(rows).toContainText(['parked', 'parked'])
  await expect(screen.turn(2)).toHaveCount(0)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(screen.turn(2)).toContainText('echo gamma')
  await expect(screen.turn(3)).toContainText('completed')
})

test('a message that a turn takes while it is edited leaves what was typed with its writer', async ({ served }) => {
  const { page } = served
  const screen = await working(served)
  await screen.say('Too short.', 'ControlOrMeta+Enter')
  await tool(screen.pending(), 'Edit')
  const box = page.getByRole('textbox', { name: 'Text of the pending message' })
  await box.fill('Much better, but late.')
  await go(served)
  await expect(screen.turn(2)).toContainText('completed')
  await expect(page.getByText('A turn took that message while you edited it.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Put it in the field' }).click()
  await expect(field(page)).toHaveValue('Much better, but late.')
  expect(told().at(-1)).toBe('Too short.')
})

test('a long paste and a file become attachments, outlive a reload and reach the worker', async ({ served }) => {
  const { page } = served
  const screen = await working(served)
  const log = 'a line of a long log\n'.repeat(2_000)
  await paste(page, log)
  await expect(page.getByRole('button', { name: /^pasted-1\.txt/ })).toContainText('42')
  await page.setInputFiles('input[type="file"]', { name: 'big.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(2_300_000, 7) })
  await expect(page.getByRole('button', { name: /^big\.bin/ })).toContainText('2.3')
  await field(page).fill('What is wrong here?')
  await expect(field(page)).toHaveValue('What is wrong here?')
  await page.reload()
  const chips = page.getByRole('list', { name: 'Attachments' })
  await expect(chips.getByRole('listitem')).toHaveCount(2)
  await expect(field(page)).toHaveValue('What is wrong here?')
  await page.getByRole('button', { name: 'Remove big.bin' }).click()
  await expect(chips.getByRole('listitem')).toHaveCount(1)
  await field(page).press('ControlOrMeta+Enter')
  await expect(page.locator('.pend')).toContainText('pasted-1.txt')
  await go(served)
  await expect(screen.turn(2)).toContainText('completed')
  const said = screen.turn(2).locator('.said')
  await expect(said).toContainText('answered')
  await said.getByRole('button', { name: /^pasted-1\.txt/ }).click()
  await expect(page.getByRole('dialog')).toContainText('a line of a long log')
  const path = /: (\S+\.txt)$/.exec(told().at(-1) ?? '')?.[1] ?? 'no path'
  expect(told().at(-1)).toContain('What is wrong here?')
  expect(await readFile(path, 'utf8')).toBe(log)
})

test('a command finds its attachments in variables', async ({ served }) => {
  const { page } = served
  other = await beside(served)
  await makeWorker(other, 'Shell', 'true', 'shell')
  const screen = new CrewScreen(page)
  await screen.open('Shell')
  await page.setInputFiles('input[type="file"]', { name: 'it’s a list.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
  await expect(page.getByText('In the command: $ATTACHMENT_1.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^it’s a list\.csv/ })).toContainText('8')
  await screen.say('cp "$ATTACHMENT_1" copied.csv && wc -l < copied.csv')
  await expect(screen.turn(2)).toContainText('completed')
  expect(await readFile(join(served.projectFolder, 'copied.csv'), 'utf8')).toBe('a,b\n1,2\n')
})

test('files are named by their paths where the desktop knows them, and a drop never leads the window away', { tag: '@wide' }, async ({ desktop }) => {
  const { window: page } = desktop
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Reader', task: 'true', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('completed')
  const inside = join(desktop.projectFolder, 'sub', 'a b.txt')
  const outside = join(desktop.dataFolder, 'outside.txt')
  await mkdir(join(desktop.projectFolder, 'sub'))
  for (const path of [inside, outside]) await writeFile(path, 'found\n')
  // Only the double has to be told where they lie.
  const known = JSON.stringify({ 'a b.txt': inside, 'outside.txt': outside })
  await page.evaluate((paths) => void (document.documentElement.dataset['paths'] = paths), known)
  await field(page).pressSequentially('cat')
  await page.setInputFiles('input[type="file"]', [inside, outside])
  await expect(field(page)).toHaveValue(`cat 'sub/a b.txt' ${outside} `)
  await field(page).press('Enter')
  await expect(screen.turn(2).locator('.reply')).toContainText('found')

  // What lies nowhere, as a picture from the clipboard, is given as it is.
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'nowhere.png'))
    for (const kind of ['dragenter', 'dragover', 'drop']) {
      document.querySelector('main')?.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
    }
  })
  await expect(page.getByRole('button', { name: /^nowhere\.png/ })).toBeVisible()
  await expect(screen.heading('Reader')).toBeVisible()
})

test('Enter that an input method takes never sends; arrow keys bring back what was said, also after a restart', async ({ served }) => {
  const { page } = served
  other = await beside(served)
  await makeWorker(other, 'Echo', 'echo first', 'shell')
  const screen = new CrewScreen(page)
  await screen.open('Echo')
  const input = await page.context().newCDPSession(page)
  await field(page).focus()
  await input.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 })
  // What Chromium makes of Enter while an input method composes: the key is the method's.
  await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 })
  await field(page).evaluate((element) => element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })))
  await field(page).evaluate((element) => element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })))
  await input.send('Input.insertText', { text: 'echo 你好' })
  await expect(field(page)).toHaveValue('echo 你好')
  await expect(screen.turn(2)).toHaveCount(0)
  await field(page).press('Enter')
  await expect(screen.turn(2)).toContainText('completed')

  await served.restart()
  await page.reload()
  await expect(screen.turn(2)).toContainText('completed')
  await field(page).focus()
  await field(page).press('ArrowUp')
  await expect(field(page)).toHaveValue('echo 你好')
  await field(page).press('ArrowUp')
  await expect(field(page)).toHaveValue('echo first')
  await field(page).press('ArrowDown')
  await field(page).press('ArrowDown')
  await expect(field(page)).toHaveValue('')
})

test('what was typed outlives a host that is gone, and undo in an empty composer brings a deleted worker back', async ({ served }) => {
  const { page } = served
  other = await beside(served)
  await makeWorker(other, 'Kept', 'true', 'shell')
  const screen = new CrewScreen(page)
  await screen.open('Kept')
  await served.kill()
  await field(page).fill('typed while nobody listened')
  await expect(page.getByText('Not connected: it cannot be sent now.')).toBeVisible()
  // A crash of the window gives it no time to say good-bye.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('typed while nobody listened')
  await page.evaluate(() => {
    addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true)
  })
  await served.start()
  await page.reload()
  await screen.open('Kept')
  await expect(field(page)).toHaveValue('typed while nobody listened')

  await field(page).fill('')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: /Delete/ }).click()
  await field(page).fill('x')
  await field(page).press('Backspace')
  await expect(page.getByText('This worker is being deleted')).toBeVisible()
  await field(page).press('ControlOrMeta+z')
  await expect(page.getByText('This worker is being deleted')).toHaveCount(0)
})

test('one message goes to several workers, each is told of by itself, and what failed can be tried again', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  other = await beside(served)
  for (const name of ['North', 'South', 'West']) await makeWorker(other, name, until('go'), 'shell')
  const screen = new CrewScreen(page)
  await screen.open('North')
  await expect(screen.turn(1).locator('.now')).toBeVisible()
  await page.getByRole('button', { name: 'Send to several workers' }).click()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Goes to 3 workers: 3 queue.')).toBeVisible()
  // Another client deletes one of them, and this window, which nobody looks at, does not hear of it.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await other.client.workers.delete({ sessionId: other.sessionId, workerId: 'worker-west' })
  await field(page).fill('echo told >> told.txt')
  await field(page).press('Enter')
  const parts = page.locator('.part')
  await expect(parts.filter({ hasText: 'North' })).toContainText('accepted')
  await expect(parts.filter({ hasText: 'South' })).toContainText('accepted')
  await expect(parts.filter({ hasText: 'West' })).toContainText('failed')
  await expect(page.getByText('1 of 3 failed')).toBeVisible()
  await parts.filter({ hasText: 'West' }).getByRole('button', { name: 'Send again' }).click()
  await expect(parts.filter({ hasText: 'West' })).toContainText('failed')
  await go(served)
  await expect.poll(() => readFile(join(served.projectFolder, 'told.txt'), 'utf8').catch(() => '')).toBe('told\ntold\n')
})

test('the composer is free of faults that axe knows, in both themes and languages', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  const screen = await working(served)
  if (other) await makeWorker(other, 'Second', 'true', 'shell')
  for (const text of ['One.', 'Two.', 'Three.']) await screen.say(text, 'ControlOrMeta+Enter')
  await paste(page, 'long '.repeat(10_000))
  const rows = page.locator('.pend')
  for (const next of ['zh-CN', 'en']) {
    await rows.last().hover()
    await expectAccessible(page, 'pending messages and an attachment', 'main')
    await rows.first().hover()
    await rows.first().locator('.tools .btn').nth(1).click()
    await expect(page.locator('.is-edited .draft')).toBeFocused()
    await expectAccessible(page, 'a message that is edited', 'main')
    await page.keyboard.press('Escape')
    await rows.last().hover()
    await rows.last().locator('.tools .btn').last().click()
    await expect(page.locator('.desk .strip')).toBeVisible()
    await expectAccessible(page, 'a message that was deleted', 'main')
    await page.locator('.bar [aria-pressed]').click()
    await expect(page.locator('.recipients')).toBeVisible()
    await expectAccessible(page, 'whom a message goes to', 'main')
    await page.keyboard.press('Escape')
    await expect(page.locator('.recipients')).toHaveCount(0)
    await page.locator('.compose .draft').focus()
    await page.keyboard.press('Alt+Shift+z')
    await expect(page.locator('html')).toHaveAttribute('lang', next)
  }
})
