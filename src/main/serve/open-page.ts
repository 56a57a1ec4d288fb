/**
 * Opens the page in the operator's browser. The address holds the token, and a command line can be read by every user
 * of the machine; so the browser is given a file that only the operator can read, and the file leads to the page.
 */
import { spawn } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** How long a slow browser may take to read the file, in ms. */
const FILE_LIVES_MS = 60_000

/** The system's command that opens a file in its browser; null where nobody could see it. */
export function browserCommand(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  target: string
): { command: string; args: string[] } | null {
  switch (platform) {
    case 'darwin':
      return { command: 'open', args: [target] }
    case 'win32':
      return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', target] }
    default:
      return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? { command: 'xdg-open', args: [target] } : null
  }
}

/** `url` is our own page's address. Returns whether a browser was asked; the file goes by itself after a minute. */
export async function openPage(url: string, folder: string): Promise<boolean> {
  const file = join(folder, 'open-page.html')
  const command = browserCommand(process.platform, process.env, pathToFileURL(file).href)
  if (!command) return false
  await rm(file, { force: true })
  await writeFile(file, redirectTo(url), { mode: 0o600, flag: 'wx' })
  setTimeout(() => void rm(file, { force: true }), FILE_LIVES_MS).unref()
  return new Promise((resolve) => {
    const child = spawn(command.command, command.args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => resolve(true))
    child.unref()
  })
}

function redirectTo(url: string): string {
  const safe = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${safe}">
<title>Crewdeck</title>
<p><a href="${safe}">Open Crewdeck</a></p>
`
}
