import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserCommand, openPage } from './open-page'

const URL_WITH_TOKEN = 'http://127.0.0.1:8123/#token=very-secret-token'
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crewdeck-open-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

describe('opening the page', () => {
  it('knows how each system does it, and when nobody could see it', () => {
    expect(browserCommand('linux', {}, 'x')).toBeNull()
    expect(browserCommand('linux', { DISPLAY: ':0' }, 'x')).toEqual({ command: 'xdg-open', args: ['x'] })
    expect(browserCommand('linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'x')?.command).toBe('xdg-open')
    expect(browserCommand('darwin', {}, 'x')?.command).toBe('open')
    expect(browserCommand('win32', {}, 'x')?.command).toBe('rundll32')
  })

  it.runIf(process.platform === 'linux')('keeps the token out of every command line', async () => {
    const asked = join(folder, 'asked.txt')
    await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\necho "$@" > ${asked}.part && mv ${asked}.part ${asked}\n`)
    await chmod(join(folder, 'xdg-open'), 0o755)
    vi.stubEnv('DISPLAY', ':99')
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`)

    expect(await openPage(URL_WITH_TOKEN, folder)).toBe(true)
    await expect.poll(() => readFile(asked, 'utf8').catch(() => '')).toMatch(/^file:\/\/.*open-page\.html$/m)
    expect(await readFile(asked, 'utf8')).not.toContain('secret')
    const page = join(folder, 'open-page.html')
    expect((await stat(page)).mode & 0o777).toBe(0o600)
    expect(await readFile(page, 'utf8')).toContain(`0;url=${URL_WITH_TOKEN}`)
  })

  it('says when there is no browser', async () => {
    vi.stubEnv('DISPLAY', ':99')
    vi.stubEnv('PATH', folder)
    const opened = await openPage(URL_WITH_TOKEN, folder)
    expect(opened).toBe(process.platform !== 'linux')
  })
})
