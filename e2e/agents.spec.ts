/** Agents of the operator's own, by the small one of `e2e/acp-agent`: set up, run beside other engines, and gone wrong. */
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { CrewScreen } from './crew'
import { expect, test } from './launch'

const ROOT = join(import.meta.dirname, '..')
const NODE = join(ROOT, 'node_modules/.bin/node')
const AGENT = join(ROOT, 'e2e/acp-agent/main.ts')

async function openAgents(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Settings/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('tab', { name: 'Agents' }).click()
  return dialog
}

/** Adds the test agent by the form of the settings, and leaves them open. */
async function addAgent(page: Page, name: string, flags: readonly string[] = []): Promise<Locator> {
  const dialog = await openAgents(page)
  await dialog.getByRole('button', { name: /Add an agent of your own/ }).click()
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Command').fill(NODE)
  await dialog.getByLabel(/^Arguments/).fill([AGENT, ...flags].join('\n'))
  await dialog.getByRole('switch', { name: 'One process for all workers' }).check()
  await dialog.getByRole('button', { name: 'Add the agent' }).click()
  await expect(rowOf(dialog, name)).toContainText('ready')
  return dialog
}

const rowOf = (dialog: Locator, agent: string) => dialog.locator('.agent').filter({ hasText: agent })

test('three workers on three engines in one Project; the one that waits is answered from the list of requests', async ({ served: { page, projectFolder }, model }) => {
  const screen = new CrewScreen(page)
  await screen.allowWithModel('Write in the folder', model)
  const dialog = await addAgent(page, 'Own agent', ['--models', 'small,large'])
  await rowOf(dialog, 'Own agent').getByRole('button', { name: 'Check Own agent' }).click()
  await expect(rowOf(dialog, 'Own agent')).toContainText('It answered as test-agent 1.2.3')
  await expect(rowOf(dialog, 'Own agent')).toContainText('2 models')
  await screen.closeDialog()

  await screen.newWorker({ name: 'On pi', task: 'Please [[write {"path":"pi.txt","content":"pi"}]] and [[say From pi.]]', engine: 'pi' })
  await expect(screen.turn(1)).toContainText('completed')
  await screen.newWorker({ name: 'On a shell', task: 'echo shell > shell.txt', engine: 'shell' })
  await expect(screen.turn(1)).toContainText('completed')
  await screen.newWorker({ name: 'On an agent', task: '[[run {"command":"echo agent > agent.txt","ask":true}]]', engine: { agent: 'Own agent', model: 'large' } })
  await expect(screen.row('On an agent')).toContainText('waiting for you')
  expect(existsSync(join(projectFolder, 'agent.txt'))).toBe(false)

  await screen.requestsRow().click()
  await expect(screen.asks()).toHaveCount(1)
  await expect(screen.asks()).toContainText('echo agent > agent.txt')
  await screen.asks().getByRole('button', { name: 'Yes, once' }).click()
  await expect(screen.asks()).toHaveCount(0)
  await screen.open('On an agent')
  await expect(screen.turn(1)).toContainText('completed')
  await expect(screen.turn(1).locator('.turn-head')).toContainText('large')
  for (const name of ['pi', 'shell', 'agent']) expect((await readFile(join(projectFolder, `${name}.txt`), 'utf8')).trim()).toBe(name)
})

test('a steer that an agent cannot take waits as queue and says so; a crash in the middle is told with its last words', { tag: '@wide' }, async ({ served: { page, dataFolder } }) => {
  const screen = new CrewScreen(page)
  await screen.allow('Run commands')
  await addAgent(page, 'Own agent', ['--store', join(dataFolder, 'agent-store')])
  await expect(page.getByRole('dialog')).toContainText('Messages wait for its next turn')
  await screen.closeDialog()
  await screen.newWorker({ name: 'Deaf', task: '[[slow {"ms":60000}]]', engine: { agent: 'Own agent' } })
  await expect(screen.row('Deaf')).toContainText('test_execute')
  await expect(page.getByRole('main')).toContainText('this engine cannot take a message while it works')
  await screen.say('Hurry up. [[crash {"stderr":"out of luck"}]]')
  await expect(screen.pending()).toContainText('accepted')
  await expect(screen.pending()).toContainText('queue · opens turn 2')
  await page.getByRole('button', { name: /^Stop/ }).first().click()
  await expect(screen.turn(1)).toContainText('stopped by you')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(screen.turn(2)).toContainText('AGENT_EXIT')
  await expect(screen.turn(2)).toContainText('out of luck')
  // Its process has died, and the next message starts another.
  await screen.say('Still there?')
  await expect(screen.turn(3)).toContainText('completed')
})

