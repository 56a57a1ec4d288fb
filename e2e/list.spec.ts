/** The list of workers: found, sorted, put away, and many of them at once. Each spec also asks the host what is true. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { seedProject } from '../bench/seed'
import { expectAccessible } from './axe'
import { CrewScreen } from './crew'
import { firstProject, makeShells, withHost, type HostClient } from './host-client'
import { expect, test, type Served } from './launch'

const rows = (page: Page): Locator => page.getByRole('tree').getByRole('treeitem')
const names = (page: Page): Promise<string[]> => page.locator('.worker[data-worker] > .name').allTextContents()
const heads = (page: Page): Promise<string[]> => page.locator('.group-row > .cut').allTextContents()

async function deskKeys(client: HostClient): Promise<string[]> {
  const stop = new AbortController()
  for await (const { entries } of await client.desk.watch({}, { signal: stop.signal })) {
    stop.abort()
    return entries.map(({ key }) => key)
  }
  return []
}

/** A crew of shells in the Project of the start. */
async function crewOf(served: Served, commands: Readonly<Record<string, string>>): Promise<CrewScreen> {
  await withHost(served, async (client) => makeShells(client, await firstProject(client), commands))
  await expect(rows(served.page)).toHaveCount(Object.keys(commands).length)
  return new CrewScreen(served.page)
}

async function arrange(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Sort and filter/ }).click()
  await page.getByRole('menu').getByText(item, { exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('workers are found, filtered and sorted; the order lasts, and nothing is hidden without a word', async ({ served }) => {
  const { page } = served
  const screen = await crewOf(served, { 'Timetable 10': 'true', 'timetable 9': 'exit 3', 'Fare rules': 'sleep 300', 'Audit': 'echo audit' })
  await expect(screen.row('Audit')).toContainText('completed')
  await expect(screen.row('timetable 9')).toContainText('error')

  await page.keyboard.press('Escape')
  await screen.row('Audit').focus()
  await page.keyboard.press('/')
  const field = page.getByRole('searchbox', { name: 'Find a worker' })
  await field.fill('TIME')
  await expect.poll(() => names(page)).toEqual(['Timetable 10', 'timetable 9'])
  await expect(page.getByRole('navigation')).toContainText('2 of 4')
  await field.press('ArrowDown')
  await expect(rows(page).first()).toBeFocused()
  await field.press('Enter')
  await expect(screen.heading('Timetable 10')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(() => names(page)).toHaveLength(4)

  await arrange(page, 'Busy')
  await expect.poll(() => names(page)).toEqual(['Fare rules'])
  await arrange(page, 'Failed or unknown')
  await expect.poll(() => names(page)).toEqual(['timetable 9', 'Fare rules'])
  await page.getByRole('button', { name: 'Show all' }).click()

  await arrange(page, 'Name')
  await expect.poll(() => names(page)).toEqual(['Audit', 'Fare rules', 'timetable 9', 'Timetable 10'])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Audit', 'Fare rules', 'timetable 9', 'Timetable 10'])
  await arrange(page, 'Creation')
  await expect.poll(() => names(page)).toEqual(['Timetable 10', 'timetable 9', 'Fare rules', 'Audit'])
})

test('many at once: selected by mouse and keyboard, stopped, archived, and deleted after a question, which can be undone', { tag: '@wide' }, async ({ served }) => {
  test.setTimeout(90_000)
  const { page } = served
  const screen = await crewOf(served, { Anchor: 'sleep 300', Bow: 'true', Cleat: 'sleep 300', Deck: 'true', Eye: 'true' })
  const listed = () => withHost(served, async (client) => {
    const sessionId = await firstProject(client)
    const stop = new AbortController()
    for await (const frame of await client.workers.watch({ sessionId }, { signal: stop.signal })) {
      stop.abort()
      if (frame.kind === 'snapshot') return frame.state.workers
    }
    throw new Error('unreachable')
  })

  await rows(page).nth(0).click()
  await rows(page).nth(2).click({ modifiers: ['Shift'] })
  await expect(page.getByRole('navigation')).toContainText('3 selected')
  await rows(page).nth(1).click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByRole('navigation')).toContainText('2 selected')
  await page.getByRole('button', { name: 'Stop 2 turns' }).click()
  await expect(screen.row('Anchor')).toContainText('stopped by you')
  await expect(screen.row('Cleat')).toContainText('stopped by you')

  // By the keyboard alone: from the fourth to the fifth, then both are put away.
  await rows(page).nth(3).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('treeitem', { selected: true })).toHaveCount(2)
  await page.keyboard.press('Alt+Shift+A')
  await expect.poll(() => names(page)).toEqual(['Anchor', 'Bow', 'Cleat'])
  await expect(page.locator('.group-row')).toHaveText(/Archived.*2/)

  await rows(page).first().focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: 'Delete 3 workers?' })
  await question.getByRole('button', { name: 'Delete 3', exact: true }).click()
  await expect(page.getByText('Deleting 3 workers')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByText('Deleting 3 workers')).toHaveCount(0)
  expect(await listed()).toHaveLength(5)

  await rows(page).nth(1).click()
  await rows(page).nth(2).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2', exact: true }).click()
  await expect.poll(async () => (await listed()).map((worker) => worker.name), { timeout: 20_000 }).toEqual(['Anchor', 'Deck', 'Eye'])
})

