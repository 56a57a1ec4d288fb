/** What a turn still says, and how long it took, when its host was killed in the middle of it. */
import { CrewScreen } from './crew'
import { expect, test } from './launch'

test('a command whose host is killed keeps what it printed, in its turn and in its record', async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Ticker', task: 'for i in 1 2 3; do echo tick $i; done; sleep 300', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('tick 3')
  await served.kill()
  await served.start()
  await page.goto('about:blank')
  await served.open()
  await screen.open('Ticker')
  await expect(screen.turn(1)).toContainText('interrupted')
  await expect(screen.turn(1).locator('.reply')).toContainText('tick 1\ntick 2\ntick 3')
  await expect(screen.turn(1).locator('.reply')).toContainText(/cut off: the host ended in the middle of it · \d+\.\d s/)
  await expect(screen.turn(1).locator('.reply')).toContainText(/21 bytes, is kept in .*turn-[0-9a-f-]+\.log/)
  expect(served.processes().filter(({ command }) => command.startsWith('sleep 300'))).toEqual([])
  await page.getByRole('tab', { name: 'Transcript' }).click()
  const call = page.locator('.transcript-row').filter({ has: page.locator('.entry-call') })
  await expect(call).toContainText('interrupted')
  await expect(call).toContainText('tick 3')
})
