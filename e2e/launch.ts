/**
 * What every spec imports instead of '@playwright/test': `desktop`, the built app on an Electron, `served`, the built host
 * with a page in a browser, and `model`, a scripted model. The first two start with a new data folder and a new project
 * folder, and after the spec nothing of them may be left running.
 *
 *   import { expect, test } from './launch'
 *   test.use({ env: { SOME_KEY: 'value' } })          // for the started process
 *   test.use({ openProject: false })                  // a first start: no project is open
 *   test('…', async ({ desktop }) => { await desktop.window.getByRole(…).click() })
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type TestInfo } from '@playwright/test'
import { Desktop } from './desktop'
import { startScriptedModel, type ScriptedModel } from './scripted-model/main'
import { Served } from './served'
import { Run } from './strays'

export { expect } from '@playwright/test'
export type { Desktop, Served }

interface Options {
  /** Added to the environment of what is started. */
  env: Record<string, string>
  /** Whether the project folder is opened at the start. */
  openProject: boolean
}

interface Fixtures {
  desktop: Desktop
  served: Served
  model: ScriptedModel
}

export const test = base.extend<Options & Fixtures>({
  env: [{}, { option: true }],
  openProject: [true, { option: true }],

  desktop: async ({ env, openProject }, use, testInfo) => {
    await inFolders(async (dataFolder, projectFolder) => {
      const run = new Run()
      const desktop = new Desktop({ run, dataFolder, projectFolder, openProject, env })
      try {
        await desktop.start()
        await use(desktop)
        await showFailure(testInfo, desktop.output, () => desktop.window.screenshot())
      } finally {
        await desktop.quit().finally(() => run.ended())
      }
    })
  },

  served: async ({ browser, env, openProject }, use, testInfo) => {
    await inFolders(async (dataFolder, projectFolder) => {
      const run = new Run()
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const served = new Served(await context.newPage(), { run, dataFolder, projectFolder, openProject, env })
      try {
        await served.start()
        await served.open()
        await use(served)
        await showFailure(testInfo, served.output, () => served.page.screenshot())
      } finally {
        await context.close()
        await served.stop().finally(() => run.ended())
      }
    })
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that nothing else is needed.
  model: async ({}, provide) => {
    const model = await startScriptedModel()
    await provide(model)
    await model.close()
  }
})

async function inFolders(work: (dataFolder: string, projectFolder: string) => Promise<void>): Promise<void> {
  const make = async (name: string): Promise<string> => realpath(await mkdtemp(join(tmpdir(), `crewdeck-${name}-`)))
  const folders = await Promise.all([make('data'), make('project')])
  try {
    await work(...folders)
  } finally {
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })))
  }
}

/** For a spec that went wrong: what the process wrote, and what the screen showed. */
async function showFailure(testInfo: TestInfo, output: string, screenshot: () => Promise<Buffer>): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  await testInfo.attach('output', { body: output, contentType: 'text/plain' })
  const image = await screenshot().catch(() => null)
  if (image) await testInfo.attach('screen', { body: image, contentType: 'image/png' })
}
