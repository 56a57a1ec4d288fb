/** Markdown as a reader sees it: code that takes its colours without moving, formulas, notes, and what can be done with code. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expectAccessible } from './axe'
import type { Locator, Page } from '@playwright/test'
import { CrewScreen } from './crew'
import { expect, test, type Served } from './launch'

const CODE = '```ts\n// a note\nexport const answer: number = 42\n```\n'

/** Shows a text as the notes of the Project. */
async function show({ page, projectFolder }: Served, text: string): Promise<Locator> {
  await mkdir(join(projectFolder, '.crewdeck'), { recursive: true })
  await writeFile(join(projectFolder, '.crewdeck/notes.md'), text)
  await new CrewScreen(page).coordinatorRow().click()
  const drawn = page.locator('.note-view .md')
  await expect(drawn).toBeVisible()
  return drawn
}

/** The words that have a colour, by what they are. */
const colours = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() =>
    Object.fromEntries(
      [...CSS.highlights].map(([name, highlight]) => [
        name,
        [...highlight].map((range) => (range.startContainer.textContent ?? '').slice(range.startOffset, range.endOffset))
      ])
    )
  )

async function violations(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => seen.push(`${effectiveDirective} ${blockedURI}`))
    Object.assign(window, { violations: seen })
  })
  return () => page.evaluate(() => (window as typeof window & { violations: string[] }).violations)
}

test('code is there at once and takes its colours from a worker, without moving by a pixel', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  const { promise: mayStart, resolve: start } = Promise.withResolvers<void>()
  await page.route(/worker-[\w-]+\.js/, async (route) => {
    await mayStart
    await route.continue()
  })
  const broken = await violations(page)
  const drawn = await show(served, `${CODE}\nafter`)
  await expect(drawn.locator('pre')).toContainText('answer')
  expect(await colours(page)).toEqual({})
  const places = () => drawn.locator('> *').evaluateAll((blocks) => blocks.map((block) => block.getBoundingClientRect().toJSON() as DOMRect))
  const before = await places()
  start()
  await expect.poll(() => colours(page)).toMatchObject({ 'code-comment': ['// a note'], 'code-type': ['number'], 'code-value': ['42'] })
  expect(await places()).toEqual(before)
  // One text, no element for a word.
  expect(await drawn.locator('pre *').count()).toBe(1)
  expect(await broken()).toEqual([])
})

test('a worker that takes too long is ended; its code stays plain, the window goes on, and other code is coloured', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  let asked = 0
  await page.route(/worker-[\w-]+\.js/, (route) => {
    asked += 1
    const stuck = 'addEventListener("message", () => { for (;;); })'
    return asked === 1 ? route.fulfill({ contentType: 'text/javascript', body: stuck }) : route.continue()
  })
  const workers: string[] = []
  page.on('worker', (worker) => {
    workers.push('began')
    worker.on('close', () => workers.push('ended'))
  })
  await show(served, CODE)
  await expect.poll(() => workers, { timeout: 10_000 }).toEqual(['began', 'ended'])
  expect(await colours(page)).toEqual({})
  const drawn = await show(served, `${CODE}\n\`\`\`json\n[1]\n\`\`\`\n`)
  await expect(drawn.locator('pre')).toHaveCount(2)
  await expect.poll(() => colours(page)).toEqual({ 'code-value': ['1'] })
})

test('code is copied as it was written, and wraps when it is asked to', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const line = `const a = "${'x'.repeat(300)}" // \u202edone`
  const drawn = await show(served, `\`\`\`ts\n${line}\n\`\`\`\n`)
  const code = drawn.locator('.code')
  await expect(code.locator('pre')).toContainText('⟦RLO⟧done')
  await code.hover()
  await expect(code.getByText('ts', { exact: true })).toBeVisible()
  await code.getByRole('button', { name: 'Copy' }).click()
  await expect(code.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line)
  const isWide = () => code.locator('pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth)
  expect(await isWide()).toBe(true)
  await code.getByRole('button', { name: 'Wrap' }).click()
  expect(await isWide()).toBe(false)
})

test('formulas, notes, tables, lists and every language of the reader, without a fault in both themes', async ({ served }) => {
  const { page } = served
  const broken = await violations(page)
  const drawn = await show(
    served,
    [
      '# Report &amp; more &nbsp;', 'Inline $E = mc^2$, a price of $5, not $10.[^1]', '$$\n\\int_0^1 \\frac{a}{b}\\,dx\n$$', '$\\badcommand$', CODE,
      '| a | n |\n| - | -: |\n| x | 1 |', '- [x] done\n- [ ] not', '**「重要」**です', 'مرحبا `code` بالعالم', '中文**“强调”**紧跟', '> quoted', '![a chart](https://pic.invalid/x)', '[https://a.invalid](https://b.invalid)',
      `\u202eturned`, '[^1]: The *note*.', '## More\n'
    ].join('\n\n')
  )
  await expect(drawn.locator('.katex')).toHaveCount(2)
  await expect.poll(() => page.evaluate(() => document.fonts.check('16px KaTeX_Main') && [...document.fonts].some(({ family, status }) => family.includes('KaTeX') && status === 'loaded'))).toBe(true)
  await expect(drawn.locator('code.formula')).toHaveText('\\badcommand')
  await expect(drawn).toContainText('a price of $5, not $10')
  await expect(drawn.getByRole('heading', { name: 'Report & more' })).toBeVisible()
  await expect(drawn.locator('strong')).toHaveText(['「重要」', '“强调”'])
  const arabic = drawn.locator('p').filter({ hasText: 'بالعالم' })
  expect(await arabic.evaluate((line) => getComputedStyle(line).direction)).toBe('rtl')
  expect(await arabic.locator('code').evaluate((code) => getComputedStyle(code).direction)).toBe('ltr')

  // To a note and back, by the keyboard.
  await drawn.getByRole('button', { name: 'Footnote 1' }).press('Enter')
  expect(await page.evaluate(() => document.activeElement?.closest('.footnotes') !== null)).toBe(true)
  await drawn.getByRole('button', { name: 'Back to the text' }).press('Enter')
  await expect(drawn.getByRole('button', { name: 'Footnote 1' })).toBeFocused()

  await expectAccessible(page, 'every kind of Markdown', '.note-view')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(() => document.getAnimations().length === 0)
    // What axe does not see: the colours of code on their plane.
    const ratios = await page.evaluate(() => {
      const colourOf = (colour: string): number[] => {
        const context = new OffscreenCanvas(1, 1).getContext('2d')
        if (!context) return []
        context.fillStyle = colour
        context.fillRect(0, 0, 1, 1)
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
      }
      const light = (colour: string): number => {
        const [r = 0, g = 0, b = 0] = colourOf(colour).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const pre = document.querySelector('.note-view pre')
      const plane = pre ? light(getComputedStyle(pre).backgroundColor) : 0
      return ['comment', 'keyword', 'string', 'value', 'name', 'type', 'removed', 'added'].map((name) => {
        const ink = pre ? light(getComputedStyle(pre, `::highlight(code-${name})`).color) : 0
        return [name, (Math.max(ink, plane) + 0.05) / (Math.min(ink, plane) + 0.05)] as const
      })
    })
    expect(ratios.filter(([, ratio]) => ratio < 4.5)).toEqual([])
    expect(new Set(ratios.map(([, ratio]) => ratio)).size).toBeGreaterThan(5)
  }
  expect(await broken()).toEqual([])
})
