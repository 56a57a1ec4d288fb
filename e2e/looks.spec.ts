/** What every screen owes to everybody: at a zoom of 200 %, without motion, with the system's colours, in Chinese, read aloud. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe'
import { addModel, beside, makeWorker } from './client'
import { CrewScreen } from './crew'
import { expect, test } from './launch'
import { startScriptedModel } from './scripted-model/main'

/** Controls, of a dialog where one is open, that cannot be brought wholly into view, and those that something else lies over. */
const outOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...(document.querySelector('[role="dialog"]') ?? document).querySelectorAll<HTMLElement>('button, input, textarea, select, [role="tab"], [role="treeitem"], a[href]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], .out'))
      .flatMap((element) => {
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
        const isInside = left >= -1 && right <= innerWidth + 1 && top >= -1 && (bottom <= innerHeight + 1 || height > innerHeight / 2)
        const hit = document.elementFromPoint(left + width / 2, Math.min(top + height / 2, innerHeight - 2))
        const isFree = hit !== null && (element.contains(hit) || hit.contains(element) || element.closest('label')?.contains(hit) === true)
        return isInside && isFree ? [] : [`${element.getAttribute('aria-label') ?? element.textContent} ${isInside ? 'covered' : 'outside'}`]
      })
  )

/** Heights in px of what was said and of where one writes. */
const heights = (page: Page): Promise<{ timeline: number; desk: number; draft: number }> =>
  page.evaluate(() => {
    const of = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().height ?? 0
    return { timeline: of('.timeline-place'), desk: of('.desk'), draft: of('.draft') }
  })

/** Texts and names on the screen with English words in them, but for what people, workers and programs have named, and what was read aloud before. */
const englishOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const own = '.md, pre, code, .key, .path, h1, .name, .name-link, .wordmark, .project-name, .said .text, textarea, body [lang], .rail-heard, .num, .gist, .need-what, .out'
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof HTMLElement ? node : node.parentElement
      if (!element || element.closest(own) || element.closest('script, style') || !element.checkVisibility()) continue
      if (node instanceof HTMLElement) texts.push(...['aria-label', 'title', 'placeholder'].map((name) => node.getAttribute(name) ?? ''))
      else texts.push(node.textContent ?? '')
    }
    const names = /^\/\S+$|https?:\S+|crewdeck-project-\w+|gone\.txt|Crewdeck|Claude Code|Codex|OpenCode|Gemini CLI|Goose|DeepSeek Harness|scripted|shell|bash|token|Markdown|English|Looked at|Other|Enter|Ctrl|Shift|Alt/gi
    const isEnglish = (text: string): boolean => /[a-z]{3,}/i.test(text.replaceAll(names, ''))
    return [...new Set(texts.map((text) => text.trim()).filter((text) => isEnglish(text) && !/[\u4e00-\u9fff]/.test(text)))]
  })

test('at a zoom of 200 % all is in reach; a long draft and many pending messages leave half of the window', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  const crew = await beside(served)
  await page.setViewportSize({ width: 720, height: 450 })
  await expect(page.getByRole('heading', { name: /^No workers in/ })).toBeVisible()
  expect(await outOfReach(page)).toEqual([])
  // The view has scrolled to its last control, the window has not.
  expect(await page.locator('.rail').evaluate((rail) => rail.getBoundingClientRect().top)).toBe(0)
  const workerId = await makeWorker(crew, 'A worker with a name that is much too long for its row', 'sleep 300', 'shell')
  for (let index = 0; index < 9; index += 1) {
    await crew.client.workers.send({ sessionId: crew.sessionId, workerId, messageId: `m${index}`, text: `echo ${index}`, delivery: 'queue' })
  }
  crew.close()
  await page.setViewportSize({ width: 900, height: 700 })
  await screen.row('A worker').click()
  const draft = page.getByRole('textbox', { name: /^Message to/ })
  await draft.fill(Array.from({ length: 60 }, (_, index) => `Line ${index}`).join('\n'))
  const { timeline, desk, draft: written } = await heights(page)
  expect(timeline).toBeGreaterThanOrEqual(350)
  expect(desk).toBeLessThan(timeline)
  // Two lines and more of what is written are seen, the rest is scrolled to.
  expect(written).toBeGreaterThanOrEqual(48)
  expect(await draft.evaluate((field) => field.scrollHeight > field.clientHeight)).toBe(true)
  expect(await screen.pending().count()).toBe(9)

  await page.setViewportSize({ width: 720, height: 450 })
  expect(await page.evaluate(() => document.scrollingElement!.scrollWidth <= innerWidth)).toBe(true)
  expect(await outOfReach(page)).toEqual([])
  await expectAccessible(page)
  await draft.fill('')
  await screen.say('echo last')
  await expect(screen.pending()).toHaveCount(10)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await outOfReach(page)).toEqual([])
})

