/** What came with a message is looked at and had back, and its record names it. */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './axe'
import { beside, makeWorker } from './client'
import { CrewScreen } from './crew'
import { expect, test } from './launch'

/** A red square of 8 × 8 px. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mO4YGCAFTEMLQkA2ntMAZZ5tYQAAAAASUVORK5CYII=', 'base64')

test('a picture that was sent is shown, can be had back, and stands in the transcript', async ({ served }) => {
  const { page } = served
  const other = await beside(served)
  await makeWorker(other, 'Shell', 'true', 'shell')
  other.close()
  const screen = new CrewScreen(page)
  await screen.open('Shell')
  await page.setInputFiles('input[type="file"]', [
    { name: 'plan.png', mimeType: 'image/png', buffer: PNG },
    { name: 'odd.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0xff, 0, 1]) }
  ])
  await expect(page.getByRole('button', { name: /^odd\.bin/ })).toContainText('3')
  await screen.say('wc -c "$ATTACHMENT_1"')
  await expect(screen.turn(2)).toContainText('completed')
  const said = screen.turn(2).locator('.said')
  await said.getByRole('button', { name: /^plan\.png/ }).click()
  const dialog = page.getByRole('dialog', { name: 'plan.png' })
  const picture = dialog.getByRole('img', { name: 'plan.png' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBe(8)
  await expectAccessible(page, 'an attached picture', '[role="dialog"]')
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Download' }).click()])
  expect(download.suggestedFilename()).toBe('plan.png')
  expect((await readFile(await download.path())).equals(PNG)).toBe(true)
  await page.keyboard.press('Escape')
  await said.getByRole('button', { name: /^odd\.bin/ }).click()
  await expect(page.getByRole('dialog')).toContainText('No preview: it is neither text nor a picture.')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await expect(page.getByRole('tabpanel').getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveText([/plan\.png\s*74\sB/, /odd\.bin\s*3\sB/])
})
