/** Records: a worker's transcript beside its timeline, transcripts of other programs as they grow, and another instance. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { CrewScreen } from './crew'
import { firstProject, makeShells, withHost } from './host-client'
import { expect, test } from './launch'
import { Served } from './served'
import { Run } from './strays'

/** Where the hosts of these specs look for transcripts: never in the home of whoever runs them. */
const HOME = mkdtempSync(join(tmpdir(), 'crewdeck-home-'))
test.use({ env: { HOME, CLAUDE_CONFIG_DIR: join(HOME, '.claude') } })
test.beforeEach(() => rmSync(join(HOME, '.claude'), { recursive: true, force: true }))
test.afterAll(() => rmSync(HOME, { recursive: true, force: true }))

const rows = (page: Page): Locator => page.locator('.transcript-row')
const openRecords = (page: Page) => page.getByRole('navigation').getByRole('button', { name: 'Records', exact: true }).click()

/** How many places the browser marks as found, in all and in the entry that was gone to. */
const marks = (page: Page) =>
  page.evaluate(() => ['transcript-found', 'transcript-current'].map((name) => CSS.highlights.get(name)?.size ?? 0))

test('a worker’s transcript grows while it runs, is searched and filtered, and leads from a turn to its place and back', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Recorded', task: 'echo needle one', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('completed')
  await screen.say('echo before; sleep 2; echo "the needle comes late"', 'ControlOrMeta+Enter')
  await page.getByRole('tab', { name: 'Transcript' }).click()
  const call = rows(page).filter({ has: page.locator('.entry-call') }).last()
  await expect(call).toContainText('asked for')
  await expect(page.locator('.transcript-range')).toContainText('live')
  await expect(call).toContainText('done', { timeout: 15_000 })
  await expect(rows(page).last()).toContainText('completed')
  await expect(page.locator('.transcript-range')).toHaveText(/^12 entries in 10 rows· read only$/)
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: 'Search the whole transcript' }).fill('NEEDLE')
  await expect(page.locator('.search-found')).toHaveText('8 of 8')
  await expect(rows(page).locator('xpath=self::*[@aria-current="true"]')).toContainText('the needle comes late')
  await expect.poll(() => marks(page)).toEqual([expect.any(Number), 1])
  await page.getByRole('button', { name: 'Previous match' }).click()
  await expect(page.locator('.search-found')).toHaveText('7 of 8')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.poll(() => marks(page)).toEqual([0, 0])

  await page.getByRole('button', { name: 'Tools', exact: true }).click()
  await page.getByRole('button', { name: 'Turns', exact: true }).click()
  await expect(rows(page)).toHaveCount(4)
  for (const kind of ['Tools', 'Turns']) await page.getByRole('button', { name: kind, exact: true }).click()
  await expect(rows(page)).toHaveCount(10)

  await page.getByRole('tab', { name: 'Timeline' }).click()
  await screen.turn(1).hover()
  await screen.turn(1).getByRole('button', { name: 'Turn 1 in the transcript' }).click()
  await expect(page.locator('.transcript-row[aria-current="true"]')).toContainText('Turn 1')
  await page.locator('.entry-route').filter({ hasText: 'Turn 2' }).getByRole('button', { name: 'Turn 2' }).click()
  await expect(page.getByRole('tab', { name: 'Timeline' })).toHaveAttribute('aria-selected', 'true')
  await expect(screen.turn(2)).toHaveAttribute('aria-current', 'true')
})

test('clearing a conversation is asked for once, and leaves nothing of it on the screen or in the record', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Forgetful', task: 'echo said before', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('completed')
  await page.locator('header.head').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Clear conversation…' }).click()
  await expect(page.getByRole('dialog')).toContainText('Its timeline, its record, what its agent remembers')
  await page.getByRole('dialog').getByRole('button', { name: 'Clear conversation' }).click()
  await expect(page.getByRole('heading', { name: 'The conversation was cleared' })).toBeVisible()
  await expect(screen.row('Forgetful')).toContainText('conversation cleared')
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing is recorded' })).toBeVisible()
  await screen.say('echo said after', 'ControlOrMeta+Enter')
  await expect(rows(page).last()).toContainText('completed')
  await expect(page.locator('.transcript-list')).not.toContainText('said before')
  await page.reload()
  await expect(screen.turn(2)).toContainText('said after')
  await expect(page.getByText('Turn 2 is the first: what came before was cleared.')).toBeVisible()
})

