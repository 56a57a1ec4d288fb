/** The timeline under a reader's eyes: earlier turns without a jump, nothing sent to who does not look, and the truth when the host is gone. */
import type { Page } from '@playwright/test'
import { CrewScreen } from './crew'
import { expect, test } from './launch'

/** Makes a worker with `count` ended turns. */
async function turns(screen: CrewScreen, count: number): Promise<void> {
  await screen.newWorker({ name: 'Long', task: 'echo turn 1', engine: 'shell' })
  for (let i = 2; i <= count; i++) await screen.say(`for n in $(seq ${(i * 7) % 13}); do echo turn ${i} line $n; done`, 'ControlOrMeta+Enter')
  await expect(screen.turn(count)).toContainText(/completed/, { timeout: 60_000 })
}

/** Scrolls by some px, and tells where the first turn in view stands in each frame from then on, until it is called. */
async function watchPlace(page: Page, by: number): Promise<() => Promise<number[]>> {
  const watching = await page.getByRole('region', { name: 'Timeline' }).evaluateHandle((view, distance) => {
    view.scrollTop += distance
    const row = [...view.querySelectorAll('[data-turn]')].find((each) => each.getBoundingClientRect().top >= view.getBoundingClientRect().top)
    const placeOf = () => (row?.isConnected ? row.getBoundingClientRect().top : Number.NaN)
    const places = [placeOf()]
    // The last one to be heard in a frame, after all that has been laid out: what it sees is painted.
    const frameEnd = new ResizeObserver(() => places.push(placeOf()))
    const next = () => {
      frameEnd.unobserve(view)
      frameEnd.observe(view)
      frame = requestAnimationFrame(next)
    }
    let frame = requestAnimationFrame(next)
    return {
      stop: () => {
        cancelAnimationFrame(frame)
        return places
      }
    }
  }, by)
  return () => watching.evaluate((handle) => handle.stop())
}

test('ten earlier turns come by the button and near the top, and what is read moves by no pixel in any frame', async ({ served }) => {
  test.setTimeout(120_000)
  const { page } = served
  const screen = new CrewScreen(page)
  await turns(screen, 41)
  const window = (first: number) => page.getByText(`turns ${first}–41 of 41`)
  await expect(window(32)).toBeVisible()
  const expectStill = (places: readonly number[]) => {
    expect(places.length).toBeGreaterThan(2)
    expect(new Set(places.map((place) => Math.round(place * 100) / 100)).size, `places ${[...new Set(places)].join(', ')}`).toBe(1)
  }

  // Near enough to be drawn, and too far to ask for more.
  await page.getByRole('region', { name: 'Timeline' }).evaluate((view) => view.scrollTo({ top: 700 }))
  await expect(screen.turn(33)).toBeAttached()
  const nearTop = await watchPlace(page, -300)
  await expect(window(22)).toBeVisible()
  expectStill(await nearTop())

  // Far from the top, the reader has to ask for it.
  const byButton = await watchPlace(page, -50)
  await page.getByRole('button', { name: /Load earlier/ }).first().click()
  await expect(window(12)).toBeVisible()
  expectStill(await byButton())
})

test('a hidden window gets nothing: no observer, no message; shown again it is right', async ({ desktop }) => {
  const screen = new CrewScreen(desktop.window)
  await screen.newWorker({ name: 'Busy', task: 'for i in $(seq 200); do echo $i; sleep 0.02; done', engine: 'shell' })
  await expect(screen.turn(1).locator('.now')).toBeVisible()
  const shown = await desktop.diagnostics()
  expect(shown.observers).toBeGreaterThan(0)
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  await expect.poll(async () => (await desktop.diagnostics()).observers).toBe(0)
  const hidden = await desktop.diagnostics()
  await desktop.window.waitForTimeout(3_000)
  const later = await desktop.diagnostics()
  expect(later.observers).toBe(0)
  expect(later.connections).toEqual(hidden.connections)
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show())
  await expect(screen.turn(1)).toContainText('completed')
  await expect(screen.turn(1).locator('.reply')).toContainText('exit 0')
})

test('a hidden tab of a browser gets nothing either', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Busy', task: 'for i in $(seq 200); do echo $i; sleep 0.02; done', engine: 'shell' })
  await expect(screen.turn(1).locator('.now')).toBeVisible()
  const frames: number[] = []
  page.on('websocket', (socket) => socket.on('framereceived', () => frames.push(Date.now())))
  await page.reload()
  await expect(screen.turn(1).locator('.now')).toBeVisible()
  await expect.poll(() => frames.length).toBeGreaterThan(0)
  const setVisibility = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      Object.defineProperty(document, 'hidden', { value: value === 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  await page.waitForTimeout(300)
  const before = frames.length
  await page.waitForTimeout(3_000)
  expect(frames.length).toBe(before)
  await setVisibility('visible')
  await expect(screen.turn(1)).toContainText('completed')
})

test('when the host dies the screen says so within two seconds, and no age goes on; back again all is right without a reload', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Sleeper', task: 'sleep 300', engine: 'shell' })
  await screen.say('echo queued', 'ControlOrMeta+Enter')
  await expect(screen.pending()).toContainText('accepted')
  await expect(screen.turn(1).locator('.now')).toContainText(/[2-9]\ss/)
  const killed = Date.now()
  await served.kill()
  await expect(page.getByText(/Disconnected/).first()).toBeVisible({ timeout: 2_000 })
  expect(Date.now() - killed).toBeLessThan(2_000)
  const ages = () => page.locator('time').allTextContents()
  const frozen = await ages()
  await page.waitForTimeout(2_500)
  expect(await ages()).toEqual(frozen)
  await served.start()
  await expect(page.getByText(/Disconnected/)).toHaveCount(0, { timeout: 10_000 })
  await expect(screen.turn(1)).toContainText('interrupted')
  await expect(screen.pending()).toHaveCount(1)
  await expect(screen.row('Sleeper')).toContainText('interrupted')
})
