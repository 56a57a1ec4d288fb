/** Who needs the operator: one queue over all Projects, what was really read, and notifications that come once. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { CrewScreen } from './crew'
import { expect, test } from './launch'

/** Opens a folder as a Project, in a browser. */
async function openProject(page: Page, folder: string): Promise<void> {
  await page.getByRole('button', { name: /^Open a folder/ }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(folder)
  await dialog.getByRole('button', { name: 'Open this folder' }).click()
  await expect(dialog).toHaveCount(0)
}

/** A command that ends once the file is there. */
const after = (file: string, then: string): string => `until [ -e ${file} ]; do sleep 0.05; done; ${then}`
const row = (page: Page) => page.getByRole('navigation').getByRole('button', { name: /^(Needs you|Nothing needs you)/ })

test('a failure in another Project is in the queue, one key away, and gone once it was seen', async ({ served }) => {
  test.setTimeout(90_000)
  const { page } = served
  const screen = new CrewScreen(page)
  const other = await mkdtemp(join(tmpdir(), 'crewdeck-other-'))
  try {
    await openProject(page, other)
    await screen.newWorker({ name: 'Far away', task: after('go', 'echo gone; exit 3'), engine: 'shell' })
    await page.getByRole('navigation').getByTitle(served.projectFolder).click()
    await screen.newWorker({ name: 'Here', task: 'echo here', engine: 'shell' })
    await expect(screen.turn(1)).toContainText('completed')
    await expect(row(page)).toContainText('Nothing needs you')
    await expect(page).toHaveTitle('Crewdeck')

    await writeFile(join(other, 'go'), '')
    await expect(row(page)).toContainText('1 failure')
    await expect(page).toHaveTitle('(1) Crewdeck')
    await row(page).click()
    await expect(page.getByRole('region', { name: 'Failed or not known' }).getByRole('listitem')).toContainText(/Far away.*turn 1.*exit code 3/s)
    await expectAccessible(page)

    await page.keyboard.press('Alt+r')
    await expect(screen.heading('Far away')).toBeVisible()
    await expect(screen.turn(1)).toContainText('exit code 3')
    await expect(page.getByRole('region', { name: 'Timeline' })).toBeFocused()
    await expect(row(page)).toContainText('Nothing needs you')
    await expect(page).toHaveTitle('Crewdeck')
  } finally {
    await rm(other, { recursive: true, force: true })
  }
})

test('a turn is read when its end was on the screen of somebody who looks, and not before', async ({ served }) => {
  test.setTimeout(90_000)
  const { page } = served
  const screen = new CrewScreen(page)
  const dot = (worker: string) => screen.row(worker).getByText('not read yet')
  await screen.newWorker({ name: 'Quiet', task: after('go', 'seq 400'), engine: 'shell' })
  await screen.newWorker({ name: 'Shown', task: 'echo shown', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('completed')
  await expect(dot('Shown')).toHaveCount(0)
  await writeFile(join(served.projectFolder, 'go'), '')
  await expect(dot('Quiet')).toHaveCount(1)
  await expect(row(page)).toContainText('1 not read')

  // On the screen of nobody: not read. It is not the window that counts, but who looks at it.
  await page.evaluate(() => {
    document.hasFocus = () => false
    dispatchEvent(new Event('blur'))
  })
  await screen.open('Quiet')
  await expect(screen.turn(1)).toContainText('completed')
  await expect(page.getByText('400', { exact: false }).last()).toBeVisible()
  await expect(dot('Quiet')).toHaveCount(1)
  await page.evaluate(() => {
    document.hasFocus = () => true
    dispatchEvent(new Event('focus'))
  })
  await expect(dot('Quiet')).toHaveCount(0)
  await page.reload()
  await expect(screen.row('Quiet')).toBeVisible()
  await expect(row(page)).toContainText('Nothing needs you')

  // Marked by hand it stays so, until the operator comes back to it.
  await page.keyboard.press('u')
  await expect(dot('Quiet')).toHaveCount(1)
  await screen.open('Shown')
  await expect(dot('Quiet')).toHaveCount(1)
  await screen.open('Quiet')
  await expect(dot('Quiet')).toHaveCount(0)

  // Muted, what it does needs nobody; the row says that it is. Put off, it comes back.
  await page.keyboard.press('m')
  await page.keyboard.press('u')
  await expect(screen.row('Quiet').getByText('muted')).toHaveCount(1)
  await expect(row(page)).toContainText('Nothing needs you')
  await page.keyboard.press('m')
  await expect(row(page)).toContainText('1 not read')
  await page.keyboard.press('h')
  await expect(row(page)).toContainText('Nothing needs you')
  await row(page).click()
  await page.getByRole('region', { name: 'Put off' }).getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByRole('region', { name: 'Not read' }).getByRole('listitem')).toContainText('Quiet')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(row(page)).toContainText('Nothing needs you')
})

test('the desktop notifies once, of nothing that is looked at, and a click leads there', { tag: '@wide' }, async ({ desktop }) => {
  test.setTimeout(90_000)
  const screen = new CrewScreen(desktop.window)
  await desktop.hostReady()
  await desktop.app.evaluate(({ app, Notification }) => {
    const world = Object.assign(globalThis, { notices: [] as { title: string; body: string }[], badges: [] as number[], click: () => {} })
    Notification.prototype.show = function () {
      world.notices.push({ title: this.title, body: this.body })
      world.click = () => void this.emit('click')
    }
    app.setBadgeCount = (count?: number) => {
      world.badges.push(count ?? 0)
      return true
    }
  })
  const notices = () => desktop.app.evaluate(() => (globalThis as typeof globalThis & { notices: { title: string; body: string }[] }).notices)
  const badge = () => desktop.app.evaluate(() => (globalThis as typeof globalThis & { badges: number[] }).badges.at(-1))

  await screen.newWorker({ name: 'Away', task: after('go', 'exit 4'), engine: 'shell' })
  await screen.newWorker({ name: 'Watched', task: 'exit 5', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('exit code 5')
  await writeFile(join(desktop.projectFolder, 'go'), '')
  // The first one is of the worker that nobody looks at: the other one was on the screen.
  await expect.poll(async () => (await notices()).map(({ title }) => title)).toEqual(['Away failed'])
  expect((await notices())[0]?.body).toContain('exit code 4')
  await expect.poll(badge).toBe(1)

  await desktop.app.evaluate(() => (globalThis as typeof globalThis & { click(): void }).click())
  await expect(screen.heading('Away')).toBeVisible()
  await expect.poll(badge).toBe(0)
  // Told once: marking it as not read makes no news of it.
  await desktop.window.keyboard.press('u')
  await expect.poll(badge).toBe(1)
  expect(await notices()).toHaveLength(1)
})

test('a browser notifies once the operator has turned it on there, also in a hidden tab', { tag: '@wide' }, async ({ served }) => {
  test.setTimeout(90_000)
  const { page } = served
  await page.addInitScript(() => {
    const shown: string[] = []
    class Stub {
      static permission = 'default'
      static requestPermission = async () => (Stub.permission = 'granted')
      onclick = null
      constructor(title: string) {
        shown.push(title)
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Stub, shown })
  })
  await page.reload()
  const shown = () => page.evaluate(() => (globalThis as typeof globalThis & { shown: string[] }).shown)
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'First', task: after('first', 'exit 1'), engine: 'shell' })
  await screen.newWorker({ name: 'Second', task: after('second', 'exit 2'), engine: 'shell' })
  await screen.newWorker({ name: 'Idle', task: 'echo idle', engine: 'shell' })
  await writeFile(join(served.projectFolder, 'first'), '')
  await expect(row(page)).toContainText('1 failure')
  expect(await shown()).toEqual([])

  await page.getByRole('button', { name: /^Settings/ }).click()
  await page.getByRole('tab', { name: 'Notifications' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('dialog').getByText('They are on')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await writeFile(join(served.projectFolder, 'second'), '')
  await expect.poll(shown).toEqual(['Second failed'])
  await expect(page).toHaveTitle('(2) Crewdeck')
})
