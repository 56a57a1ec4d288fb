/** A crew at work: an agent coordinates, a human overrules, answers and writes notes. Each spec looks at the world too. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { CrewScreen, type Allowed } from './crew'
import { expect, test } from './launch'
import { call } from './scripted-model/directives'
import type { ScriptedModel } from './scripted-model/main'

/** With an agent Coordinator, which is on the screen. */
async function withCoordinator(page: Page, model: ScriptedModel, policy: Allowed): Promise<CrewScreen> {
  const screen = new CrewScreen(page)
  await screen.allowWithModel(policy, model)
  await screen.letAgentCoordinate()
  await screen.openCoordinator()
  return screen
}

const control = (args: object): string => call('control_workers', args)
/** A command that lasts until `file` is there. */
const waitFor = (file: string): string => call('bash', { command: `until [ -e ${file} ]; do sleep 0.05; done` })

/** What tools answered that a scripted model called, as JSON, each once. */
function answers(model: ScriptedModel): Record<string, unknown>[] {
  const texts = new Set(model.requests.flatMap((request) => request.toolResults).filter((text) => text.startsWith('{')))
  return [...texts].map((text) => JSON.parse(text) as Record<string, unknown>)
}

/** The ids of the workers that were spawned, in their order. */
async function spawned(model: ScriptedModel, count: number): Promise<string[]> {
  const ids = (): string[] =>
    answers(model)
      .filter((answer) => answer['status'] === 'accepted' && !('delivery' in answer))
      .map((answer) => String(answer['worker_id']))
  await expect.poll(() => ids().length).toBe(count)
  return ids()
}

