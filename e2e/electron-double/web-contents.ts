/** `webContents`: one page in Chromium, its preload, its messages and its ports. */
import { EventEmitter } from 'node:events'
import { browser } from './browser.ts'
import { createCodec } from './codec.ts'
import type { Session } from './devtools.ts'
import { cancellable } from './events.ts'
import { ipcMain } from './ipc.ts'
import { nativeTheme } from './native-theme.ts'
import { denyOpened } from './opened-windows.ts'
import { hiddenScript, pageScript, PRELOAD_WORLD, preloadScript, RECEIVER, SENDER } from './page-scripts.ts'
import type { FromPage, ToPage } from './page/preload-world.ts'
import type { Visibility } from './page/world-link.ts'
import { MessagePortMain } from './ports.ts'
import { fromCarrier, toCarrier } from './protocol.ts'
import { interceptRequests } from './requests.ts'
import { session } from './session.ts'

export interface WebPreferences {
  preload?: string
  sandbox?: boolean
  contextIsolation?: boolean
  nodeIntegration?: boolean
  [other: string]: unknown
}

/** The window around a page, as the page needs it. */
export interface Owner {
  readonly size: { width: number; height: number }
  firstPaint(): void
  titleChanged(title: string): void
  close(): void
}

type OpenHandler = (details: { url: string; frameName: string }) => { action: 'allow' | 'deny' }

const DEFAULT_PREFERENCES: WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false
}
const codec = createCodec()

export class WebContents extends EventEmitter {
  static readonly #all = new Set<WebContents>()
  static #lastId = 0