test('a conversation that is cleared takes along where its reader was and what was found in it', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Forgetful', task: 'seq 300', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('completed')
  await screen.say('seq 301 600', 'ControlOrMeta+Enter')
  await expect(screen.turn(2)).toContainText('completed')
  const newest = page.locator('.newest')
  await page.getByRole('region', { name: 'Timeline' }).hover()
  await page.mouse.wheel(0, -1_500)
  await expect(newest).toBeVisible()
  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('seq')
  await expect(page.locator('.find-place')).toHaveText('1 of 2')
  await page.mouse.wheel(0, -300)

  await page.locator('header.head').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Clear conversation…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear conversation' }).click()
  await expect(page.getByRole('heading', { name: 'The conversation was cleared' })).toBeVisible()
  await expect(page.locator('.find-place')).toHaveText('Not here')
  await expect(newest).toHaveCount(0)
  await screen.say('seq 601 900', 'ControlOrMeta+Enter')
  await expect(screen.turn(3)).toContainText('900')
  await expect(screen.turn(3).getByText('completed')).toHaveCount(1)
  await expect(newest).toHaveCount(0)
  await page.reload()
  await expect(screen.turn(3)).toContainText('900')
  await expect(newest).toHaveCount(0)
})

test.describe('a subagent of Claude Code', () => {
  test.use({ openProject: false })
  const main = join(HOME, '.claude/projects/-work/s1.jsonl')
  const agent = join(HOME, '.claude/projects/-work/s1/subagents/agent-a1.jsonl')
  const row = (type: string, content: unknown, more: object = {}) =>
    `${JSON.stringify({ type, uuid: `u${Math.random()}`, parentUuid: null, sessionId: 's1', cwd: '/work', timestamp: new Date().toISOString(), message: { role: type, content }, ...more })}\n`
  const said = (text: string) => row('assistant', [{ type: 'text', text }], { isSidechain: true, agentId: 'a1' })
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }

  /** Appends to the subagent's log, and answers how long it took until the words were drawn, in ms. */
  async function timeToScreen(page: Page, line: string, words: string): Promise<number> {
    const drawn = page.evaluate(
      (wanted) =>
        new Promise<number>((resolve) => {
          const look = (): void => {
            if (document.querySelector('.transcript-list')?.textContent?.includes(wanted)) resolve(Date.now())
            else requestAnimationFrame(look)
          }
          look()
        }),
      words
    )
    const at = Date.now()
    appendFileSync(agent, line)
    return (await drawn) - at
  }

  test('is read live: whole lines within 300 ms, halves not before they are whole, and a file that was cut is noticed', async ({ served }) => {
    const { page } = served
    write(main, row('user', 'Build the parser') + row('assistant', [{ type: 'tool_use', id: 't1', name: 'Task', input: { subagent_type: 'builder', description: 'Write the lexer', prompt: 'Write it' } }]))
    write(agent, row('user', 'Write it', { isSidechain: true, agentId: 'a1' }) + said('I begin'))
    writeFileSync(agent.replace('.jsonl', '.meta.json'), '{"agentType":"builder","toolUseId":"t1"}')
    await openRecords(page)
    await expect(page.locator('.run')).toContainText('1 subagent')
    await expectAccessible(page)
    await page.locator('.run').click()
    // The way there also leads back to the list.
    await expect(page.getByRole('navigation', { name: 'Workers', exact: true })).toBeVisible()
    await openRecords(page)
    await page.locator('.run').click()
    await page.getByRole('navigation', { name: 'Workers', exact: true }).getByRole('button', { name: /Write the lexer/ }).click()
    await expect(rows(page).last()).toContainText('I begin')
    await expect(page.getByText('read only').first()).toBeVisible()
    await expectAccessible(page)

    const times: number[] = []
    for (let i = 0; i < 5; i++) times.push(await timeToScreen(page, said(`Step number ${i} is done`), `Step number ${i} is done`))
    expect(times.toSorted((a, b) => a - b)[2], `ms: ${times.join(', ')}`).toBeLessThan(300)

    const half = said('Half of a line')
    appendFileSync(agent, half.slice(0, 60))
    await expect(page.locator('.transcript-facts')).toContainText('the last line is not finished yet')
    await expect(page.locator('.transcript-list')).not.toContainText('Half of a line')
    expect(await timeToScreen(page, half.slice(60), 'Half of a line')).toBeLessThan(2_000)
    appendFileSync(agent, 'no json\n')
    await expect(page.locator('.transcript-facts')).toContainText('1 line is malformed (line 9)')

    writeFileSync(agent, said('Written anew'))
    await expect(rows(page).last()).toContainText('Written anew')
    await expect(page.locator('.transcript-list')).not.toContainText('I begin')

    rmSync(dirname(dirname(main)), { recursive: true })
    await expect(page.getByRole('heading', { name: 'This run is not there any more' })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Back to the list' }).first().click()
    await expect(page.getByRole('heading', { name: 'No transcript of another program was found' })).toBeVisible()
  })
})

