/**
 * Texts that attack who shows them, in the real browser: nothing of them runs, nothing is asked for, nothing leads away,
 * and nothing stands still. The same eyes look at a page that takes markup as it comes, to show that they can see it.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { CrewScreen } from './crew'
import { BEACON, HOSTILE, HOSTILE_HTML } from './hostile/strings'
import { expect, test } from './launch'

interface Seen {
  scripts: number
  dialogs: number
  violations: string[]
  opened: string[]
}

type Watched = typeof window & { seen: Seen }

/** Whatever a text may do: run something, ask for something, lead the page away or open another one. */
class Eyes {
  readonly requests: string[] = []
  readonly navigations: string[] = []

  constructor(
    private readonly page: Page,
    private readonly isOurs: (url: string) => boolean
  ) {}

  async open(context: BrowserContext): Promise<void> {
    await context.route(
      (url) => !this.isOurs(url.href),
      (route) => {
        const request = route.request()
        this.requests.push(request.url())
        if (!request.isNavigationRequest()) return route.abort()
        this.navigations.push(request.url())
        // Leads nowhere, and the page stays what it is.
        return route.fulfill({ status: 204 })
      }
    )
    context.on('page', (page) => this.navigations.push(page.url()))
    this.page.on('dialog', (dialog) => void dialog.dismiss())
    await this.page.addInitScript(() => {
      const seen: Seen = { scripts: 0, dialogs: 0, violations: [], opened: [] }
      const count = () => (seen.scripts += 1)
      Object.assign(window, {
        seen,
        pwned: count,
        alert: count,
        open: (url: unknown) => {
          seen.opened.push(String(url))
          return null
        }
      })
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => seen.violations.push(`${effectiveDirective} ${blockedURI}`))
    })
  }

  get seen(): Promise<Seen> {
    return this.page.evaluate(() => (window as Watched).seen)
  }
}

/** Touches everything inside an element as a reader could. */
async function touchAll(page: Page, selector: string): Promise<number> {
  return page.evaluate((inside) => {
    const elements = [...document.querySelectorAll<HTMLElement>(`${inside} *`)]
    for (const element of elements) {
      for (const type of ['pointerenter', 'pointerover', 'mouseover', 'mousemove', 'focus', 'focusin', 'keydown', 'toggle', 'animationstart', 'animationend', 'error', 'load']) {
        element.dispatchEvent(new Event(type, { bubbles: true }))
      }
      if (element instanceof HTMLElement) element.click()
      element.dispatchEvent(new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }))
    }
    return elements.length
  }, selector)
}

async function showNotes(page: Page, folder: string, text: string): Promise<void> {
  await mkdir(join(folder, '.crewdeck'), { recursive: true })
  await writeFile(join(folder, '.crewdeck/notes.md'), text)
  await new CrewScreen(page).coordinatorRow().click()
  await expect(page.locator('.note-view .md')).toBeVisible()
}