test('nothing moves for whoever wants no motion; the status is told in words, and choices are seen with the system\'s colours', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const crew = await beside(served)
  await makeWorker(crew, 'Runs', 'sleep 300', 'shell')
  await makeWorker(crew, 'Done', 'echo done', 'shell')
  crew.close()
  await expect(screen.row('Runs')).toContainText(/busy.*shell/)
  await expect(screen.row('Done')).toContainText('completed')
  // What only comes late stands still until then.
  const moving = () =>
    page.evaluate(() =>
      document.getAnimations().filter((each) => each.playState === 'running' && Number(each.effect?.getComputedTiming().duration ?? 0) > 0).map((each) => (each.effect as KeyframeEffect).target?.className)
    )
  await screen.open('Runs')
  expect(await moving()).toEqual([])
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await moving()).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await moving()).toEqual([])
  await page.keyboard.press('Escape')

  await page.emulateMedia({ forcedColors: 'active' })
  const lineOf = (selector: string) => page.locator(selector).first().evaluate((element) => getComputedStyle(element).outlineStyle)
  expect(await lineOf('.worker[aria-current="true"]')).toBe('solid')
  expect(await lineOf('.worker:not([aria-current="true"])')).toBe('none')
  expect(await lineOf('.field')).toBe('solid')
})

test('what starts says so, what is never heard is not known, and a message that the host has not yet is being sent', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  const crew = await beside(served)
  const { sessionId } = crew
  const agent = [join(import.meta.dirname, 'acp-agent/main.ts'), '--slow-start', '60000']
  await crew.client.agents.save({ id: 'slow', label: 'Slow', command: process.execPath, args: agent })
  await crew.client.workers.create({ sessionId, workerId: 'tides', messageId: 'tides-1', name: 'Tide tables', task: 'Read them.', engine: 'acp', model: 'slow' })
  await makeWorker(crew, 'Runs', 'sleep 300', 'shell')
  crew.close()
  await expect(screen.row('Tide tables')).toContainText(/starting · engine/)
  await screen.open('Runs')
  await expect(screen.turn(1)).toContainText('running')
  served.process?.kill('SIGSTOP')
  await page.getByRole('textbox', { name: /^Message to/ }).fill('echo next')
  await page.keyboard.press('Enter')
  await expect(screen.pending()).toContainText(/sending.*kept here until the host has it/)
  served.process?.kill('SIGCONT')
  await expect(screen.pending()).toContainText('accepted')
  await screen.open('Tide tables')
  await expect(screen.row('Tide tables')).toContainText('unknown · never heard', { timeout: 15_000 })
  await expect(screen.turn(1).locator('.turn-head')).toContainText('unknown · never heard · in starting')
  await expect(screen.turn(1).locator('.now')).toContainText('not heard yet')
})

test('a turn that ran out of tokens offers to go on, and the first one says since when there is its worker', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  const model = await startScriptedModel()
  const crew = await beside(served)
  await crew.client.models.saveProvider({ id: 'short', name: 'Short', api: 'openai-completions', baseUrl: `${model.url}/v1`, models: ['max-tokens'] })
  const { sessionId } = crew
  await crew.client.workers.create({ sessionId, workerId: 'icons', messageId: 'icons-1', name: 'Icon set', task: 'Draw them all.', engine: 'pi', model: 'short/max-tokens' })
  crew.close()
  await screen.open('Icon set')
  await expect(screen.turn(1)).toContainText('ran out of tokens')
  await expect(page.locator('.earlier')).toHaveText(/^Turn 1 is the first\. The worker was made on .*, \d\d:\d\d\.$/)
  await screen.turn(1).getByRole('button', { name: 'Continue' }).click()
  await expect(screen.turn(2).locator('.said')).toContainText('Go on from where you stopped.')
  await expect(screen.turn(2)).toContainText('ran out of tokens')
  await model.close()
})