test('a Coordinator spawns two workers, steers one, queues for the other, reads, hears of both, and deletes one', async ({ desktop, model }) => {
  test.setTimeout(120_000)
  const screen = await withCoordinator(desktop.window, model, 'Run commands')
  const file = (name: string): string => join(desktop.projectFolder, name)
  const frontend = `Build the page. ${waitFor('go-frontend')} ${call('write', { path: 'page.txt', content: 'page' })}`
  const backend = `Build the service. ${waitFor('go-backend')} [[say The service **runs**.]]`
  await screen.say(
    `Build both. ${control({ action: 'spawn', name: 'Frontend', task: frontend, task_ref: 'PM-001' })} ` +
      `${control({ action: 'spawn', name: 'Backend', task: backend })} [[say Two workers are on it.]]`
  )
  await expect(screen.turn(1).locator('.reply')).toContainText('Two workers are on it.')
  await expect(screen.turn(1)).toContainText('completed')
  await expect(screen.crewOf(1)).toHaveText([/step 1.*given to.*Frontend/, /step 2.*given to.*Backend/])
  await expect(screen.row('Frontend')).toContainText('busy')
  await expect(screen.row('Frontend')).toContainText('PM-001')
  await expect(screen.row('Backend')).toContainText('busy')
  const [frontendId, backendId] = await spawned(model, 2)

  await screen.say(
    `Go on. ${control({ action: 'send', worker_id: frontendId, message: 'Mind the contrast.', delivery: 'steer' })} ` +
      `${control({ action: 'send', worker_id: backendId, message: `Then ${call('write', { path: 'docs.txt', content: 'docs' })}`, delivery: 'queue' })} ` +
      `${control({ action: 'history', worker_id: frontendId, offset: 0, limit: 2 })} [[say Both know.]]`
  )
  await expect(screen.turn(2).locator('.reply')).toContainText('Both know.')
  await expect(screen.crewOf(2)).toHaveText([/step 1.*Frontend/, /step 2.*Backend/])
  // The window of the history: the newest message first, which is the task, for the steer is not in a turn yet.
  const read = answers(model).find((answer) => 'messages' in answer)
  expect(read).toMatchObject({ workerId: frontendId, offset: 0, limit: 2, total: 1, messages: [{ index: 0, role: 'user', text: frontend }] })

  // A capsule leads to its worker, whose timeline says who sent what.
  await screen.crewOf(2).getByRole('button', { name: 'Frontend' }).click()
  await expect(screen.heading('Frontend')).toBeVisible()
  await expect(screen.pending()).toContainText('Mind the contrast.')
  await expect(screen.pending()).toContainText('steer')
  await writeFile(file('go-frontend'), '')
  await expect(screen.turn(1).locator('.said')).toContainText([/Coordinator.*Build the page/s, /Coordinator.*Mind the contrast/s])
  await expect(screen.turn(1)).toContainText('completed')
  await expect.poll(() => existsSync(file('page.txt'))).toBe(true)
  await screen.turn(1).getByRole('button', { name: 'Coordinator' }).first().click()
  await expect(screen.heading('Coordinator')).toBeVisible()

  await writeFile(file('go-backend'), '')
  await expect(screen.told('Frontend', /turn 1 · completed/)).toBeVisible()
  await expect(screen.told('Backend', /turn 1 · completed.*The service runs\./s)).toBeVisible()
  await expect(screen.told('Backend', /turn 2 · completed/)).toBeVisible()
  expect(await readFile(file('docs.txt'), 'utf8')).toBe('docs')
  await expect(screen.coordinatorRow()).toContainText('idle')
  const heard = model.requests.flatMap((request) => request.messages).map((message) => message.text)
  expect(heard.filter((text) => text.includes(`(worker_id ${backendId}) ended turn 1: completed`)).length).toBeGreaterThan(0)
  expect(heard.some((text) => text.includes('Its reply:\n\nThe service **runs**.'))).toBe(true)

  await screen.say(`Backend is done. ${control({ action: 'delete', worker_id: backendId })} [[say Deleted.]]`)
  await expect(screen.row('Backend')).toHaveCount(0)
  await expect(desktop.window.getByText('Deleted.', { exact: true })).toBeVisible()
  const [deleted] = answers(model).filter((answer) => answer['status'] === 'deleted')
  expect(deleted).toEqual({ worker_id: backendId, status: 'deleted' })
  // Its capsules are gone everywhere, also in old turns; those of the other worker stay.
  await desktop.window.getByRole('region', { name: 'Timeline' }).evaluate((timeline) => timeline.scrollTo({ top: 0 }))
  await expect(screen.crewOf(1)).toHaveText([/step 1.*Frontend/])
  await expect(screen.crewOf(2)).toHaveText([/step 1.*Frontend/])
  await expect(desktop.window.getByRole('list', { name: 'Workers in this turn' }).filter({ hasText: 'Backend' })).toHaveCount(0)
  await expect(screen.row('Frontend')).toBeVisible()
})

