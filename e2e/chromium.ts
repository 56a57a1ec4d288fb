/** Which Chromium the specs use, for the double as well as for the served page. */
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** CREWDECK_CHROMIUM, else the system's own, else the one that Playwright has installed. */
export function chromiumPath(): string {
  return process.env['CREWDECK_CHROMIUM'] ?? SYSTEM.find((path) => existsSync(path)) ?? chromium.executablePath()
}

/** No sandbox, since specs run as root in containers; and nothing that speaks to the network by itself. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]