test('after a kill of the host neither an agent nor what it runs is alive five seconds later', async ({ served }) => {
  const screen = new CrewScreen(served.page)
  await screen.allow('Run commands')
  await addAgent(served.page, 'Own agent')
  await screen.closeDialog()
  await screen.newWorker({ name: 'Doomed', task: '[[run {"command":"echo up > up.txt; setsid sleep 300 & sleep 300"}]]', engine: { agent: 'Own agent' } })
  await expect.poll(() => existsSync(join(served.projectFolder, 'up.txt'))).toBe(true)
  const commands = served.processes().map(({ command }) => command)
  expect(commands.filter((command) => command.includes('acp-agent'))).not.toEqual([])
  expect(commands.filter((command) => command.startsWith('sleep 300')).length).toBeGreaterThan(1)
  await served.kill()
  await expect.poll(() => served.processes().map(({ command }) => command), { timeout: 5_000 }).toEqual([])
})

test.describe('an agent that needs an adapter', () => {
  let bin: string
  test.beforeEach(async ({ env }) => {
    bin = await mkdtemp(join(tmpdir(), 'crewdeck-bin-'))
    env['PATH'] = `${bin}:${process.env['PATH']}`
    await program('claude', 'echo "2.1.9 (Claude Code)"')
  })
  test.afterEach(() => rm(bin, { recursive: true }))

  const program = async (name: string, script: string) => {
    await mkdir(bin, { recursive: true })
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(bin, name), 0o755)
  }
  /** Like npm: it brings the test agent as the adapter. */
  const npm = `
    for last; do :; done
    name="\${last%@*}"; version="\${last##*@}"
    mkdir -p "node_modules/$name/dist"
    printf '{"type":"module","version":"%s"}' "$version" > "node_modules/$name/package.json"
    echo "import '${AGENT}'" > "node_modules/$name/dist/index.js"`

  test('gets it when it is asked for, and loses it again; both languages, and nothing that a screen reader could not read', { tag: '@wide' }, async ({ served: { page } }) => {
    const dialog = await openAgents(page)
    const claude = rowOf(dialog, 'Claude Code')
    await expect(claude).toContainText('needs an adapter')
    await expect(claude).toContainText('@agentclientprotocol/claude-agent-acp 0.101.0')
    await expect(claude).toContainText('about 80 MB')
    await expect(claude).toContainText('Licence: Apache-2.0')
    await expectAccessible(page)
    await program('npm', npm)
    await claude.getByRole('button', { name: 'Install the adapter (80 MB)' }).click()
    await expect(claude).toContainText('ready')
    await claude.getByRole('button', { name: 'Menu of Claude Code' }).click()
    await page.getByRole('menuitem', { name: 'Remove the adapter…' }).click()
    await claude.getByRole('button', { name: 'Keep' }).click()
    await expect(claude).toContainText('ready')
    await claude.getByRole('button', { name: 'Menu of Claude Code' }).click()
    await page.getByRole('menuitem', { name: 'Remove the adapter…' }).click()
    await claude.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(claude).toContainText('needs an adapter')

    await dialog.getByRole('tab', { name: 'General' }).click()
    await dialog.getByText('中文').click()
    const chinese = page.getByRole('dialog', { name: '设置' })
    await chinese.getByRole('tab', { name: '智能体' }).click()
    await expect(rowOf(chinese, 'Claude Code')).toContainText('需要适配器')
    await expectAccessible(page)
  })
})

test('an endpoint may be edited, and asks before it goes', { tag: '@wide' }, async ({ served: { page } }) => {
  const screen = new CrewScreen(page)
  await screen.addModel({ name: 'Mine', url: 'http://127.0.0.1:9/v1', models: 'one', key: 'test-key' })
  await page.getByRole('button', { name: /^Settings/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const item = async (name: string) => {
    await dialog.getByRole('button', { name: /^Menu of / }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await item('Edit the endpoint…')
  await expect(dialog.getByLabel('Base URL')).toHaveValue('http://127.0.0.1:9/v1')
  await dialog.getByLabel('Name', { exact: true }).fill('Renamed')
  await dialog.getByRole('textbox', { name: /^Model/ }).fill('one\ntwo')
  await dialog.getByRole('button', { name: 'Save the endpoint' }).click()
  await expect(dialog.getByText('Renamed', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Model of Renamed to check').getByRole('option')).toHaveText(['one', 'two'])
  await item('Remove the endpoint…')
  await expect(dialog.getByRole('alertdialog')).toContainText('Remove Renamed')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Renamed', { exact: true })).toBeVisible()
  await item('Remove the endpoint…')
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(dialog.getByText('Renamed', { exact: true })).toHaveCount(0)
})
