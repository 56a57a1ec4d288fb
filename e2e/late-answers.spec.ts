/** The host may answer late: what the operator did meanwhile stays, and nobody is led away from where they went. */
import { CrewScreen } from './crew'
import { HeldAnswers } from './held-answers'
import { firstProject, makeShells, withHost } from './host-client'
import { expect, test, type Served } from './launch'

async function begin(served: Served, commands: Readonly<Record<string, string>>): Promise<{ screen: CrewScreen; late: HeldAnswers; ids: string[] }> {
  const late = await HeldAnswers.on(served.page)
  await served.page.reload()
  const ids = await withHost(served, async (client) => makeShells(client, await firstProject(client), commands))
  const screen = new CrewScreen(served.page)
  await screen.open(Object.keys(commands)[0] ?? '')
  return { screen, late, ids }
}

test('what is typed into a setting stays, whatever news of it come meanwhile', async ({ served }) => {
  test.setTimeout(60_000)
  const { page } = served
  const { screen, late, ids: [anchor = ''] } = await begin(served, { Anchor: 'true' })
  await screen.row('Anchor').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Rename/ }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Typed')
  await withHost(served, async (client) => client.workers.rename({ sessionId: await firstProject(client), workerId: anchor, name: 'Elsewhere' }))
  await expect(page.getByRole('dialog', { name: /Elsewhere/ })).toBeVisible()
  await expect(name).toHaveValue('Typed')
  await name.press('Enter')
  await expect(screen.heading('Typed')).toBeVisible()

  const dialog = await screen.projectSettings()
  const busy = dialog.getByLabel(/Workers busy|at once/).first()
  await busy.fill('33')
  await withHost(served, async (client) => client.projects.setConduct({ sessionId: await firstProject(client), conduct: { maxBusy: 5 } }))
  await expect.poll(() => withHost(served, async (client) => {
    const stop = new AbortController()
    for await (const { projects } of await client.projects.watch({}, { signal: stop.signal })) return projects[0]?.conduct.maxBusy
    return null
  })).toBe(5)
  await expect(busy).toHaveValue('33')
  await screen.closeDialog()

  // Two choices, of which the first is answered last.
  await page.getByRole('button', { name: 'Settings' }).click()
  late.hold('settings/set')
  const theme = page.getByRole('group', { name: 'Appearance' }).or(page.getByRole('radiogroup', { name: 'Appearance' }))
  await theme.getByText('Dark').click()
  await late.wait('settings/set', 1)
  await theme.getByText('Light').click()
  await late.wait('settings/set', 2)
  late.letGo('settings/set')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  late.release('settings/set')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('an answer about one model is not shown beside another', async ({ served }) => {
  const { page } = served
  const late = await HeldAnswers.on(page)
  await page.reload()
  const screen = new CrewScreen(page)
  await screen.addModel({ name: 'Nowhere', url: 'http://127.0.0.1:9/v1', models: 'one\ntwo', key: 'k' })
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('tab', { name: 'Models' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Nowhere' })
  late.hold('models/check')
  await row.getByRole('button', { name: 'Check' }).click()
  await late.wait('models/check')
  await row.getByRole('combobox').selectOption('two')
  late.release('models/check')
  await expect(row.getByRole('button', { name: 'Check' })).toBeEnabled()
  await expect(row.getByRole('status')).toHaveText('')
  await row.getByRole('combobox').selectOption('one')
  await expect(row.getByRole('status')).not.toHaveText('')
})

test('whoever has closed a dialog stays where they went, and what they wrote meanwhile stays', async ({ served }) => {
  test.setTimeout(60_000)
  const { page } = served
  const { screen, late } = await begin(served, { Anchor: 'echo anchor' })
  await expect(screen.turn(1)).toContainText('completed')
  late.hold('workers/create')
  await page.getByRole('button', { name: 'New worker' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^shell/ }).check()
  await dialog.getByLabel('First command').fill('echo made')
  await dialog.getByLabel('Name').fill('Made late')
  await dialog.getByRole('button', { name: 'Start worker' }).click()
  await late.wait('workers/create')
  await dialog.getByLabel('First command').fill('echo the next one')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await screen.open('Anchor')
  late.release('workers/create')
  await expect(screen.row('Made late')).toBeVisible()
  await page.getByRole('button', { name: 'New worker' }).first().click()
  await expect(dialog.getByLabel('First command')).toHaveValue('echo the next one')
  await dialog.getByRole('button', { name: 'Start worker' }).isEnabled()
  await page.keyboard.press('Escape')
  await expect(screen.heading('Anchor')).toBeVisible()

  late.hold('projectMode/turnAt')
  await page.locator('.timeline').first().focus()
  await page.keyboard.press('Shift+G')
  await dialog.getByText('Day', { exact: true }).first().click()
  await dialog.locator('input[type=date]').fill('2026-01-01')
  await dialog.getByRole('button', { name: /^Go/ }).click()
  await late.wait('projectMode/turnAt')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Shift+f')
  await page.keyboard.type('anchor')
  const hits = page.getByRole('option')
  await expect(hits.first()).toBeVisible()
  late.release('projectMode/turnAt')
  await page.keyboard.type(' echo')
  await expect(hits).toHaveCount(1)
})

test('what is typed while a message is changed, a draft is stored or the past is read is not written over', async ({ served }) => {
  test.setTimeout(60_000)
  const { page } = served
  const { screen, late, ids: [anchor = ''] } = await begin(served, { Anchor: 'sleep 300', Other: 'true' })
  const field = page.getByRole('textbox', { name: /^Message to / })
  await screen.say('echo waits', 'ControlOrMeta+Enter')
  await expect(screen.pending()).toHaveCount(1)
  await screen.pending().getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('textbox', { name: 'Text of the pending message' })
  await editing.fill('echo changed')
  late.hold('workers/editPending')
  await page.getByRole('button', { name: /^Save/ }).click()
  await late.wait('workers/editPending')
  await editing.fill('echo changed again')
  late.release('workers/editPending')
  await expect(page.getByRole('button', { name: /^Save/ })).toBeEnabled()
  await expect(editing).toHaveValue('echo changed again')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(screen.pending()).toContainText('echo changed again')

  late.hold('drafts/save')
  await field.fill('half a thought')
  await late.wait('drafts/save')
  await field.fill('')
  const stored = () => withHost(served, async (client) => (await client.drafts.get({ sessionId: await firstProject(client), workerId: anchor })).text)
  await expect.poll(stored).toBe('half a thought')
  // Long enough for another save to have been tried: the first one is still out.
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  late.release('drafts/save')
  await expect.poll(stored).toBe('')

  late.hold('workers/sent')
  await field.press('ArrowUp')
  await late.wait('workers/sent')
  await screen.open('Other')
  late.release('workers/sent')
  await screen.open('Anchor')
  await expect(field).toHaveValue('')
})