  readonly id = (WebContents.#lastId += 1)
  readonly session = session.defaultSession
  /** Answers `senderFrame` of every message, too: frames within the page have no preload. */
  readonly mainFrame: { readonly url: string; readonly parent: null }
  readonly #owner: Owner
  readonly #preferences: WebPreferences
  readonly #ports = new Map<number, MessagePortMain>()
  #targetId = ''
  #page: Promise<Session>
  #url = ''
  /** The address that the main process itself has asked for. */
  #expected: string | null = null
  /** The preload's world in the document of now. */
  #world: { id: number; uniqueId: string } | null = null
  #visibility: Visibility = 'visible'
  /** The id of the script that hides a new document from its start; each change waits for the one before. */
  #hiddenScript: Promise<string | null> = Promise.resolve(null)
  #openHandler: OpenHandler = () => ({ action: 'allow' })
  #destroyed = false
  #loading = false

  constructor(owner: Owner, preferences: WebPreferences) {
    super()
    const { sandbox, contextIsolation, nodeIntegration } = { ...DEFAULT_PREFERENCES, ...preferences }
    if (!sandbox || !contextIsolation || nodeIntegration) {
      throw new Error('electron double: only sandboxed, isolated pages without Node are imitated')
    }
    this.#owner = owner
    this.#preferences = preferences
    this.mainFrame = Object.defineProperty({ url: '', parent: null }, 'url', { get: () => this.#url })
    WebContents.#all.add(this)
    this.#page = this.#open()
    this.#page.catch((error: unknown) => {
      if (!this.#destroyed) console.error('electron double: the page did not open:', error)
    })
  }

  static getAllWebContents(): WebContents[] {
    return [...WebContents.#all]
  }
  static fromDevToolsTargetId(targetId: string): WebContents | undefined {
    return WebContents.getAllWebContents().find((contents) => contents.#targetId === targetId)
  }

  getURL(): string {
    return this.#url
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  isLoading(): boolean {
    return this.#loading
  }
  getLastWebPreferences(): WebPreferences {
    return { ...DEFAULT_PREFERENCES, ...this.#preferences }
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  /** Resolves when the page has loaded. */
  async loadURL(url: string): Promise<void> {
    this.#loading = true
    const page = await this.#page
    await session.defaultSession.applyPermissions(this, url)
    const loaded = new Promise((done) => this.once('did-finish-load', done))
    this.#expected = url
    const { errorText } = await page.send('Page.navigate', { url: toCarrier(url) })
    if (errorText) throw Object.assign(new Error(`${errorText} loading '${url}'`), { code: errorText.replace(/^net::/, '') })
    await loaded
  }

  reload(): void {
    this.#loading = true
    this.#expected = this.#url
    void this.#page.then((page) => page.tell('Page.reload', {}))
  }
  forcefullyCrashRenderer(): void {
    void this.#page.then((page) => page.tell('Page.crash', {}))
  }

  send(channel: string, message?: unknown): void {
    this.#tell({ kind: 'message', channel, text: codec.encode(message) })
  }

  async executeJavaScript(expression: string): Promise<unknown> {
    const page = await this.#page
    const options = { expression, awaitPromise: true, returnByValue: true }
    const { result, exceptionDetails } = await page.send('Runtime.evaluate', options)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  close(): void {
    this.#owner.close()
  }

  /** Called by the window when it is hidden or shown. */
  async setVisibility(state: Visibility): Promise<void> {
    if (state === this.#visibility) return
    this.#visibility = state
    this.#tell({ kind: 'visibility', state })
    const page = await this.#page
    this.#hiddenScript = this.#hiddenScript.then(async (identifier) => {
      if (identifier) await page.send('Page.removeScriptToEvaluateOnNewDocument', { identifier })
      if (state === 'visible') return null
      return (await page.send('Page.addScriptToEvaluateOnNewDocument', { source: hiddenScript() })).identifier
    })
    await this.#hiddenScript
  }

  /** Called by the window when its inside has another size. */
  async resize({ width, height }: { width: number; height: number }): Promise<void> {
    await this.#page
    const { root } = await browser
    const { windowId } = await root.send('Browser.getWindowForTarget', { targetId: this.#targetId })
    await root.send('Browser.setContentsSize', { windowId, width, height })
  }

  /** Called by the window when it is gone. */
  destroy(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#documentGone()
    WebContents.#all.delete(this)
    nativeTheme.removeListener('updated', this.#applyTheme)
    this.emit('destroyed')
    void browser.then(({ root }) => root.tell('Target.closeTarget', { targetId: this.#targetId }))
  }

  async #open(): Promise<Session> {
    const devtools = await browser
    const { root } = devtools
    const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', newWindow: true, ...this.#owner.size })
    this.#targetId = targetId
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true })
    const page = devtools.session(sessionId)
    this.#listen(page)
    denyOpened(root, page, targetId, (url, frameName) => this.#openHandler({ url, frameName }).action === 'deny')
    // The test runner holds every new page until all who are attached let it go, so nothing here waits for the page itself.
    await Promise.all([
      root.send('Target.setDiscoverTargets', { discover: true }),
      page.send('Page.enable'),
      page.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      page.send('Runtime.addBinding', { name: SENDER, executionContextName: PRELOAD_WORLD }),
      page.send('Runtime.enable'),
      interceptRequests(page, { mainFrame: targetId, mayNavigate: (url, isMainFrame) => this.#mayNavigate(url, isMainFrame) }),
      page.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript() }),
      page.send('Page.addScriptToEvaluateOnNewDocument', {
        worldName: PRELOAD_WORLD,
        source: preloadScript(this.#preferences.preload)
      })
    ])
    await page.send('Runtime.runIfWaitingForDebugger')
    const { windowId } = await root.send('Browser.getWindowForTarget', { targetId })
    await root.send('Browser.setContentsSize', { windowId, ...this.#owner.size })
    nativeTheme.on('updated', this.#applyTheme)
    return page
  }

  #listen(page: Session): void {
    const isMain = (frameId: string): boolean => frameId === this.#targetId
    page.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name !== PRELOAD_WORLD || !isMain(String(context.auxData?.['frameId']))) return
      this.#documentGone()
      this.#world = context
    })
    page.on('Runtime.executionContextsCleared', () => this.#documentGone())
    page.on('Runtime.bindingCalled', ({ name, executionContextId, payload }) => {
      if (name === SENDER && executionContextId === this.#world?.id) this.#receive(JSON.parse(payload) as FromPage)
    })
    page.on('Page.frameNavigated', ({ frame }) => {
      if (!isMain(frame.id)) return
      this.#url = fromCarrier(frame.url + (frame.urlFragment ?? ''))
      this.#applyTheme()
      this.emit('did-navigate', {}, this.#url, 200, 'OK')
    })
    page.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (isMain(frameId)) this.#url = fromCarrier(url)
    })
    page.on('Page.domContentEventFired', () => this.emit('dom-ready', {}))
    page.on('Page.loadEventFired', () => {
      this.#loading = false
      this.emit('did-finish-load', {})
    })
    page.on('Page.lifecycleEvent', ({ frameId, name }) => {
      if (name === 'firstPaint' && isMain(frameId) && this.#url !== '') this.#owner.firstPaint()
    })
    page.on('Inspector.targetCrashed', () => {
      this.#documentGone()
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 })
    })
  }

  readonly #applyTheme = (): void => {
    const features = [{ name: 'prefers-color-scheme', value: nativeTheme.shouldUseDarkColors ? 'dark' : 'light' }]
    void this.#page.then((page) => page.tell('Emulation.setEmulatedMedia', { features }))
  }

  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && url === this.#expected) {
      this.#expected = null
      return true
    }
    const event = cancellable({ url, isMainFrame, isSameDocument: false, frame: isMainFrame ? this.mainFrame : null })
    this.emit('will-frame-navigate', event)
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event)
    return !event.defaultPrevented
  }

  #receive(message: FromPage): void {
    switch (message.kind) {
      case 'send': {
        const ports = message.ports.map((id) => this.#port(id))
        ipcMain.emit(message.channel, { sender: this, senderFrame: this.mainFrame, ports }, codec.decode(message.text))
        break
      }
      case 'title':
        this.#owner.titleChanged(message.title)
        break
      case 'port':
        this.#ports.get(message.id)?.receive(message.text)
        break
      case 'port-closed':
        this.#ports.get(message.id)?.pageClosed()
        this.#ports.delete(message.id)
    }
  }

  #port(id: number): MessagePortMain {
    const world = this.#world
    const port = new MessagePortMain({
      post: (text) => this.#tell({ kind: 'port', id, text }, world),
      close: () => this.#tell({ kind: 'port-closed', id }, world)
    })
    this.#ports.set(id, port)
    return port
  }

  #tell(message: ToPage, world = this.#world): void {
    if (!world || this.#destroyed) return
    const expression = `${RECEIVER}(${JSON.stringify(message)})`
    void this.#page.then((page) => page.tell('Runtime.evaluate', { expression, uniqueContextId: world.uniqueId }))
  }

  #documentGone(): void {
    this.#world = null
    for (const port of this.#ports.values()) port.pageClosed()
    this.#ports.clear()
  }
}
