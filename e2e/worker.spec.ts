/** One worker from its first message on: each spec looks at the world (files, processes), not only at the screen. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CrewScreen } from './crew'
import { expect, test } from './launch'

test('a shell worker runs its command in the folder and replies', async ({ desktop }) => {
  const screen = new CrewScreen(desktop.window)
  await screen.newWorker({ name: 'Listing', task: 'ls -la && echo done > out.txt', engine: 'shell' })
  const turn = screen.turn(1)
  await expect(turn).toContainText('completed')
  await expect(turn.locator('.reply')).toContainText('total')
  await expect(turn.locator('.reply')).toContainText('exit 0')
  await expect(turn.locator('.said')).toContainText('answered')
  expect(await readFile(join(desktop.projectFolder, 'out.txt'), 'utf8')).toBe('done\n')
})

test('a command that fails says so, with its code, and still has its reply', async ({ desktop }) => {
  const screen = new CrewScreen(desktop.window)
  await screen.newWorker({ name: 'Failing', task: 'echo before; exit 3', engine: 'shell' })
  const turn = screen.turn(1)
  await expect(turn).toContainText('EXIT_3')
  await expect(turn.locator('.reply')).toContainText('before')
  await expect(screen.row('Failing')).toContainText('error')
  await turn.getByRole('button', { name: 'Send again' }).click()
  await expect(screen.turn(2)).toContainText('EXIT_3')
})

test.describe('with a model', () => {
  test('a pi worker writes a file: reply as Markdown, artifact in the timeline, file on disk', async ({ desktop, model }) => {
    const screen = new CrewScreen(desktop.window)
    await screen.allowWithModel('Write in the folder', model)
    const task = 'Please [[write {"path":"notes/hello.md","content":"# Hello\\n\\nworld\\n"}]] and [[say Wrote **it**.\n\n- one\n- two]]'
    await screen.newWorker({ name: 'Writer', task, engine: 'pi' })
    const turn = screen.turn(1)
    await expect(turn).toContainText('completed')
    await expect(turn.locator('.reply strong')).toHaveText('it')
    await expect(turn.locator('.reply li').filter({ hasText: 'two' })).toBeVisible()
    await expect(turn.getByRole('list', { name: 'Files' })).toContainText('created')
    await expect(turn.getByRole('list', { name: 'Files' })).toContainText('hello.md')
    expect(await readFile(join(desktop.projectFolder, 'notes/hello.md'), 'utf8')).toBe('# Hello\n\nworld\n')
    await desktop.window.getByRole('tab', { name: /Artifacts/ }).click()
    await expect(desktop.window.getByRole('tabpanel')).toContainText('hello.md')
  })

  test('until the operator has said what agents may do, a write is blocked and says so', async ({ desktop, model }) => {
    const screen = new CrewScreen(desktop.window)
    await screen.addModel({ name: 'Scripted', url: `${model.url}/v1`, models: 'scripted', key: 'test-key' })
    await screen.newWorker({ name: 'Careful', task: '[[write {"path":"no.txt","content":"x"}]]', engine: 'pi' })
    await expect(screen.turn(1)).toContainText('completed')
    await expect(screen.turn(1).getByRole('list', { name: 'Files' })).toHaveCount(0)
    expect(existsSync(join(desktop.projectFolder, 'no.txt'))).toBe(false)
    expect(model.requests.at(-1)?.toolResults.join()).toContain('Blocked')
  })

  test('a steer lands in the running turn once its command has ended normally', async ({ desktop, model }) => {
    const screen = new CrewScreen(desktop.window)
    await screen.allowWithModel('Run commands', model)
    const task = '[[bash {"command":"sleep 2; echo finished > ran.txt"}]]'
    await screen.newWorker({ name: 'Steered', task, engine: 'pi' })
    await expect(screen.turn(1).locator('.now')).toContainText('bash')
    await screen.say('Mind the gap.')
    await expect(screen.pending()).toContainText('Mind the gap.')
    await expect(screen.pending()).toContainText('steer')
    expect(existsSync(join(desktop.projectFolder, 'ran.txt'))).toBe(false)
    const turn = screen.turn(1)
    await expect(turn).toContainText('completed')
    expect(await readFile(join(desktop.projectFolder, 'ran.txt'), 'utf8')).toBe('finished\n')
    await expect(turn.locator('.said').filter({ hasText: 'Mind the gap.' })).toContainText('answered')
    await expect(turn.locator('.reply')).toContainText('Mind the gap.')
    await expect(screen.turn(2)).toHaveCount(0)
    await expect(screen.pending()).toHaveCount(0)
  })

  test('an endpoint that refuses the key ends the turn with what to do', async ({ desktop, model }) => {
    const screen = new CrewScreen(desktop.window)
    await screen.allow('Read only')
    await screen.addModel({ name: 'Scripted', url: `${model.url}/v1`, models: 'down-401', key: 'wrong' })
    await screen.newWorker({ name: 'Locked out', task: 'Hello', engine: 'pi' })
    await expect(screen.turn(1)).toContainText('MODEL_AUTH')
    await expect(screen.turn(1).getByRole('button', { name: 'Send again' })).toBeVisible()
    await screen.turn(1).getByRole('button', { name: 'Model settings' }).click()
    await expect(desktop.window.getByRole('dialog').getByRole('tab', { name: 'Models' })).toHaveAttribute('aria-selected', 'true')
  })
})

test('a queued message becomes the next turn', async ({ desktop }) => {
  const screen = new CrewScreen(desktop.window)
  await screen.newWorker({ name: 'Queue', task: 'sleep 1; echo first >> order.txt', engine: 'shell' })
  await expect(screen.turn(1).locator('.now')).toBeVisible()
  await screen.say('echo second >> order.txt', 'ControlOrMeta+Enter')
  await expect(screen.pending()).toContainText('queue')
  await expect(screen.turn(2)).toContainText('completed')
  await expect(screen.pending()).toHaveCount(0)
  expect(await readFile(join(desktop.projectFolder, 'order.txt'), 'utf8')).toBe('first\nsecond\n')
})

test('a stop ends the command and its children within a second; what was queued is still pending', async ({ desktop }) => {
  const screen = new CrewScreen(desktop.window)
  const resists = "trap '' INT TERM; setsid sleep 300 & sleep 301 & echo started > pid.txt; while :; do sleep 302; done"
  await screen.newWorker({ name: 'Stubborn', task: resists, engine: 'shell' })
  await expect.poll(() => existsSync(join(desktop.projectFolder, 'pid.txt'))).toBe(true)
  await screen.say('echo later > later.txt', 'ControlOrMeta+Enter')
  await expect(screen.pending()).toContainText('accepted')
  const sleepers = () => desktop.processes().filter(({ command }) => command.startsWith('sleep 30')).length
  expect(sleepers()).toBe(3)
  const clicked = Date.now()
  await desktop.window.getByRole('button', { name: /Stop turn 1/ }).click()
  await expect.poll(sleepers, { intervals: [20] }).toBe(0)
  expect(Date.now() - clicked).toBeLessThan(1_000)
  await expect(screen.turn(1)).toContainText('stopped by you')
  await expect(screen.pending()).toContainText('echo later')
  await expect(screen.pending()).toContainText('parked')
  await expect(desktop.window.getByText('Your next message lets it run.')).toBeVisible()
  await expect(desktop.window.getByText('Opens turn 3, after one other.')).toBeVisible()
  expect(existsSync(join(desktop.projectFolder, 'later.txt'))).toBe(false)
  await desktop.window.getByRole('button', { name: 'Continue' }).click()
  await expect(screen.turn(2)).toContainText('completed')
  expect(existsSync(join(desktop.projectFolder, 'later.txt'))).toBe(true)
})

test('a worker that is about to be deleted takes no message; undone it is as it was, and deleted it is gone', async ({ desktop }) => {
  const screen = new CrewScreen(desktop.window)
  const { page } = screen
  await screen.newWorker({ name: 'Kept', task: 'echo here', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('completed')
  const remove = async (): Promise<void> => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: /Delete/ }).click()
  }
  await remove()
  const field = page.getByRole('textbox', { name: /^Message to / })
  await field.fill('echo late > late.txt')
  await field.press('Enter')
  await expect(page.getByText('This worker is being deleted')).toBeVisible()
  await expect(field).toHaveValue('echo late > late.txt')
  await expect(screen.pending()).toHaveCount(0)
  await page.getByRole('button', { name: /Undo/ }).first().click()
  await field.press('Enter')
  await expect(screen.turn(2)).toContainText('completed')
  expect(existsSync(join(desktop.projectFolder, 'late.txt'))).toBe(true)
  await remove()
  await expect(screen.row('Kept')).toHaveCount(0, { timeout: 20_000 })
})

test('a kill in the middle of a turn loses nothing, doubles nothing and leaves no process', async ({ desktop }) => {
  const before = new CrewScreen(desktop.window)
  const task = 'echo ran >> ran.txt; setsid sleep 300 & sleep 300'
  await before.newWorker({ name: 'Survivor', task, engine: 'shell' })
  await expect.poll(() => existsSync(join(desktop.projectFolder, 'ran.txt'))).toBe(true)
  await before.say('echo queued >> queued.txt', 'ControlOrMeta+Enter')
  await expect(before.pending()).toContainText('accepted')
  await desktop.kill()
  await expect.poll(() => desktop.processes().length, { timeout: 10_000 }).toBe(0)

  await desktop.start()
  const after = new CrewScreen(desktop.window)
  await after.open('Survivor')
  await expect(after.turn(1)).toContainText('interrupted')
  await expect(after.turn(2)).toHaveCount(0)
  await expect(after.pending()).toHaveCount(1)
  await expect(after.pending()).toContainText('echo queued')
  expect(await readFile(join(desktop.projectFolder, 'ran.txt'), 'utf8')).toBe('ran\n')
  expect(existsSync(join(desktop.projectFolder, 'queued.txt'))).toBe(false)
  await after.page.getByRole('button', { name: 'Continue' }).click()
  await expect(after.turn(2)).toContainText('completed')
  expect(await readFile(join(desktop.projectFolder, 'queued.txt'), 'utf8')).toBe('queued\n')
})