test('another instance is added by address and token, and its workers are read and refreshed', { tag: '@wide' }, async ({ served, browser }) => {
  const { page } = served
  // A window of its own: a page behind another one gets a frame a second.
  const elsewhere = await browser.newContext()
  const folders = await Promise.all(['data', 'project'].map((name) => mkdtemp(join(tmpdir(), `crewdeck-other-${name}-`))))
  const [dataFolder = '', projectFolder = ''] = folders
  const run = new Run()
  const other = new Served(await elsewhere.newPage(), { run, dataFolder, projectFolder, openProject: true, env: { HOME } })
  try {
    await other.start()
    await other.open()
    const there = new CrewScreen(other.page)
    await there.newWorker({ name: 'Far away', task: 'echo far', engine: 'shell' })
    await expect(there.turn(1)).toContainText('completed')

    await openRecords(page)
    await page.getByRole('tab', { name: 'Other instances' }).click()
    await page.getByRole('button', { name: 'Add an instance…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('http://elsewhere.example')
    await dialog.getByLabel('Token').fill('wrong')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(dialog).toContainText('Over http the token could be read on its way.')
    await dialog.getByLabel('Address').fill(other.records.url)
    await dialog.getByLabel(/^Name/).fill('Lab')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(dialog).toHaveCount(0)
    const lab = page.getByRole('region', { name: 'Lab' })
    await expect(lab).toContainText('The instance does not take the token.')
    await lab.getByRole('button', { name: 'Menu of Lab' }).click()
    await page.getByRole('menuitem', { name: 'Change the token…' }).click()
    await dialog.getByLabel('Token').fill(other.records.token)
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect(lab).toContainText(/crewdeck \d/)
    await expectAccessible(page)

    await lab.getByRole('listitem').getByRole('button').click()
    await expect(page.getByRole('navigation', { name: 'Workers', exact: true })).toContainText('Far away')
    await expect(rows(page).last()).toContainText('completed')
    await there.say('echo farther', 'ControlOrMeta+Enter')
    await expect(there.turn(2)).toContainText('completed')
    await expect(page.locator('.transcript-list')).not.toContainText('farther')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.locator('.transcript-list')).toContainText('farther')

    await other.stop()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByRole('alert')).toContainText('Nothing answers at')
    await expect(page.locator('.transcript-list')).toContainText('farther')
  } finally {
    await elsewhere.close()
    await other.stop().finally(() => run.ended())
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
  }
})

test('the desktop serves records once it is told to, to whoever has the token of now', { tag: '@wide' }, async ({ desktop }) => {
  const { window } = desktop
  await window.getByRole('button', { name: /^Settings/ }).click()
  const dialog = window.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Records' }).click()
  const serve = dialog.getByRole('switch', { name: 'Serve worker records' })
  await expect(serve).not.toBeChecked()
  await expect(dialog.getByText(/^http:/)).toHaveCount(0)
  await serve.check()
  const url = (await dialog.getByText(/^http:\/\/127\.0\.0\.1:\d+$/).textContent()) ?? ''
  const token = async () => {
    const group = dialog.getByRole('group', { name: 'Token' })
    const isHidden = (await group.locator('code').count()) === 0
    if (isHidden) await group.getByRole('button', { name: 'Show' }).click()
    return (await group.locator('code').textContent()) ?? ''
  }
  const asked = async (secret: string) => (await fetch(`${url}/api/runs`, { headers: { 'X-Agent-Service-Token': secret } })).status
  const first = await token()
  expect(await asked(first)).toBe(200)
  await dialog.getByRole('button', { name: 'Renew the token' }).click()
  await expect.poll(token).not.toBe(first)
  expect([await asked(first), await asked(await token())]).toEqual([401, 200])
  await serve.uncheck()
  await expect(dialog.getByText(url)).toHaveCount(0)
  await expect(asked(first)).rejects.toThrow()
})

test('the record of a deleted worker is listed, read, and deleted for good after a question', { tag: '@wide' }, async ({ served }) => {
  test.setTimeout(60_000)
  const { page } = served
  const screen = new CrewScreen(page)
  const [, gone = ''] = await withHost(served, async (client) => makeShells(client, await firstProject(client), { Kept: 'echo kept', Gone: 'echo a needle' }))
  await expect(screen.row('Gone')).toContainText('completed')
  await openRecords(page)
  await page.getByRole('tab', { name: 'Deleted workers' }).click()
  await expect(page.getByText('No worker was deleted')).toBeVisible()
  // It comes while one looks.
  await withHost(served, async (client) => client.workers.delete({ sessionId: await firstProject(client), workerId: gone }))
  const list = page.getByRole('list', { name: 'Deleted workers' }).getByRole('button')
  await expect(list).toHaveCount(1, { timeout: 15_000 })
  for (const word of ['Gone', 'shell', '1 turn', 'deleted']) await expect(list).toContainText(word)
  await expectAccessible(page)
  await list.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Gone' })).toBeVisible()
  await expect(rows(page).last()).toContainText('completed')
  await page.getByRole('searchbox', { name: 'Search the whole transcript' }).fill('needle')
  await expect(page.locator('.search-found')).toContainText(/of [1-9]/)
  await expectAccessible(page)

  const discard = page.getByRole('button', { name: 'Delete the record for good…' })
  await discard.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await discard.click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('No worker was deleted')).toBeVisible()
  await served.restart()
  await expect(page.getByText('No worker was deleted')).toBeVisible()
})