test('nothing of hundreds of hostile texts runs, is asked for or leads away, however it is touched', { tag: '@wide' }, async ({ served, browser, model }) => {
  test.setTimeout(120_000)
  const { page } = served
  const origin = new URL(served.url).origin
  const eyes = new Eyes(page, (url) => url.startsWith(origin) || url.startsWith(origin.replace('http', 'ws')))
  await eyes.open(page.context())
  await page.reload()
  expect(HOSTILE.length).toBeGreaterThan(500)

  // A quotation of its own each, so that none hides another in an open end, between marks that show that all are there.
  const parts = HOSTILE.map((text, index) => `mark-${index}\n\n${text.replace(/^/gm, '> ')}\n\n`)
  for (let from = 0; from < parts.length; from += 100) {
    const part = parts.slice(from, from + 100)
    await showNotes(page, served.projectFolder, `${part.join('')}\n\nend-${from}\n`)
    const text = page.locator('.note-view .md')
    await expect(text).toContainText(`mark-${from}`)
    await expect(text.locator('.strip')).toHaveCount(0)
    expect(await touchAll(page, '.note-view .md')).toBeGreaterThan(100)
    // What is left of them is words, and links that say where they lead.
    const left = await text.evaluate((root) => ({
      tags: [...new Set([...root.querySelectorAll('*')].map(({ localName }) => localName))].filter((name) => /^(?:script|iframe|img|object|embed|form|style|link|meta|base|audio|video|picture|source|input|frame|frameset|template|a:href)$/.test(name)),
      handlers: [...root.querySelectorAll('*')].flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'src' || name === 'srcset' || name === 'ping')),
      ids: [...root.querySelectorAll('[id], [name]')].map((element) => element.getAttribute('id') ?? element.getAttribute('name') ?? '').filter((id) => !/fn/.test(id)),
      hrefs: [...root.querySelectorAll('[href]')].map((element) => element.getAttribute('href') ?? '').filter((href) => !/^(?:https?:\/\/|mailto:)/i.test(href))
    }))
    expect(left).toEqual({ tags: [], handlers: [], ids: [], hrefs: [] })
  }

  // In the timeline: a message, and a reply that quotes one.
  const screen = new CrewScreen(page)
  await screen.allowWithModel('Read only', model)
  const short = HOSTILE.filter((text) => text.length < 100 && !text.includes(']]'))
  await screen.newWorker({ name: 'Hostile', task: short.slice(0, 8).join('\n\n'), engine: 'pi' })
  for (const [index, from] of [30, 50].entries()) {
    await expect(screen.turn(index + 1)).toContainText('completed')
    await screen.say(short.slice(from, from + 4).join(' '))
  }
  await expect(screen.turn(3).locator('.reply blockquote')).toBeVisible()
  await touchAll(page, '.md')
  const { scripts, dialogs, violations, opened } = await eyes.seen
  expect({ scripts, dialogs, violations, requests: eyes.requests, navigations: eyes.navigations }).toEqual({ scripts: 0, dialogs: 0, violations: [], requests: [], navigations: [] })
  // Links are opened outside, by the browser, and only complete addresses are.
  expect(opened.length).toBeGreaterThan(0)
  expect(opened.filter((url) => !/^(?:https?:\/\/[^/@\\]+|mailto:[^@]+@)/i.test(url))).toEqual([])
  expect(page.url().replace(/#.*/, '')).toBe(`${origin}/`)

  // The eyes can see: the same markup in a page that takes it as it comes.
  const context = await browser.newContext()
  const careless = await context.newPage()
  const others = new Eyes(careless, (url) => url === 'http://careless.invalid/')
  await context.route('http://careless.invalid/', (route) => route.fulfill({ contentType: 'text/html', body: '<body id=page>' }))
  await others.open(context)
  await context.route('http://careless.invalid/', (route) => route.fulfill({ contentType: 'text/html', body: '<body id=page>' }))
  let ran = 0
  for (let from = 0; from < HOSTILE_HTML.length; from += 30) {
    await careless.goto('http://careless.invalid/')
    await careless.evaluate((markup) => {
      for (const text of markup) document.body.append(document.createRange().createContextualFragment(`<div class="it">${text}</div>`))
    }, HOSTILE_HTML.slice(from, from + 30))
    await touchAll(careless, '.it').catch(() => 0)
    ran += await others.seen.then((seen) => seen.scripts, () => 0)
  }
  expect(ran).toBeGreaterThan(20)
  expect(others.requests.filter((url) => url.startsWith(BEACON)).length).toBeGreaterThan(5)
  expect(others.navigations.length).toBeGreaterThan(0)
  await context.close()
})

/** The longest time between two frames while something is done, in ms. */
async function longestPause(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const pauses: number[] = []
    let last = performance.now()
    const frame = (): void => {
      const now = performance.now()
      pauses.push(now - last)
      last = now
      handle = requestAnimationFrame(frame)
    }
    let handle = requestAnimationFrame(frame)
    Object.assign(window, {
      endPauses: () => {
        cancelAnimationFrame(handle)
        return Math.max(...pauses)
      }
    })
  })
  await work()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return page.evaluate(() => (window as typeof window & { endPauses(): number }).endPauses())
}

test('texts made to freeze who shows them do not: they are shown plain, and the window goes on', { tag: '@wide' }, async ({ served }) => {
  test.setTimeout(120_000)
  const { page } = served
  const table = `| a | b | c |\n| - | - | - |\n${'| one | two | three |\n'.repeat(44_000)}`
  const texts: [string, string, RegExp][] = [
    ['a table of a megabyte', table, /has \d/],
    ['10,000 quotations in each other', `${'>'.repeat(10_000)} deep`, /10000 levels deep/],
    ['10,000 lists in each other', `${'- '.repeat(10_000)}deep`, /10000 levels deep/],
    ['100,000 marks in one paragraph', '*_a'.repeat(50_000), /marks/],
    ['a table of many rows', `| a | b |\n| - | - |\n${'| 1 | 2 |\n'.repeat(3_000)}`, /more than 500 rows/]
  ]
  for (const [name, text, why] of texts) {
    const pause = await longestPause(page, async () => {
      await showNotes(page, served.projectFolder, text)
      await expect(page.locator('.note-view .strip'), name).toContainText(why)
    })
    expect(pause, name).toBeLessThan(2_000)
  }
  // Heaps of marks and forced directions are short, but would cover or turn what stands around them.
  await showNotes(page, served.projectFolder, `zal${'\u0336\u0315\u0489'.repeat(3_000)}go and \u202eexe.txt\n\nafter`)
  await expect(page.locator('.note-view .unseen')).toHaveText(['+8992', 'RLO'])
  const [heap, after] = await page.locator('.note-view .md p').evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect()))
  expect((heap?.height ?? 0) < 100 && (after?.top ?? 0) >= (heap?.bottom ?? 0)).toBe(true)
})
