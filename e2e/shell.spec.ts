/** What the desktop shell promises about its window, checked on the running app. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import type { Host } from '../src/main/host'
import { expect, test, type Desktop } from './launch'

/** Where specs keep what they see in the main process. */
interface World {
  crewdeckHost: Host
  seen: unknown[]
}

test.describe('the page', () => {
  test('has no powers of its own, and one small bridge', async ({ desktop }) => {
    const shown = await desktop.app.browserWindow(desktop.window)
    const preferences = await shown.evaluate((itself) => {
      const { webContents } = itself as BrowserWindow & { webContents: { getLastWebPreferences(): Record<string, unknown> } }
      const { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag } = webContents.getLastWebPreferences()
      return { sandbox, contextIsolation, nodeIntegration, webSecurity, webviewTag }
    })
    expect(preferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false
    })

    const page = await desktop.window.evaluate(() => ({
      powers: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in window),
      bridge: Object.keys(window.crewdeck ?? {}).toSorted(),
      frozen: Object.isFrozen(window.crewdeck),
      replaceable: Reflect.set(window, 'crewdeck', null)
    }))
    expect(page).toEqual({ powers: [], bridge: ['connect', 'onCommand', 'pathOf', 'platform', 'speak'], frozen: true, replaceable: false })
  })

  test('gets its policy with every file, and the policy holds', async ({ desktop }) => {
    const policies = await desktop.window.evaluate(async () => {
      const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
      const answers = await Promise.all(['/index.html', script, '/nothing.js'].map((path) => fetch(path)))
      return answers.map(({ headers }) => headers.get('content-security-policy')?.split('; '))
    })
    for (const policy of policies) {
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' data: blob:",
          "connect-src 'self'",
          "font-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "form-action 'none'",
          "require-trusted-types-for 'script'"
        ])
      )
      expect(policy?.join()).not.toMatch(/unsafe|https?:|\*/)
    }

    const blocked = await desktop.window.evaluate(async () => {
      const seen = new Set<string>()
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => seen.add(effectiveDirective))
      const add = (tag: string, properties: object): void => {
        document.body.append(Object.assign(document.createElement(tag), properties))
      }
      add('style', { textContent: '* { color: red }' })
      add('img', { src: 'https://example.com/pixel.png' })
      add('iframe', { src: 'https://example.com/' })
      await fetch('https://example.com/').catch(() => {})
      const refused = (attempt: () => void): boolean => {
        try {
          attempt()
          return false
        } catch {
          return true
        }
      }
      const markup = refused(() => document.body.insertAdjacentHTML('beforeend', '<b>bold</b>'))
      // What runs within the call itself may do more than the page, so this waits for a moment of the page's own.
      await new Promise((next) => setTimeout(next))
      const evaluated = refused(() => Reflect.construct(Function, ['return 1']))
      while (seen.size < 5) await new Promise((next) => document.addEventListener('securitypolicyviolation', next, { once: true }))
      return { seen: [...seen].toSorted(), markup, evaluated }
    })
    expect(blocked).toEqual({
      seen: ['connect-src', 'frame-src', 'img-src', 'require-trusted-types-for', 'style-src-elem'],
      markup: true,
      evaluated: true
    })
  })

  test('gets the files of the page and no others', { tag: '@wide' }, async ({ desktop }) => {
    const statuses = await desktop.window.evaluate(async () => {
      const outside = ['/../main/index.js', '/%2e%2e/main/index.js', '/..%2fmain%2findex.js', '/..%5cmain%5cindex.js']
      const strange = ['/assets%2f..%2findex.html', '/index.html%00.js', '//index.html', '/assets/']
      const other = ['/main/index.js', '/C:/Windows/win.ini', '/etc/passwd']
      const asked = ['/', '/index.html', ...outside, ...strange, ...other]
      const answers = await Promise.all(asked.map(async (path) => [path, (await fetch(location.origin + path)).status] as const))
      return answers.filter(([path, status]) => status !== (path === '/' || path === '/index.html' ? 200 : 404))
    })
    expect(statuses).toEqual([])
  })
})

