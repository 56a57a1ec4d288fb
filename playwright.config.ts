import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, chromiumPath } from './e2e/chromium'
import { chooseElectron } from './e2e/electron-binary'

chooseElectron()

/** End-to-end specs on the built app: see e2e/launch.ts. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: { launchOptions: { executablePath: chromiumPath(), args: CHROMIUM_FLAGS } }
})