test('a screen reader hears that a turn begins and ends, and nothing of what is written meanwhile', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  const model = await startScriptedModel()
  const crew = await beside(served)
  await addModel(crew, model.url)
  await makeWorker(crew, 'Writes', '[[say Ready.]]', 'pi')
  crew.close()
  await screen.open('Writes')
  await expect(screen.turn(1)).toContainText('completed')
  await page.evaluate(() => {
    const said: string[] = []
    const take = (node: Node | null): void => {
      const region = (node instanceof Element ? node : node?.parentElement)?.closest('[role="status"], [role="alert"], [role="log"], [aria-live]:not([aria-live="off"])')
      const text = region?.textContent.trim()
      if (text !== undefined && text !== '') said.push(text)
    }
    new MutationObserver((changes) => changes.forEach((change) => [change.target, ...change.addedNodes].forEach(take))).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(globalThis, { said })
  })
  await screen.say('[[slow {"ms":2500}]]')
  await expect(screen.turn(2)).toContainText('running')
  await expect(screen.turn(2)).toContainText('completed')
  await expect(screen.turn(2).locator('.reply')).toContainText('word by word')
  const said = await page.evaluate(() => [...new Set((globalThis as typeof globalThis & { said: string[] }).said)])
  expect(said).toEqual(['Writes: Turn 2 has started.', 'Writes: Turn 2: completed.'])
  await model.close()
})

test('in Chinese everything is: rows, tabs, files and what is refused; a switch needs no restart', { tag: '@wide' }, async ({ served }) => {
  const { page } = served
  const screen = new CrewScreen(page)
  const model = await startScriptedModel()
  const crew = await beside(served)
  await addModel(crew, model.url)
  await crew.client.projects.setConduct({ sessionId: crew.sessionId, conduct: { coordinator: { enabled: true, engine: 'pi', model: 'scripted/scripted' } } })
  await makeWorker(crew, 'Looked at', '[[write {"path":"gone.txt","content":"x"}]] [[say 好。]]', 'pi')
  await makeWorker(crew, 'Other', 'exit 3', 'shell')
  crew.close()
  await expect(screen.row('Other')).toContainText('exit code 3')
  await screen.open('Looked at')
  await expect(screen.turn(1)).toContainText('completed')
  await rm(join(served.projectFolder, 'gone.txt'))
  await page.getByRole('tab', { name: /^Artifacts/ }).click()
  await page.locator('.artifact').filter({ hasText: 'gone.txt' }).click()
  await expect(page.locator('.file-view')).toContainText('not there')

  expect((await englishOn(page)).length).toBeGreaterThan(10)
  await page.keyboard.press('Alt+Shift+z')
  await expect(page.getByRole('tab')).toHaveText([/^时间线/, /^完整记录/, /^产物/, /^笔记/])
  await expect(screen.row('Other')).toContainText('3')
  expect(await englishOn(page)).toEqual([])
  await page.getByRole('tab', { name: '笔记' }).click()
  expect(await englishOn(page)).toEqual([])
  await page.getByRole('tab', { name: '时间线' }).click()
  await screen.row('Other').click()
  await expect(page.locator('.fault .text')).toHaveText(/[\u4e00-\u9fff].*3/)
  expect(await englishOn(page)).toEqual([])
  await page.locator('.row.attention').click()
  expect(await englishOn(page)).toEqual([])
  await page.locator('.coordinator .row').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('协调者')
  expect(await englishOn(page)).toEqual([])
  for (const key of ['ControlOrMeta+k', 'ControlOrMeta+Shift+f', '?', 'Alt+n', 'ControlOrMeta+,']) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
    expect([key, await englishOn(page)]).toEqual([key, []])
    if (key === 'ControlOrMeta+,') break
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const tab of await page.getByRole('dialog').getByRole('tab').all()) {
    await tab.click()
    expect([await tab.textContent(), await englishOn(page)]).toEqual([await tab.textContent(), []])
  }
  await page.keyboard.press('Escape')

  // What cannot be looked for now is said in Chinese too.
  await page.keyboard.press('ControlOrMeta+Shift+f')
  await served.kill()
  await page.getByRole('dialog').getByRole('combobox').fill('gone')
  await expect(page.locator('.find-told.is-problem')).toHaveText(/[\u4e00-\u9fff].*[\u4e00-\u9fff]/)
  expect(await englishOn(page)).toEqual([])
  await model.close()
})