test('nothing leads away from the page', async ({ desktop }) => {
  await desktop.app.evaluate(({ BrowserWindow, session }) => {
    const world = globalThis as typeof globalThis & World
    world.seen = []
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.on('will-frame-navigate', ({ url, defaultPrevented }) => world.seen.push([url, defaultPrevented]))
    session.defaultSession.on('will-download', ({ defaultPrevented }) => world.seen.push(['download', defaultPrevented]))
  })
  const seen = () => desktop.app.evaluate(() => (globalThis as typeof globalThis & World).seen)
  const address = desktop.window.url()
  await desktop.window.evaluate(() => Object.assign(window, { sameDocument: true }))
  const click = (properties: Record<string, string>) =>
    desktop.window.evaluate((given) => {
      const link = Object.assign(document.createElement('a'), given)
      document.body.append(link)
      link.click()
      link.remove()
    }, properties)

  await click({ href: 'https://example.com/link' })
  await expect.poll(seen).toContainEqual(['https://example.com/link', true])
  await desktop.window.evaluate(() => location.assign('https://example.com/script'))
  await expect.poll(seen).toContainEqual(['https://example.com/script', true])
  await click({ href: '/other.html' })
  await expect.poll(seen).toContainEqual([expect.stringMatching(/^app:.*\/other\.html$/), true])
  await click({ href: '/index.html', download: 'page.html' })
  await expect.poll(seen).toContainEqual(['download', true])

  await desktop.window.evaluate(() => void window.open('https://example.com/opened'))
  await click({ href: 'https://example.com/blank', target: '_blank' })
  await click({ href: '/index.html', target: '_blank', rel: 'opener' })
  await expect.poll(() => desktop.app.windows().length).toBe(1)
  expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)

  expect(desktop.window.url()).toBe(address)
  expect(await desktop.window.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('the page is allowed to copy, and nothing else', async ({ desktop }) => {
  const states = await desktop.window.evaluate(async () => {
    const wanted = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi', 'local-fonts']
    const names = [...wanted, 'clipboard-write']
    const statuses = names.map(async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state)
    const states = await Promise.all(statuses)
    return {
      granted: names.filter((_, index) => states[index] === 'granted'),
      notifications: await Notification.requestPermission(),
      location: await new Promise((done) => {
        navigator.geolocation.getCurrentPosition(() => done('given'), ({ code }) => done(code))
      })
    }
  })
  expect(states).toEqual({ granted: ['clipboard-write'], notifications: 'denied', location: 1 })
})

test('only our own page is served, over one connection at a time', { tag: '@wide' }, async ({ desktop }) => {
  const connections = async () => (await desktop.diagnostics()).connections.map(({ id }) => id)
  await expect.poll(connections).toHaveLength(1)
  const before = await connections()

  // The same page with the same preload in a window that is not ours: its port is closed.
  const foreign = await desktop.app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getURL(): string
      getLastWebPreferences(): { preload: string }
    }
    const other = new BrowserWindow({ show: false, webPreferences: { preload: contents.getLastWebPreferences().preload } })
    await other.loadURL(contents.getURL())
    const answer: unknown = await other.webContents.executeJavaScript(`new Promise((done) => {
      addEventListener('message', ({ ports: [port] }) => {
        port?.addEventListener('close', () => done('closed'))
        port?.addEventListener('message', () => done('served'))
        port?.start()
      })
      crewdeck.connect()
    })`)
    other.destroy()
    return answer
  })
  expect(foreign).toBe('closed')

  // Messages that say they come from another frame of our window.
  const dropped = await desktop.app.evaluate(({ BrowserWindow, ipcMain }) => {
    const sender = BrowserWindow.getAllWindows()[0]?.webContents
    const url = sender?.getURL()
    const elsewhere = ['https://example.com/', 'app://other/index.html'].map((address) => ({ url: address, parent: null }))
    let closed = 0
    for (const senderFrame of [null, { url, parent: {} }, ...elsewhere]) {
      ipcMain.emit('crewdeck:connect', { sender, senderFrame, ports: [{ close: () => (closed += 1) }] })
    }
    return closed
  })
  expect(dropped).toBe(4)
  expect(await connections()).toEqual(before)

  for (const anew of [() => desktop.window.reload(), () => desktop.window.evaluate(() => window.crewdeck?.connect())]) {
    const old = await connections()
    await anew()
    await expect.poll(connections).not.toEqual(old)
    await expect.poll(connections).toHaveLength(1)
  }
})