test('the human overrules: stops a worker, sends to it, and pauses the whole Project', async ({ served, model }) => {
  test.setTimeout(90_000)
  const screen = await withCoordinator(served.page, model, 'Run commands')
  const file = (name: string): string => join(served.projectFolder, name)
  const task = `Work. ${call('bash', { command: 'echo started > started.txt; sleep 300' })}`
  await screen.say(`${control({ action: 'spawn', name: 'Runner', task })} [[say It runs.]]`)
  await expect.poll(() => existsSync(file('started.txt'))).toBe(true)
  const sleepers = () => served.processes().filter(({ command }) => command.startsWith('sleep 300')).length
  expect(sleepers()).toBe(1)

  await screen.open('Runner')
  await served.page.getByRole('button', { name: /Stop turn 1/ }).click()
  await expect(screen.turn(1)).toContainText('stopped by you')
  await expect.poll(sleepers).toBe(0)
  await screen.openCoordinator()
  await expect(screen.told('Runner', /turn 1 · stopped by you/)).toContainText('No reply.')

  await screen.open('Runner')
  await screen.say(`${call('write', { path: 'mine.txt', content: 'mine' })} [[say Written for you.]]`)
  await expect(screen.turn(2).locator('.reply')).toContainText('Written for you.')
  expect(await readFile(file('mine.txt'), 'utf8')).toBe('mine')

  // Paused: what runs is stopped, and nothing new begins, whoever asks for it.
  await screen.say(call('bash', { command: 'echo again > again.txt; sleep 300' }))
  await expect.poll(() => existsSync(file('again.txt'))).toBe(true)
  await screen.projectMenu('Pause Project')
  await expect(served.page.getByText('Paused. Nothing new begins.')).toBeVisible()
  await expect(served.page.locator('.project-slot').first()).toContainText('paused')
  await expect.poll(sleepers).toBe(0)
  await expect(screen.turn(3)).toContainText('stopped by you')
  await expect(served.page.locator('.compose')).toContainText('The Project is paused.')
  await screen.say(`${call('write', { path: 'later.txt', content: 'later' })} [[say Later.]]`)
  await expect(screen.pending()).toHaveCount(1)
  await expect(screen.row('Runner')).toContainText('waits · the Project is paused')
  await screen.openCoordinator()
  const asked = model.requests.length
  await screen.say('And you?')
  await expect(screen.pending().filter({ hasText: 'And you?' })).toHaveCount(1)
  await expect(screen.coordinatorRow()).toContainText('waits · the Project is paused')
  expect(existsSync(file('later.txt'))).toBe(false)
  expect(model.requests.length).toBe(asked)

  await served.page.getByRole('button', { name: /^Resume/ }).click()
  await expect(served.page.getByText('Paused. Nothing new begins.')).toHaveCount(0)
  await expect.poll(() => existsSync(file('later.txt'))).toBe(true)
  await expect(screen.pending()).toHaveCount(0)
  await screen.open('Runner')
  await expect(screen.turn(4).locator('.reply')).toContainText('Later.')
})

test('a worker that may delegate has children, which the list shows under it', async ({ served, model }) => {
  const screen = new CrewScreen(served.page)
  await screen.allowWithModel('Run commands', model)
  await screen.newWorker({ name: 'Parent', task: '[[say Ready.]]', engine: 'pi' })
  await expect(screen.turn(1).locator('.reply')).toContainText('Ready.')
  await served.page.getByRole('button', { name: 'More', exact: true }).click()
  await served.page.getByRole('menuitem', { name: /settings/ }).click()
  await served.page.getByRole('switch', { name: 'May delegate' }).check()
  await screen.closeDialog()
  const child = call('subagent', { label: 'Child', task: `[[say The child **did** it.]]`, mode: 'continuable' })
  await screen.newWorker({ name: 'Another', task: 'echo other', engine: 'shell' })
  await screen.open('Parent')
  await screen.say(`${child} [[say It has a child.]]`)
  await expect(screen.row('Child')).toContainText('completed')
  const rows = served.page.locator('.worker-slot')
  await expect(rows).toHaveText([/Parent/, /Child/, /Another/])
  await expect(rows.nth(1).getByRole('treeitem')).toHaveAttribute('aria-level', '2')
  // The settled child reports to its parent, by its name.
  const notice = screen.told('Child', /finished and will do no further work/)
  await expect(notice).toContainText('The child did it.')
  await notice.getByRole('button', { name: 'Child' }).click()
  await expect(screen.heading('Child')).toBeVisible()
  await expect(screen.turn(1).locator('.said').getByRole('button', { name: 'Parent' })).toBeVisible()
})

