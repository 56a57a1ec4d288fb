/** A timeline that is read all day: hundreds of turns, each worker's place in them, ways through them, and ways out of them. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { watchAnchor } from '../bench/anchor-watch'
import { mixedText, replyText } from '../bench/texts'
import { expectAccessible } from './axe'
import { CrewScreen } from './crew'
import { firstProject, withHost } from './host-client'
import { expect, test, type Served } from './launch'
import { givePast, goToTurn, placeOf } from './past'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const view = (page: Page) => page.getByRole('region', { name: 'Timeline' })
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const alpha = { id: 'alpha', name: 'Alpha', turns: 80, replyOf: (turn: number) => mixedText('alpha', turn) }

/** What the host remembers of this desk. */
async function deskOf(served: Served, key: string): Promise<unknown> {
  return withHost(served, async (client) => {
    const stop = new AbortController()
    for await (const { entries } of await client.desk.watch({}, { signal: stop.signal })) {
      stop.abort()
      return JSON.parse(entries.find((entry) => entry.key === key)?.value ?? 'null')
    }
    return null
  })
}

test('place, what was opened and folded, and the draft are each worker’s own, and outlast the page and the host', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  const long = numbers(1, 60).map((line) => `line ${line} of the order`).join('\n\n')
  await givePast(served, [
    { ...alpha, askOf: (turn) => (turn === 41 ? long : `order ${turn}`) },
    { id: 'beta', name: 'Beta', turns: 30 }
  ])
  await screen.open('Alpha')
  await goToTurn(page, 42)
  await page.keyboard.press('o')
  await goToTurn(page, 41)
  await screen.turn(41).getByRole('button', { name: /^Show all/ }).click()
  await goToTurn(page, 42)
  await view(page).evaluate((element) => element.scrollBy(0, -123))
  await field(page).fill('half a thought')
  const place = { turn: 42, top: 123 }
  const asBefore = async (): Promise<void> => {
    await expect.poll(() => placeOf(page)).toEqual(place)
    await expect(screen.turn(41).getByRole('button', { name: 'Show less' })).toBeAttached()
    await expect(screen.turn(42).locator('.gist')).toBeVisible()
    await expect(field(page)).toHaveValue('half a thought')
  }
  await asBefore()

  await screen.open('Beta')
  await expect(screen.turn(30)).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await field(page).fill('for Beta')
  await screen.open('Alpha')
  await asBefore()

  await expect.poll(() => deskOf(served, 'place.alpha')).toMatchObject({ turn: expect.any(Number) })
  await expect.poll(() => withHost(served, async (client) => (await client.drafts.get({ sessionId: await firstProject(client), workerId: 'alpha' })).text)).toBe('half a thought')
  await served.restart()
  await page.reload()
  await screen.open('Alpha')
  await asBefore()
  await screen.open('Beta')
  await expect(screen.turn(30)).toBeVisible()
  await expect(field(page)).toHaveValue('for Beta')
})

test('what is read keeps its pixel in every frame while the width changes and turns come; the pill counts them and leads to the end', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await givePast(served, [alpha])
  await screen.open('Alpha')
  await expect(screen.turn(80)).toBeVisible()
  // In the middle of a reply that is higher than the view.
  await goToTurn(page, 40)
  // Who says it stands on its first line.
  const [reply, who] = await Promise.all(['.reply', '.reply > .who'].map((part) => screen.turn(40).locator(part).boundingBox()))
  expect((who?.y ?? 0) - (reply?.y ?? 0)).toBeLessThan(20)
  const top = await view(page).evaluate((element) => element.scrollTop)
  const watching = await watchAnchor(page, { scrollTo: top + 1_500 })
  // Nothing earlier comes.
  watching.loaded.catch(() => {})
  const pill = page.locator('.newest')
  await expect(pill).toContainText('Newest')
  for (const [index, width] of [1_100, 900, 1_250, 760, 1_440].entries()) {
    await page.setViewportSize({ width, height: 900 })
    await withHost(served, async (client) => client.workers.send({ sessionId: await firstProject(client), workerId: 'alpha', messageId: `new-${index}`, text: 'seq 40', delivery: 'queue' }))
    await expect(pill).toContainText(`${index + 1} new`)
  }
  const { worstPx, frames } = await watching.stop()
  expect(worstPx).toBeLessThanOrEqual(1)
  expect(frames).toBeGreaterThan(10)

  await pill.click()
  await expect(screen.turn(85)).toContainText('completed')
  await expect(screen.turn(85)).toBeInViewport()
  await expect(pill).toHaveCount(0)
})

