/** The files of a worker: all of them, what became of each, what a turn changed, and what they hold. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { CrewScreen } from './crew'
import { expect, test } from './launch'
import { call } from './scripted-model/directives'
import type { ScriptedModel } from './scripted-model/main'

const write = (path: string, content: string): string => call('write', { path, content })

async function withModel(page: Page, model: ScriptedModel): Promise<CrewScreen> {
  const screen = new CrewScreen(page)
  await screen.allowWithModel('Write in the folder', model)
  return screen
}

const artifactsTab = (page: Page): Promise<void> => page.getByRole('tab', { name: /^Artifacts/ }).click()
const row = (page: Page, text: string): Locator => page.locator('.artifact').filter({ hasText: text })
const view = (page: Page): Locator => page.locator('.file-view')

/** A comparison as text: each line with its sign. */
const lines = (page: Page): Promise<string[]> =>
  view(page)
    .locator('.compared tr:not(.compared-fold)')
    .evaluateAll((rows) => rows.map((line) => [...line.querySelectorAll('.sign, code')].map((part) => part.textContent).join(' ').trim()))

/** A picture of one dark pixel. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test('a file shows what the turn changed, what it holds now, and what others did to it since', async ({ served, model }) => {
  test.setTimeout(120_000)
  const { page, projectFolder } = served
  const inFolder = (path: string): string => join(projectFolder, path)
  const old = Array.from({ length: 30 }, (_, index) => `const line${index} = ${index}`)
  await writeFile(inFolder('code.ts'), `${old.join('\n')}\n`)
  await writeFile(inFolder('dot.png'), PIXEL)
  const screen = await withModel(page, model)
  const edit = call('edit', { path: 'code.ts', edits: [{ oldText: 'const line10 = 10', newText: 'const line10 = 11 // 字' }] })
  const files = [edit, write('notes/read.md', '# Title\n\n$E = mc^2$\n'), write('table.csv', 'name,n\n"a, b",1\n'), write('gone.txt', 'left\n'), call('present', { files: [{ path: 'dot.png', description: 'A dot' }] })]
  await screen.newWorker({ name: 'Maker', task: `${files.join(' ')} [[say See \`code.ts:11\` and [the notes](notes/read.md).]]`, engine: 'pi' })
  await expect(screen.turn(1)).toContainText('completed')
  await screen.newWorker({ name: 'Other', task: `${call('edit', { path: 'code.ts', edits: [{ oldText: 'line29 = 29', newText: 'line29 = 30' }] })} [[say Done.]]`, engine: 'pi' })
  await expect(screen.turn(1)).toContainText('completed')
  await rm(inFolder('gone.txt'))

  // A path in the reply leads to the file.
  await screen.open('Maker')
  await screen.turn(1).locator('.reply').getByRole('button', { name: 'code.ts:11' }).click()
  await expect(view(page)).toContainText('changed since by Other in turn 1')
  await page.getByText('Side by side').click()
  await expect(view(page).locator('.compared')).toBeVisible()
  expect(await lines(page)).toContain('− const line10 = 10 + const line10 = 11 // 字')
  await page.getByText('Unified').click()
  await expect.poll(() => lines(page)).toContain('+ const line10 = 11 // 字')
  expect((await lines(page)).length).toBe(8)
  await view(page).getByRole('button', { name: '7 unchanged lines' }).click()
  expect((await lines(page)).length).toBe(15)
  // What is coloured is the words that differ.
  const differing = () => page.evaluate(() => [...(CSS.highlights.get('words-added') ?? [])].map((range) => (range.startContainer.textContent ?? '').slice(range.startOffset, range.endOffset)))
  expect(await differing()).toEqual(['11 // 字'])
  await view(page).getByText('Since then').click()
  await expect.poll(() => lines(page)).toContain('+ const line29 = 30')
  await view(page).getByText('Now', { exact: true }).click()
  await expect(view(page).locator('.preview-source code')).toHaveText((await readFile(inFolder('code.ts'), 'utf8')).trimEnd())

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await view(page).getByRole('button', { name: 'Copy path' }).click()
  await expect(view(page)).toContainText('on the clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(inFolder('code.ts'))
  // A browser opens nothing on the machine of the host.
  await expect(view(page).getByRole('button', { name: 'Open' })).toHaveCount(0)

  await row(page, 'read.md').click()
  await expect(view(page).locator('.katex')).toBeVisible()
  await row(page, 'table.csv').click()
  await expect(view(page).locator('.preview-table td')).toHaveText(['a, b', '1'])
  await row(page, 'A dot').click()
  await expect(view(page)).toContainText('1 × 1 px')
  await expect.poll(() => view(page).locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await expect(row(page, 'gone.txt')).toContainText('not there any more')
  await row(page, 'gone.txt').click()
  await view(page).getByText('As it was left').click()
  await expect(view(page).locator('.preview-source code')).toHaveText('left')

  // What changes while somebody looks is seen.
  await writeFile(inFolder('table.csv'), 'other\n')
  await expect(row(page, 'table.csv')).toContainText('changed since', { timeout: 15_000 })

  await row(page, 'code.ts').click()
  for (const name of ['Changes', 'Now']) {
    await view(page).getByText(name, { exact: true }).click()
    await expect(view(page).locator('code').first()).toBeVisible()
    await expectAccessible(page, name)
  }
  // By the keyboard: to the next file, and out of it.
  await row(page, 'code.ts').press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(row(page, 'read.md')).toHaveAttribute('aria-current', 'true')
  await view(page).getByText('Source').press('Escape')
  await expect(view(page)).toHaveCount(0)
})

test('the files of all turns are there, also of those that the timeline has not loaded', { tag: '@wide' }, async ({ served, browser, model }) => {
  test.setTimeout(120_000)
  const { page } = served
  const screen = await withModel(page, model)
  await screen.newWorker({ name: 'Many', task: `${write('first.txt', '1')} [[say 1]]`, engine: 'pi' })
  for (let turn = 2; turn <= 12; turn++) await screen.say(`[[fresh]] ${write(`file-${turn}.txt`, 'x')} [[say ${turn}]]`, 'ControlOrMeta+Enter')
  await expect(screen.turn(12)).toContainText('completed', { timeout: 60_000 })
  await artifactsTab(page)
  await expect(page.locator('.artifact')).toHaveCount(12)
  await expect(row(page, 'first.txt')).toContainText('created')
  expect(await page.locator('.artifact-head h2').allTextContents()).toEqual(Array.from({ length: 12 }, (_, index) => `Turn ${12 - index}`))
  await row(page, 'first.txt').click()
  await expect(view(page).locator('.preview-source code')).toHaveText('1')
  // From a file to its turn.
  await view(page).getByRole('button', { name: 'Turn 1', exact: true }).click()
  await expect(screen.turn(1)).toBeVisible()

  const context = await browser.newContext({ locale: 'zh-CN' })
  const chinese = await context.newPage()
  await chinese.goto(served.url)
  await chinese.locator('.worker').filter({ hasText: 'Many' }).click()
  await chinese.getByRole('tab').nth(2).click()
  await expect(chinese.getByRole('region', { name: '产物' })).toContainText('新建')
  await context.close()
})

test('the desktop opens a file, shows one that can run in its folder instead, and says when it is gone', { tag: '@wide' }, async ({ desktop, model }) => {
  const screen = await withModel(desktop.window, model)
  const page = desktop.window
  await desktop.app.evaluate(({ shell }) => {
    const did: string[] = []
    Object.assign(globalThis, { did })
    Object.assign(shell, {
      openPath: (path: string) => {
        did.push(`open ${path}`)
        return Promise.resolve('')
      },
      showItemInFolder: (path: string) => void did.push(`reveal ${path}`)
    })
  })
  const did = () => desktop.app.evaluate(() => (globalThis as typeof globalThis & { did: string[] }).did)
  const at = (name: string): string => join(desktop.projectFolder, name)
  await screen.newWorker({ name: 'Maker', task: `${write('plain.txt', 'x')} ${write('run.sh', 'echo')} [[say Done.]]`, engine: 'pi' })
  await screen.turn(1).getByRole('list', { name: 'Files' }).getByRole('button', { name: 'plain.txt' }).click()
  await view(page).getByRole('button', { name: 'Open' }).click()
  await expect.poll(did).toEqual([`open ${at('plain.txt')}`])
  await view(page).getByRole('button', { name: 'Reveal' }).click()
  await expect.poll(async () => (await did()).length).toBe(2)
  await row(page, 'run.sh').click()
  await view(page).getByRole('button', { name: 'Open' }).click()
  await expect(view(page)).toContainText('It can run, so it is shown in its folder instead.')
  expect(await did()).toEqual([`open ${at('plain.txt')}`, `reveal ${at('plain.txt')}`, `reveal ${at('run.sh')}`])
  await rm(at('run.sh'))
  await view(page).getByRole('button', { name: 'Open' }).click()
  await expect(view(page).getByRole('status')).toContainText('The file is not there any more.')
})
