/** The connection ends while the host has a call: what it has done is not said to be undone, and no message is told wrongly. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

test('a message whose acceptance was lost asks again by itself, and is told as what became of it', async ({ served }) => {
  const { screen, host, elsewhere } = await begin(served, { Alpha: 'sleep 300' })
  /** Sends, and loses what the host says. Answers the id that the host has it by. */
  const sendIntoTheDark = async (text: string): Promise<string> => {
    host.mute()
    await screen.say(text)
    const find = () =>
      elsewhere(async (client, worker) => {
        const { activity } = await client.workers.get(worker)
        return activity?.pendingHumanInputs.find((input) => input.text === text)?.messageId ?? ''
      })
    await expect.poll(find).not.toBe('')
    host.cut()
    await expect(screen.pending().filter({ hasText: text })).toContainText('sent again when that is back')
    return find()
  }
  const withdrawn = await sendIntoTheDark('echo withdrawn elsewhere')
  await elsewhere((client, worker) => client.workers.withdraw({ ...worker, messageId: withdrawn }))
  host.mend()
  const row = screen.pending()
  await expect(row).toContainText('taken back', { timeout: 15_000 })
  await row.getByRole('button', { name: 'Send again' }).click()
  await expect(row).toContainText('accepted')
  await expect.poll(() => elsewhere(async (client, worker) => (await client.workers.get(worker)).pendingCount)).toBe(1)

  await sendIntoTheDark('echo ran long ago')
  await elsewhere(async (client, worker) => {
    for (let index = 0; index < 14; index++) await client.workers.send({ ...worker, messageId: `later-${index}`, text: `echo ${index}`, delivery: 'queue' })
    await client.workers.interrupt({ ...worker, turn: 1 })
    await expect.poll(async () => (await client.workers.get(worker)).turn).toBeNull()
    await client.workers.continue(worker)
    await expect.poll(async () => (await client.workers.get(worker)).turnCount, { timeout: 20_000 }).toBe(17)
  })
  host.mend()
  await expect(screen.turn(17)).toBeVisible({ timeout: 15_000 })
  await expect(row).toHaveCount(0)
})

test('an edit of a message that a turn took long ago is told as that', async ({ served }) => {
  const { page } = served
  const { screen, elsewhere } = await begin(served, { Alpha: 'until [ -e go ]; do sleep 0.1; done' })
  await screen.say('echo taken')
  await screen.pending().getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Text of the pending message' }).fill('echo better')
  await page.reload()
  await elsewhere(async (client, worker) => {
    for (let index = 0; index < 13; index++) await client.workers.send({ ...worker, messageId: `later-${index}`, text: `echo ${index}`, delivery: 'queue' })
  })
  await writeFile(join(served.projectFolder, 'go'), '')
  await expect(screen.turn(15)).toContainText('completed', { timeout: 20_000 })
  await page.reload()
  await expect(page.getByText('A turn took that message while you edited it.')).toBeVisible()
  await expect(page.getByText(/was taken back/)).toHaveCount(0)
})

test('a message that the host took while the window was loaded again is no draft', async ({ served }) => {
  const { page } = served
  const { screen, host, elsewhere } = await begin(served, { Alpha: 'sleep 300' })
  host.mute()
  await screen.say('echo sent once')
  await expect.poll(() => elsewhere(async (client, worker) => (await client.workers.get(worker)).pendingCount)).toBe(1)
  await page.getByRole('textbox', { name: /^Message to / }).fill('echo not sent yet')
  await page.reload()
  host.mend()
  await expect(screen.heading('Alpha')).toBeVisible({ timeout: 15_000 })
  await expect(screen.pending()).toContainText('echo sent once')
  await expect(page.getByRole('textbox', { name: /^Message to / })).toHaveValue('echo not sent yet')
})

test('an edit that is in and a worker that was made are not said to have failed', async ({ served }) => {
  const { page } = served
  const { screen, host } = await begin(served, { Alpha: 'sleep 300' })
  await screen.say('echo one')
  await screen.pending().getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('textbox', { name: 'Text of the pending message' })
  await editing.fill('echo one changed')
  host.hold('workers/editPending')
  await editing.press('Enter')
  await host.wait('workers/editPending')
  host.cut()
  await expect(page.getByText('It is not known whether it was saved.')).toBeVisible()
  host.mend()
  await expect(editing).toHaveCount(0, { timeout: 15_000 })
  await expect(screen.pending()).toContainText('echo one changed')

  await page.getByRole('button', { name: 'New worker' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^shell/ }).check()
  await dialog.getByLabel('First command').fill('echo made')
  await dialog.getByLabel('Name').fill('Made')
  host.hold('workers/create')
  await dialog.getByRole('button', { name: 'Start worker' }).click()
  await host.wait('workers/create')
  host.cut()
  await expect(dialog.getByText('The connection was lost meanwhile.')).toBeVisible()
  host.mend()
  await expect(screen.heading('Made')).toBeVisible({ timeout: 15_000 })
  await expect(dialog).toHaveCount(0)
})