test('what is archived still says that it works; pins and folds outlast the host; all Projects fit in one list', async ({ served }) => {
  test.setTimeout(90_000)
  const { page } = served
  const screen = await crewOf(served, { Quiet: 'true', Runner: 'sleep 300', Last: 'true' })
  await screen.row('Runner').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  await expect(page.locator('.group-row')).toContainText('1 busy')
  await screen.row('Last').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await expect.poll(() => names(page)).toEqual(['Last', 'Quiet'])

  const other = join(served.projectFolder, 'other')
  await mkdir(other)
  const openObservers = () => withHost(served, async (client) => (await client.host.diagnostics({})).observers)
  const before = await openObservers()
  await withHost(served, async (client) => {
    const { sessionId } = await client.projects.open({ folder: other })
    await makeShells(client, sessionId, { Elsewhere: 'true' })
  })
  await arrange(page, 'Workers of all Projects')
  await expect.poll(() => names(page)).toEqual(['Last', 'Quiet', 'Elsewhere'])
  expect(await openObservers()).toBe(before + 1)
  await screen.open('Elsewhere')
  await expect(page.getByRole('button', { name: 'other', exact: true })).toHaveAttribute('aria-current', 'page')
  await rows(page).filter({ hasText: 'other' }).first().press('ArrowLeft')
  await expect.poll(() => names(page)).toEqual(['Last', 'Quiet'])

  // The desk has it.
  await expect.poll(() => withHost(served, deskKeys)).toContainEqual(expect.stringMatching(/^fold\./))
  await served.restart()
  await page.goto('about:blank')
  await served.open()
  await expect.poll(() => names(page)).toEqual(['Last', 'Quiet'])
  await expect.poll(() => heads(page)).toHaveLength(3)
  await page.locator('.group-row.is-archive').click()
  await expect(screen.row('Runner')).toContainText('stopped when Crewdeck quit')
  await arrange(page, 'Workers of all Projects')
  await expect.poll(openObservers).toBe(before)
})

