/** The connection ends while the host has a call: what it has done is not said to be undone, and no message is told wrongly. */
import { CrewScreen } from './crew'
import { HeldAnswers } from './held-answers'
import { firstProject, makeShells, withHost, type HostClient } from './host-client'
import { expect, test, type Served } from './launch'

interface Begun {
  readonly screen: CrewScreen
  readonly host: HeldAnswers
  /** Does something with the worker that was made first, past this window. */
  elsewhere<T>(work: (client: HostClient, worker: { sessionId: string; workerId: string }) => Promise<T>): Promise<T>
}

async function begin(served: Served, commands: Readonly<Record<string, string>>): Promise<Begun> {
  const host = await HeldAnswers.on(served.page)
  await served.page.reload()
  const [workerId = ''] = await withHost(served, async (client) => makeShells(client, await firstProject(client), commands))
  const screen = new CrewScreen(served.page)
  await screen.open(Object.keys(commands)[0] ?? '')
  return {
    screen,
    host,
    elsewhere: (work) => withHost(served, async (client) => work(client, { sessionId: await firstProject(client), workerId }))
  }
}

test('what was stopped or taken back is not said to be undone', async ({ served }) => {
  const { page } = served
  const { screen, host } = await begin(served, { Alpha: 'sleep 300', Beta: 'true' })
  await screen.say('echo precious')
  await expect(screen.pending()).toHaveCount(1)
  host.hold('workers/withdraw')
  await screen.pending().getByRole('button', { name: 'Delete' }).click()
  await host.wait('workers/withdraw')
  host.cut()
  await expect(page.getByText('It is not known whether the message was deleted.')).toBeVisible()
  host.mend()
  await expect(page.getByText('The message was deleted.')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText(/not known|cannot be reached/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(screen.pending()).toContainText('echo precious')

  host.hold('workers/interrupt')
  await page.getByRole('button', { name: /^Stop turn/ }).click()
  await host.wait('workers/interrupt')
  host.cut()
  const unknown = page.getByText('It is not known whether turn 1 of Alpha was stopped.')
  await expect(unknown).toBeVisible()
  host.mend()
  await expect(unknown).toHaveCount(0, { timeout: 15_000 })
  await expect(screen.turn(1)).toContainText('stopped')
  await expect(page.getByText(/was not stopped/)).toHaveCount(0)
})

test('what the host never got is said to be undone, about the worker that it was for', async ({ served }) => {
  const { page } = served
  const { screen, host } = await begin(served, { Alpha: 'sleep 300', Beta: 'true' })
  host.lose('workers/interrupt')
  await page.getByRole('button', { name: /^Stop turn/ }).click()
  await host.wait('workers/interrupt')
  host.cut()
  await expect(page.getByText('It is not known whether turn 1 of Alpha was stopped.')).toBeVisible()
  host.mend()
  const strip = page.getByText('Turn 1 of Alpha was not stopped.')
  await expect(strip).toBeVisible({ timeout: 15_000 })
  await screen.open('Beta')
  await expect(strip).toHaveCount(0)
})

test('a worker that was deleted is not said to be there', { tag: '@wide' }, async ({ served }) => {
  test.setTimeout(60_000)
  const { page } = served
  const { screen, host } = await begin(served, { Alpha: 'true', Beta: 'true' })
  host.hold('workers/delete')
  await screen.row('Alpha').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Delete/ }).click()
  await expect(async () => host.wait('workers/delete')).toPass({ timeout: 20_000 })
  host.cut()
  const unknown = page.getByText('It is not known whether Alpha was deleted.')
  await expect(unknown).toBeVisible()
  host.mend()
  await expect(unknown).toHaveCount(0, { timeout: 15_000 })
  await expect(screen.row('Alpha')).toHaveCount(0)
  await expect(page.getByText(/was not deleted/)).toHaveCount(0)
})