test('a page that crashed comes back, to the same host', async ({ desktop }) => {
  const connections = async () => (await desktop.diagnostics()).connections.map(({ id }) => id)
  await expect.poll(connections).toHaveLength(1)
  const before = await connections()
  const crashed = desktop.window.waitForEvent('crash')
  await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
  await crashed
  await expect.poll(connections).not.toEqual(before)
  await expect.poll(connections).toHaveLength(1)
})

test('a second start shows the first window and ends', async ({ desktop }) => {
  const window = await desktop.app.browserWindow(desktop.window)
  await window.evaluate((shown) => shown.minimize())
  await expect.poll(() => window.evaluate((shown) => shown.isMinimized())).toBe(true)

  expect(await desktop.startAgain()).toBe(0)
  const state = () => window.evaluate((shown) => [shown.isMinimized(), shown.isVisible(), shown.isFocused()])
  await expect.poll(state).toEqual([false, true, true])
  expect(desktop.app.windows()).toHaveLength(1)
})

test('the window comes back where it was, but only onto a monitor that is there', { tag: '@wide' }, async ({ desktop }) => {
  const bounds = async () => (await desktop.app.browserWindow(desktop.window)).evaluate((shown) => shown.getNormalBounds())
  const first = await bounds()
  expect([first.width, first.height]).toEqual([1440, 900])
  const window = await desktop.app.browserWindow(desktop.window)
  expect(await window.evaluate((shown) => [shown.getMinimumSize(), shown.getTitle()])).toEqual([[720, 480], 'Crewdeck'])

  await window.evaluate((shown) => shown.setBounds({ x: 160, y: 90, width: 1000, height: 700 }))
  const left = await bounds()
  await desktop.relaunch()
  expect(await bounds()).toEqual(left)

  await desktop.quit()
  const elsewhere = { x: 50_000, y: -9_000, width: 900, height: 600, maximized: false }
  await writeFile(join(desktop.dataFolder, 'window.json'), JSON.stringify(elsewhere))
  await desktop.start()
  const { onScreen, size } = await desktop.app.evaluate(({ BrowserWindow, screen }) => {
    const shown = BrowserWindow.getAllWindows()[0]?.getNormalBounds() ?? { x: 0, y: 0, width: 0, height: 0 }
    const onScreen = screen.getAllDisplays().some(({ workArea: { x, y, width, height } }) => {
      return shown.x >= x && shown.y >= y && shown.x < x + width && shown.y < y + height
    })
    return { onScreen, size: [shown.width, shown.height] }
  })
  expect({ onScreen, size }).toEqual({ onScreen: true, size: [900, 600] })
})

test('the window has the colour of the page, in light and dark, and keeps its title', { tag: '@wide' }, async ({ desktop }) => {
  const window = await desktop.app.browserWindow(desktop.window)
  await expect.poll(() => window.evaluate((shown) => shown.isVisible())).toBe(true)
  for (const theme of ['dark', 'light'] as const) {
    await desktop.app.evaluate(({ nativeTheme }, wanted) => {
      nativeTheme.themeSource = wanted
    }, theme)
    const isDark = () => desktop.window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    await expect.poll(isDark).toBe(theme === 'dark')
    const surface = await desktop.window.evaluate(() => {
      const probe = document.createElement('div')
      document.body.append(probe)
      probe.style.color = 'var(--surface)'
      const channels = getComputedStyle(probe).color.match(/\d+/g) ?? []
      probe.remove()
      return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
    })
    expect((await window.evaluate((shown) => shown.getBackgroundColor())).toLowerCase()).toBe(surface)
  }

  await window.evaluate((shown) => {
    const world = globalThis as typeof globalThis & World
    world.seen = []
    shown.on('page-title-updated', (_event: unknown, title: string) => world.seen.push(title))
  })
  await desktop.window.evaluate(() => {
    document.title = 'Something else'
  })
  await expect.poll(() => desktop.app.evaluate(() => (globalThis as typeof globalThis & World).seen)).toEqual(['Something else'])
  expect(await window.evaluate((shown) => shown.getTitle())).toBe('Crewdeck')
})

