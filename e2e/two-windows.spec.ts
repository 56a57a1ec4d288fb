/** Two windows of one operator: neither loses what is written in the other. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { beside, makeWorker, type Beside } from './client'
import { CrewScreen } from './crew'
import { expect, test, type Served } from './launch'

let other: Beside
test.beforeEach(async ({ served }) => {
  other = await beside(served)
})
test.afterEach(() => other.close())

/** A window more of the same browser. */
async function second(served: Served): Promise<Page> {
  const page = await served.page.context().newPage()
  await page.goto(served.url)
  return page
}

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to / })
/** As when the operator turns to a window. */
const comeTo = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')))
const changing = (page: Page) => page.getByRole('textbox', { name: 'Text of the pending message' })
const note = (page: Page) => page.locator('.notes textarea')
const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage))

async function writeNote(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'Notes' }).click()
  await page.getByRole('button', { name: /^(Write|Edit)$/ }).first().click()
  await note(page).fill(text)
}

async function changePending(page: Page, worker: string, text: string): Promise<void> {
  await new CrewScreen(page).open(worker)
  await page.locator('.pend').hover()
  await page.locator('.pend').getByRole('button', { name: 'Edit' }).click()
  await changing(page).fill(text)
}

test('unsaved notes and changed messages stay with their window, and what a closed one left comes back', async ({ served }) => {
  const { client, sessionId } = other
  for (const name of ['Alpha', 'Beta']) {
    const workerId = await makeWorker(other, name, 'sleep 300', 'shell')
    await client.workers.send({ sessionId, workerId, messageId: `${name}-next`, text: `echo ${name}`, delivery: 'queue' })
  }
  const a = served.page
  const b = await second(served)
  await changePending(a, 'Alpha', 'changed in a')
  await writeNote(a, 'notes of a')
  await changePending(b, 'Beta', 'changed in b')
  await writeNote(b, 'notes of b')
  for (const text of ['changed in a', 'notes of a', 'changed in b', 'notes of b']) await expect.poll(() => stored(b)).toContain(text)

  await a.reload()
  await new CrewScreen(a).open('Alpha')
  await expect(changing(a)).toHaveValue('changed in a')
  await a.getByRole('tab', { name: 'Notes' }).click()
  await expect(note(a)).toHaveValue('notes of a')

  await a.close()
  await note(b).fill('notes of b, later')
  await expect.poll(() => stored(b)).toContain('notes of b, later')
  const c = await second(served)
  await new CrewScreen(c).open('Alpha')
  await expect(changing(c)).toHaveValue('changed in a')
  await c.getByRole('tab', { name: 'Notes' }).click()
  await expect(note(c)).toHaveValue('notes of a')
})

test('a draft of one window is never written over by another, and what one has sent is gone in both', async ({ served }) => {
  const { client, sessionId } = other
  const workerId = await makeWorker(other, 'Alpha', 'sleep 300', 'shell')
  const draft = async () => (await client.drafts.get({ sessionId, workerId })).text
  const a = served.page
  const b = await second(served)
  for (const page of [a, b]) await new CrewScreen(page).open('Alpha')
  await field(b).focus()
  await field(a).fill('a long draft')
  await expect.poll(draft).toBe('a long draft')
  await b.keyboard.type('x')
  await expect(field(b)).toHaveValue('a long draft\n\nx')
  await expect.poll(draft).toBe('a long draft\n\nx')

  await a.locator('input[type="file"]').setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('hi') })
  await expect(a.locator('.compose').getByText('plan.txt')).toBeVisible()
  await comeTo(a)
  await expect(field(a)).toHaveValue('a long draft\n\nx')
  await expect.poll(async () => (await client.drafts.get({ sessionId, workerId })).attachments.length).toBe(1)
  await comeTo(b)
  await expect(b.locator('.compose').getByText('plan.txt')).toBeVisible()
  await field(b).press('ControlOrMeta+Enter')
  await expect(b.locator('.pend')).toHaveCount(1)
  await expect.poll(draft).toBe('')
  await comeTo(b)
  await comeTo(a)
  await expect(field(a)).toHaveValue('')
  for (const page of [a, b]) await expect(page.locator('.compose').getByText('plan.txt')).toHaveCount(0)

  // What was typed while another window sent stays.
  await field(a).fill('mine')
  await expect.poll(draft).toBe('mine')
  await client.drafts.save({ sessionId, workerId, text: 'theirs', base: 'mine' })
  await a.keyboard.type(' and more')
  await expect(field(a)).toHaveValue('theirs\n\nmine and more')
  await expect.poll(draft).toBe('theirs\n\nmine and more')
})

test('what was being written to a worker that is deleted elsewhere stays on the screen, also of the last one', async ({ served }) => {
  const { client, sessionId } = other
  const { page } = served
  const gone = await makeWorker(other, 'Gone', 'sleep 300', 'shell')
  const last = await makeWorker(other, 'Last', 'sleep 300', 'shell')
  await client.workers.send({ sessionId, workerId: gone, messageId: 'next', text: 'echo next', delivery: 'queue' })
  await changePending(page, 'Gone', 'echo changed')
  await field(page).fill('half a thought')
  await client.workers.delete({ sessionId, workerId: gone })
  await expect(page.getByRole('heading', { name: 'Gone was deleted' })).toBeVisible()
  const draft = page.getByRole('textbox', { name: /^Your draft/ })
  const change = page.getByRole('textbox', { name: /^Your change/ })
  await expect(draft).toHaveValue('half a thought')
  await expect(change).toHaveValue('echo changed')
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await expect(page.getByText('Copied.')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Show Last' }).click()
  await field(page).fill('the last words')
  await client.workers.delete({ sessionId, workerId: last })
  await expect(draft).toHaveValue('the last words')
  await page.getByRole('button', { name: 'Let it go' }).click()
  await expect(draft).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Last was deleted' })).toHaveCount(0)
})
