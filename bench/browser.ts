/** The browser that benchmarks look through. */
import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_FLAGS, chromiumPath } from '../e2e/chromium'

/** The size of a window, in px, where a benchmark does not say otherwise. */
export const VIEWPORT = { width: 1440, height: 900 }

export function launchBrowser(...flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_FLAGS, ...flags] })
}
