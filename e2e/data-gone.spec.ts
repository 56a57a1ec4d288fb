/** The data folder is removed under a running host: the window says so, nothing is accepted that would be lost, and the host still ends. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from './axe'
import { CrewScreen } from './crew'
import { firstProject, withHost } from './host-client'
import { expect, test } from './launch'

test('a database that is gone is told within seconds, and commands are refused with what to do', { tag: '@wide' }, async ({ served }) => {
  test.skip(process.platform === 'win32', 'A file that is open cannot be removed there.')
  const { page } = served
  const screen = new CrewScreen(page)
  await screen.newWorker({ name: 'Anchor', task: 'echo before', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('completed')
  const told = page.getByRole('alert').filter({ hasText: 'What is shown is no longer kept.' })
  await expect(told).toHaveCount(0)
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(served.dataFolder, `crewdeck.db${suffix}`), { force: true })
  await expect(told).toContainText('restart Crewdeck', { timeout: 5_000 })
  await expectAccessible(page)

  const field = page.getByRole('textbox', { name: /^Message to / })
  await field.fill('echo after')
  await field.press('ControlOrMeta+Enter')
  await expect(screen.pending().filter({ hasText: 'echo after' })).toContainText('nothing is kept any more')
  const pausing = withHost(served, async (client) => client.projects.setPaused({ sessionId: await firstProject(client), paused: true }))
  await expect(pausing).rejects.toThrow(/nothing is kept any more/)
  // What is known can still be read.
  await expect(screen.turn(1)).toContainText('before')
  await served.stop()
})