test('hiding and minimising the window hides the page', { tag: '@wide' }, async ({ desktop }) => {
  const shell = await desktop.app.browserWindow(desktop.window)
  await desktop.window.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    document.addEventListener('visibilitychange', () => seen.push(document.visibilityState))
  })
  const seen = () => desktop.window.evaluate(() => (globalThis as typeof globalThis & World).seen)
  await shell.evaluate((shown) => shown.hide())
  await expect.poll(seen).toEqual(['hidden'])
  await shell.evaluate((shown) => shown.show())
  await expect.poll(seen).toEqual(['hidden', 'visible'])
  await shell.evaluate((shown) => shown.minimize())
  await expect.poll(seen).toEqual(['hidden', 'visible', 'hidden'])
  await shell.evaluate((shown) => shown.restore())
  await expect.poll(seen).toEqual(['hidden', 'visible', 'hidden', 'visible'])

  // A page that is loaded again meanwhile still knows, and still has its bridge.
  await shell.evaluate((shown) => shown.hide())
  await expect.poll(seen).toHaveLength(5)
  await desktop.window.reload()
  const state = () => desktop.window.evaluate(() => [document.visibilityState, typeof window.crewdeck?.connect])
  expect(await state()).toEqual(['hidden', 'function'])
  await shell.evaluate((shown) => shown.show())
  await expect.poll(state).toEqual(['visible', 'function'])
})

test.describe('the menu', () => {
  test.use({ openProject: false })

  test('opens a folder through the page, and cannot reload it', async ({ desktop }) => {
    await desktop.hostReady()
    const roles = await desktop.app.evaluate(({ dialog, Menu }) => {
      const world = globalThis as typeof globalThis & World
      world.seen = []
      dialog.showOpenDialog = async (...args: unknown[]) => {
        world.seen.push(args.at(-1))
        return { canceled: true, filePaths: [] }
      }
      const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []) ?? []
      return items.map(({ role }) => String(role).toLowerCase())
    })
    expect(roles).toEqual(expect.arrayContaining(['zoomin', 'zoomout', 'resetzoom']))
    for (const role of ['reload', 'forcereload', 'toggledevtools']) expect(roles).not.toContain(role)

    await expect
      .poll(async () => {
        await desktop.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('open-folder')?.click())
        return desktop.app.evaluate(() => (globalThis as typeof globalThis & World).seen[0])
      })
      .toMatchObject({ properties: ['openDirectory', 'createDirectory'] })
  })
})

test('a quit asks before it stops work, and nothing is left of the app after it', async ({ desktop }) => {
  await desktop.hostReady()
  const ask = (response: number) =>
    desktop.app.evaluate(({ dialog }, answer) => {
      const world = globalThis as typeof globalThis & World
      world.seen = []
      world.crewdeckHost.busyWorkers = () => 2
      dialog.showMessageBox = async (...args: unknown[]) => {
        world.seen.push(args.at(-1))
        return { response: answer, checkboxChecked: false }
      }
    }, response)
  const asked = () => desktop.app.evaluate(() => (globalThis as typeof globalThis & World).seen)

  const isVisible = async () => (await desktop.app.browserWindow(desktop.window)).evaluate((shown) => shown.isVisible())
  await expect.poll(isVisible).toBe(true)

  await ask(2)
  await (await desktop.app.browserWindow(desktop.window)).evaluate((shown) => shown.close())
  await expect.poll(asked).toMatchObject([{ message: '2 workers are busy.', buttons: ['Stop Them and Quit', 'Keep Running in the Background', 'Stay'] }])
  expect(await isVisible()).toBe(true)

  await ask(0)
  await desktop.quit()
  await nothingIsLeft(desktop)
})

test('nothing is left of an app that was killed', async ({ desktop }) => {
  await desktop.hostReady()
  await desktop.kill()
  await nothingIsLeft(desktop)
  await desktop.start()
  await expect(desktop.window).toHaveTitle('Crewdeck')
})

async function nothingIsLeft(desktop: Desktop): Promise<void> {
  await expect.poll(() => desktop.processes(), { timeout: 5_000 }).toEqual([])
}