test('any turn and any day of a long past is one step away, all fold and unfold, and little of it is ever drawn', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  // Three turns a day, over a hundred days.
  await givePast(served, [{ ...alpha, turns: 300, turnMs: 8 * 3_600_000 }])
  await screen.open('Alpha')
  await goToTurn(page, 7)
  expect(await placeOf(page)).toEqual({ turn: 7, top: 0 })
  await expect(page.getByText('turns 3–19 of 300')).toBeVisible()

  const { day, turn } = await withHost(served, async (client) => {
    const { turns } = await client.projectMode.turns({ sessionId: await firstProject(client), workerId: 'alpha', first: 140, last: 160 })
    const midnight = new Date(turns[10]?.startedAt ?? 0).setHours(0, 0, 0, 0)
    const [year, month, date] = [new Date(midnight).getFullYear(), new Date(midnight).getMonth() + 1, new Date(midnight).getDate()]
    return { day: [year, month, date].map((part) => String(part).padStart(2, '0')).join('-'), turn: turns.find(({ startedAt }) => startedAt >= midnight)?.number }
  })
  await page.keyboard.press('Shift+G')
  const dialog = page.getByRole('dialog', { name: 'Go to a turn' })
  await dialog.getByRole('textbox', { name: 'Turn' }).fill('301')
  await expect(dialog.getByRole('button', { name: 'Go', exact: true })).toBeDisabled()
  await expectAccessible(page, 'going to a turn', '[role="dialog"]')
  await dialog.getByRole('radio', { name: 'Day' }).check()
  await dialog.getByLabel('Day', { exact: true }).last().fill(day)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => placeOf(page)).toEqual({ turn, top: 0 })

  const at = turn ?? 0
  await page.keyboard.press('Shift+O')
  await expect(screen.turn(at).locator('.gist')).toBeVisible()
  await expect(view(page).locator('.reply')).toHaveCount(0)
  expect(await placeOf(page)).toEqual({ turn: at, top: 0 })
  await page.keyboard.press('o')
  await expect(screen.turn(at).locator('.said')).toBeVisible()
  await expect(screen.turn(at - 1).locator('.gist')).toBeVisible()
  await page.keyboard.press('Shift+O')
  await expect(view(page).locator('.gist')).toHaveCount(0)
  expect(await placeOf(page)).toEqual({ turn: at, top: 0 })
  await page.keyboard.press('k')
  await expect.poll(() => placeOf(page)).toEqual({ turn: at - 1, top: 0 })
  await page.keyboard.press('g')
  await expect(screen.turn(300)).toBeInViewport()
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1_500)
})

/** Markdown of every kind, in the form in which it is copied. */
const KINDS = [
  '# Report',
  'Some **strong**, *soft*, ~~old~~ and `code` words, a `` ` `` too.',
  '## Next',
  '---',
  '- one\n- two\n  - two a\n  - two b\n- three',
  'One line\\\nand its next.',
  '3. third\n4. fourth\n   ```ts\n   const a = 1\n\n   const b = `x`\n   ```\n5. fifth',
  '**「重要」**です。*强调*文字',
  '- loose\n\n- items\n\n  with two paragraphs',
  'Euler: $e^{i\\pi}+1=0$, and',
  '$$\n\\sum_{k=1}^n k\n$$',
  '- [x] done\n- [ ] open',
  '| name | count | middle |\n| --- | ---: | :---: |\n| a \\| b | 1 | x |\n| `c` | 2 | **y** |',
  '> quoted\n>\n> > deeper\n>\n> - in a list',
  '````md\n```\ninner\n```\n````',
  '[docs](<https://docs.example/a_(b)>) and [a file](src/a%20b.ts), https://bare.example',
  '![a chart](https://pics.example/a.png)',
  'Known[^1] and told[^2].',
  '[^1]: The first.\n[^2]: The second.'
]

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Selects a reply, or from the first such text in it to the end of the next such one. */
async function select(page: Page, turn: number, from?: string, to?: string): Promise<void> {
  await view(page).evaluate(
    (element, { turn, from, to }) => {
      const message = element.querySelector(`[data-turn="${turn}"] .reply .md`)
      if (!message) throw new Error(`Turn ${turn} is not drawn.`)
      const range = document.createRange()
      range.selectNodeContents(message)
      const texts = document.createNodeIterator(message, NodeFilter.SHOW_TEXT)
      let hasBegun = from === undefined
      for (let node = texts.nextNode(); node && to !== undefined; node = texts.nextNode()) {
        const text = node.textContent ?? ''
        const first = hasBegun ? 0 : text.indexOf(from ?? '')
        if (first < 0) continue
        if (!hasBegun) range.setStart(node, first)
        hasBegun = true
        const last = text.indexOf(to, first)
        if (last < 0) continue
        range.setEnd(node, last + to.length)
        break
      }
      getSelection()?.removeAllRanges()
      getSelection()?.addRange(range)
    },
    { turn, from, to }
  )
}