test('Coordinators of all Projects stand in the list of all: counted, found, opened by click, keys and palette', async ({ served }) => {
  test.setTimeout(60_000)
  const { page } = served
  const screen = await crewOf(served, { Alpha: 'true' })
  const other = join(served.projectFolder, 'harbour')
  await mkdir(other)
  await withHost(served, async (client) => {
    const opened = await client.projects.open({ folder: other })
    await client.projects.setConduct({ sessionId: opened.sessionId, conduct: { coordinator: { enabled: true, engine: 'pi', model: 'nobody/nothing' } } })
    await makeShells(client, opened.sessionId, { Beta: 'true' })
  })
  await arrange(page, 'Workers of all Projects')
  await expect.poll(() => names(page)).toEqual(['Alpha', 'Beta'])
  await expect(page.getByRole('region', { name: 'Coordinator' })).toHaveCount(0)
  const coordinators = page.locator('.worker[role=treeitem]:not([data-worker])')
  await expect(coordinators).toHaveCount(2)
  await expect(coordinators.first()).toContainText('You coordinate')
  await expect(coordinators.last()).toContainText('Coordinator')
  await expect(coordinators.last()).toContainText('harbour')
  // It was told of the end of a turn, and failed for want of a model: nobody has read that.
  await expect(coordinators.last()).toHaveClass(/is-unread/)
  await expect(page.getByRole('heading', { name: 'All workers' }).locator('..')).toContainText('2')

  await coordinators.last().click()
  await expect(screen.heading('Coordinator')).toBeVisible()
  await expect(coordinators.last()).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name: /^harbour/ })).toHaveAttribute('aria-current', 'page')

  // By keys: up to the worker before it, and back with Enter.
  await coordinators.last().focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(screen.heading('Alpha')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(screen.heading('Coordinator')).toBeVisible()

  // By the palette, from the other Project.
  await screen.open('Alpha')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('coordinator harbour')
  await page.keyboard.press('Enter')
  await expect(screen.heading('Coordinator')).toBeVisible()
  await expect(page.getByRole('button', { name: /^harbour/ })).toHaveAttribute('aria-current', 'page')

  await rows(page).filter({ hasText: 'harbour' }).first().press('ArrowLeft')
  await expect(coordinators).toHaveCount(1)
})

test('of 500 workers only those in sight are drawn; the arrow keys reach them all, and all are put away at once', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  await served.stop()
  seedProject(served.dataFolder, served.projectFolder, Array.from({ length: 500 }, (_, at) => ({ id: `w${at + 1}`, name: `Worker ${at + 1}`, turns: 1 })))
  await served.start()
  await page.goto('about:blank')
  await served.open()
  await expect(page.getByRole('navigation')).toContainText('500')
  await rows(page).first().focus()
  await page.keyboard.press('End')
  await expect(page.locator(':focus')).toContainText('Worker 500')
  await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 })
  expect(await rows(page).count()).toBeLessThan(60)
  await page.keyboard.press('Enter')
  await expect(new CrewScreen(page).heading('Worker 500')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(page.locator(':focus')).toContainText('Worker 1')
  await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(':focus')).toContainText('Worker 2')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Alt+Shift+A')
  await expect(rows(page)).toHaveText(/^Archived500$/)
  const archived = async (): Promise<number> => (await withHost(served, deskKeys)).filter((key) => key.startsWith('archived.')).length
  await expect.poll(archived).toBe(500)
})

test('a worker is renamed and set up in one dialog, and the list keeps nobody out, in both themes and in Chinese', { tag: '@wide' }, async ({ served }) => {
  test.setTimeout(120_000)
  const { page } = served
  const screen = await crewOf(served, { 'Booking form': 'true', 'Fare rules': 'sleep 300', 'Audit': 'true' })
  await screen.row('Booking form').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Rename/ }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(screen.row('Booking form')).toBeFocused()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name' }).fill('Evil\u202egpj\u0007 form')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => names(page)).toEqual(['Evilgpj form', 'Fare rules', 'Audit'])

  await screen.row('Audit').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Archive/ }).click()
  for (const language of ['English', '中文']) {
    if (language === '中文') await page.keyboard.press('Alt+Shift+Z')
    await page.locator('.worker[role=treeitem]').first().focus()
    await page.keyboard.press('ControlOrMeta+a')
    await expectAccessible(page, `${language}: a selection`, 'nav')
    await page.keyboard.press('Delete')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, `${language}: the question before a delete`, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.locator('.worker[role=treeitem]').first().focus()
    await page.keyboard.press('Escape')
    await page.locator('.worker[role=treeitem]').first().click({ button: 'right' })
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page, `${language}: the menu of a row`, '[role=menu]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.locator('.worker[role=treeitem]').first().press('F2')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, `${language}: settings of a worker`, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.locator('.worker[role=treeitem]').first().press('/')
    await page.getByRole('searchbox').fill('zzz')
    await expectAccessible(page, `${language}: a search without a result`, 'nav')
    await page.getByRole('searchbox').press('Escape')
  }
  await expect(page.getByRole('navigation')).toContainText('工作者')
  await expect(page.locator('.group-row')).toContainText('已归档')
})