test('notes: what an agent writes appears, and writing at the same time loses nothing on either side', async ({ served, model }) => {
  test.setTimeout(90_000)
  const { page } = served
  const screen = await withCoordinator(page, model, 'Write in the folder')
  const notes = join(served.projectFolder, '.crewdeck/notes.md')
  const disk = (): string => (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
  await screen.openNotes()
  await expect(page.getByText('No notes yet')).toBeVisible()
  const first = '# Open tasks\n\n- PM-001 the page\n- PM-002 the service\n- PM-003 the help\n- PM-004 the map\n'
  const spawn = control({ action: 'spawn', name: 'Frontend', task: '[[say Done.]]', task_ref: 'PM-002' })
  await screen.say(`${call('write', { path: '.crewdeck/notes.md', content: first })} ${spawn} [[say Noted.]]`)
  await expect(page.getByRole('heading', { name: 'Open tasks' })).toBeVisible()
  await expect(page.getByText('PM-002 the service')).toBeVisible()

  // The task of a worker leads to its line.
  await screen.open('Frontend')
  await page.getByRole('button', { name: 'PM-002', exact: true }).click()
  await expect(page.locator('[data-task]')).toHaveText(['PM-002 the service'])

  // Both write: the operator at the top, the agent at the end.
  const field = page.getByRole('textbox', { name: 'Text of the file' })
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(field).toHaveValue(first)
  await field.fill(first.replace('the page', 'the page, by Friday'))
  await screen.openCoordinator()
  await screen.say(`${call('write', { path: '.crewdeck/notes.md', content: `${first}- PM-005 from the agent\n` })} [[say Added.]]`)
  await expect.poll(disk).toContain('from the agent')
  await screen.openNotes()
  await expect(page.getByText('The file changed on disk')).toBeVisible()
  await expect(field).toHaveValue(/by Friday/)
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await expect(page.getByLabel('Text on disk')).toContainText('PM-005 from the agent')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Both' }).click()
  await expect(page.getByText('The file changed on disk')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(field).toHaveCount(0)
  await expect.poll(disk).toBe(`${first.replace('the page', 'the page, by Friday')}- PM-005 from the agent\n`)

  // The same line: keeping mine puts theirs aside, from where it comes back.
  await page.getByRole('button', { name: 'Edit' }).click()
  await field.fill('mine')
  await page.reload()
  await screen.openNotes()
  await expect(field).toHaveValue('mine')
  await writeFile(notes, 'theirs')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Insert below' }).click()
  await expect(field).toHaveValue('mine\n\n---\n\ntheirs')
  expect(disk()).toBe('theirs')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(disk).toBe('mine\n\n---\n\ntheirs')

  // Discarding is a choice that can be taken back.
  await page.getByRole('button', { name: 'Edit' }).click()
  await field.fill('thought better')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(field).toHaveValue('thought better')
  expect(disk()).toBe('mine\n\n---\n\ntheirs')

  // The other files, and one that is changed by somebody else while it is only read.
  await page.getByRole('radio', { name: 'Context' }).check()
  await expect(page.getByText('No context yet')).toBeVisible()
  await mkdir(join(served.projectFolder, '.crewdeck/context'), { recursive: true })
  await writeFile(join(served.projectFolder, '.crewdeck/context/context.md'), 'All in **metres**.')
  await expect(page.locator('.note-view strong')).toHaveText('metres')
})

test('the settings of a Project hold at once, refuse in place, and survive a restart', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  const dialog = await screen.projectSettings()
  await dialog.getByRole('radio', { name: 'Run commands' }).check()
  const busy = dialog.getByRole('textbox', { name: 'Busy at once' })
  await busy.fill('0')
  await busy.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('A whole number from 1 to 100.')
  await expect(busy).toHaveAttribute('aria-invalid', 'true')
  await busy.fill('1')
  await busy.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Unless I stopped it' }).check()
  await dialog.getByRole('switch', { name: 'Agents may list their children' }).uncheck()
  await dialog.getByRole('radio', { name: 'An agent' }).check()
  await expect(dialog.getByText('It begins once it has a model.')).toBeVisible()
  await screen.closeDialog()
  await expect(screen.coordinatorRow()).toContainText('You coordinate')

  await screen.newWorker({ name: 'First', task: 'until [ -e go ]; do sleep 0.05; done', engine: 'shell' })
  await screen.newWorker({ name: 'Second', task: 'echo second > second.txt', engine: 'shell' })
  await expect(screen.row('Second')).toContainText('waits · 1 of 1 workers are busy')
  expect(existsSync(join(served.projectFolder, 'second.txt'))).toBe(false)
  await writeFile(join(served.projectFolder, 'go'), '')
  await expect(screen.row('Second')).toContainText('completed')

  await served.restart()
  await served.open()
  const again = await screen.projectSettings()
  await expect(again.getByRole('radio', { name: 'Run commands' })).toBeChecked()
  await expect(again.getByRole('textbox', { name: 'Busy at once' })).toHaveValue('1')
  await expect(again.getByRole('textbox', { name: 'Turns per hour' })).toHaveValue('')
  await expect(again.getByRole('radio', { name: 'Unless I stopped it' })).toBeChecked()
  await expect(again.getByRole('switch', { name: 'Agents may list their children' })).not.toBeChecked()
  await expect(again.getByRole('radio', { name: 'You', exact: true })).toBeChecked()
})

test('quitting asks: workers go on without the window, which comes back with what they did', async ({ desktop }) => {
  const screen = new CrewScreen(desktop.window)
  const file = (name: string): string => join(desktop.projectFolder, name)
  await screen.newWorker({ name: 'Goes on', task: 'until [ -e go ]; do sleep 0.05; done; echo done > done.txt', engine: 'shell' })
  await expect(screen.row('Goes on')).toContainText('busy')
  await desktop.app.evaluate(({ dialog }) => {
    const world = globalThis as typeof globalThis & { asked: unknown[] }
    world.asked = []
    dialog.showMessageBox = async (...args: unknown[]) => {
      world.asked.push(args.at(-1))
      return { response: 1, checkboxChecked: false }
    }
  })
  const asked = () => desktop.app.evaluate(() => (globalThis as typeof globalThis & { asked: unknown[] }).asked)
  const windows = () => desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  await (await desktop.app.browserWindow(desktop.window)).evaluate((shown) => shown.close())
  await expect.poll(asked).toMatchObject([
    {
      message: 'One worker is busy.',
      detail: expect.stringContaining('In the background Crewdeck stays'),
      buttons: ['Stop It and Quit', 'Keep Running in the Background', 'Stay']
    }
  ])
  await expect.poll(windows).toBe(0)
  expect((await desktop.diagnostics()).observers).toBe(0)
  expect(existsSync(file('done.txt'))).toBe(false)
  await writeFile(file('go'), '')
  await expect.poll(() => existsSync(file('done.txt'))).toBe(true)

  const opened = desktop.app.waitForEvent('window')
  expect(await desktop.startAgain()).toBe(0)
  desktop.window = await opened
  const again = new CrewScreen(desktop.window)
  await again.open('Goes on')
  await expect(again.turn(1)).toContainText('completed')
  expect(await windows()).toBe(1)
  // At rest nothing is asked, and the app ends.
  await desktop.quit()
  expect(desktop.processes()).toEqual([])
})

test('no screen of the crew keeps anybody out, in light and in dark', { tag: '@wide' }, async ({ served, model }) => {
  test.setTimeout(120_000)
  const { page } = served
  const screen = await withCoordinator(page, model, 'Read only')
  const asking = control({ action: 'spawn', name: 'Asker', task: call('write', { path: 'a.txt', content: 'a' }), task_ref: 'PM-001' })
  await screen.say(`${asking} [[say One worker.]]`)
  await expect(screen.row('Asker')).toContainText('waiting for you')
  await mkdir(join(served.projectFolder, '.crewdeck'), { recursive: true })
  await writeFile(join(served.projectFolder, '.crewdeck/notes.md'), '# Tasks\n\n- PM-001 a\n')
  await screen.openCoordinator()
  await expect(screen.crewOf(1)).toHaveCount(1)
  await expectAccessible(page, 'the Coordinator')
  await screen.open('Asker')
  await expect(screen.asks()).toBeVisible()
  await expectAccessible(page, 'a worker that asks')
  await screen.openNotes()
  await expect(page.locator('[data-task]')).toBeVisible()
  await expectAccessible(page, 'notes')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Text of the file' }).fill('mine')
  await writeFile(join(served.projectFolder, '.crewdeck/notes.md'), 'theirs')
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await expectAccessible(page, 'notes that both write')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await page.getByRole('button', { name: 'Let it go' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await screen.requestsRow().click()
  await expectAccessible(page, 'requests')
  await screen.projectSettings()
  await expectAccessible(page, 'settings of the Project')
  await screen.closeDialog()
})