test('what is selected is copied as the Markdown that it was made of, and parts of it as parts', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await givePast(served, [{ id: 'alpha', name: 'Alpha', turns: 2, replyOf: (turn) => (turn === 1 ? KINDS.join('\n\n') : 'Short.') }])
  await screen.open('Alpha')
  await goToTurn(page, 1)
  await expect(screen.turn(1).locator('.katex')).toHaveCount(2)
  const copied = async (from?: string, to?: string): Promise<string> => {
    await select(page, 1, from, to)
    await page.evaluate(() => navigator.clipboard.writeText('nothing yet'))
    await page.keyboard.press('c')
    await expect.poll(() => clipboard(page)).not.toBe('nothing yet')
    return clipboard(page)
  }
  expect.soft(await copied()).toBe(KINDS.join('\n\n'))
  expect.soft(await copied('rong', 'oft')).toBe('**rong**, *soft*')
  expect.soft(await copied('two a', 'two b')).toBe('- two a\n- two b')
  expect.soft(await copied('hre', 'ree')).toBe('hree')
  expect.soft(await copied('urth', 'fifth')).toBe('4. urth\n   ```ts\n   const a = 1\n\n   const b = `x`\n   ```\n5. fifth')
  expect.soft(await copied('= 1', 'const b')).toBe('```ts\n= 1\n\nconst b\n```')
  expect.soft(await copied('const a', '1')).toBe('const a = 1')
  expect.soft(await copied('2', 'y')).toBe('| name | count | middle |\n| --- | ---: | :---: |\n|  | 2 | **y** |')
  expect.soft(await copied('uoted', 'deep')).toBe('> uoted\n>\n> > deep')

  // Without a selection, the turn that the keys act on.
  await page.evaluate(() => getSelection()?.removeAllRanges())
  await page.keyboard.press('c')
  await expect.poll(() => clipboard(page)).toMatch(/^## Turn 1\n\n- Started: /)
  // Over several turns, with who says what.
  await goToTurn(page, 2)
  await view(page).evaluate((element) => {
    const [first, second] = [1, 2].map((turn) => element.querySelector(`[data-turn="${turn}"]`))
    if (first && second) getSelection()?.setBaseAndExtent(first, 0, second, second.childNodes.length)
  })
  await page.getByRole('button', { name: 'More for turn 2' }).click()
  await page.getByRole('menuitem', { name: 'Copy the selection as Markdown' }).click()
  await expect
    .poll(() => clipboard(page))
    .toMatch(/^## Turn 1\n\n### You\n\nPlease look at `[^]*\n\n### Reply\n\n# Report\n\n[^]*\n\n## Turn 2\n\n### You\n\nPlease [^]*\n\n### Reply\n\nShort\.$/)
})

/** What a click on the button of the dialog downloads. */
async function download(page: Page, choose: readonly string[]): Promise<{ name: string; text: string }> {
  const dialog = page.getByRole('dialog', { name: 'Export' })
  for (const choice of choose) await dialog.getByRole('radio', { name: choice }).check()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await downloading
  await expect(dialog).toHaveCount(0)
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('a turn, a worker and a Project are exported whole, as Markdown and as JSON', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await givePast(served, [alpha, { id: 'beta', name: 'Beta/ü 测试', turns: 3 }])
  await screen.open('Alpha')
  await goToTurn(page, 25)
  const turnsOf = (text: string) => [...text.matchAll(/^## Turn (\d+)$/gm)].map(([, turn]) => Number(turn))
  const open = () => page.keyboard.press('Shift+E')

  await open()
  await expectAccessible(page, 'exporting', '[role="dialog"]')
  const turn = await download(page, [])
  expect(turn.name).toMatch(/^Alpha 25 \d{4}-\d\d-\d\d\.md$/)
  expect(turnsOf(turn.text)).toEqual([25])
  expect(turn.text).toContain(`\n### Reply (`)
  expect(turn.text).toContain(mixedText('alpha', 25).trim())

  await open()
  const worker = await download(page, ['All turns'])
  expect(turnsOf(worker.text)).toEqual(numbers(1, 80))
  expect(worker.text.startsWith('# Alpha\n')).toBe(true)
  for (const each of numbers(1, 80)) expect(worker.text).toContain(mixedText('alpha', each).trim())

  await open()
  const project = await download(page, ['Whole Project'])
  expect(turnsOf(project.text)).toEqual([...numbers(1, 80), 1, 2, 3])
  expect(project.text).toContain('\n# Beta/ü 测试\n')

  type Exported = { workers: { workerId: string; turns: { number: number; reply: { text: string } }[] }[] }
  const json = async (scope: string): Promise<[string, number[]][]> => {
    await open()
    const { name, text } = await download(page, [scope, 'JSON'])
    expect(name).toMatch(/\.json$/)
    const { workers }: Exported = JSON.parse(text)
    for (const { workerId, turns } of workers) {
      for (const { number, reply } of turns) expect(reply.text).toBe(workerId === 'alpha' ? mixedText('alpha', number) : replyText('beta', number))
    }
    return workers.map(({ workerId, turns }) => [workerId, turns.map(({ number }) => number)])
  }
  expect(await json('Turn 25')).toEqual([['alpha', [25]]])
  expect(await json('All turns')).toEqual([['alpha', numbers(1, 80)]])
  expect(await json('Whole Project')).toEqual([
    ['alpha', numbers(1, 80)],
    ['beta', [1, 2, 3]]
  ])
})
