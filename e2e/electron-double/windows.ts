/** `BrowserWindow`: what a window manager would know about a window. What it shows is in web-contents.ts. */
import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { cancellable } from './events.ts'
import { screen } from './screen.ts'
import { announceDownloads } from './session.ts'
import { WebContents, type Owner, type WebPreferences } from './web-contents.ts'

interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

interface WindowOptions extends Partial<Bounds> {
  minWidth?: number
  minHeight?: number
  title?: string
  show?: boolean
  backgroundColor?: string
  webPreferences?: WebPreferences
}

export class BrowserWindow extends EventEmitter {
  static readonly #all = new Set<BrowserWindow>()
  static #focused: BrowserWindow | null = null
  static #lastId = 0

  readonly id = (BrowserWindow.#lastId += 1)
  readonly webContents: WebContents
  readonly #minimum: [number, number]
  #normal: Bounds
  #title: string
  #background: string
  #shown: boolean
  /** Until a window has been shown for the first time its page believes to be visible, so that it is drawn. */
  #everShown: boolean
  #minimized = false
  #maximized = false
  #painted = false
  #destroyed = false

  constructor(options: WindowOptions = {}) {
    super()
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.#normal = { x, y, width, height }
    this.#minimum = [options.minWidth ?? 0, options.minHeight ?? 0]
    this.#title = options.title ?? app.name
    this.#background = options.backgroundColor ?? '#FFFFFF'
    this.#shown = this.#everShown = options.show ?? true
    BrowserWindow.#all.add(this)
    const owner: Owner = {
      size: { width, height },
      firstPaint: () => this.#firstPaint(),
      titleChanged: (title) => this.#titleChanged(title),
      close: () => this.close()
    }
    this.webContents = new WebContents(owner, options.webPreferences ?? {})
    app.emit('web-contents-created', {}, this.webContents)
    app.emit('browser-window-created', {}, this)
    if (this.#shown) this.focus()
  }

  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all]
  }
  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.#focused
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }

  isVisible(): boolean {
    return this.#shown && !this.#minimized
  }
  isMinimized(): boolean {
    return this.#minimized
  }
  isMaximized(): boolean {
    return this.#maximized
  }
  isFocused(): boolean {
    return BrowserWindow.#focused === this
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }

  show(): void {
    const show = (): void => {
      this.#shown = true
      this.#minimized = false
    }
    this.#change('show', show, !this.isVisible())
    this.focus()
  }
  hide(): void {
    this.#change('hide', () => (this.#shown = false), this.#shown)
    this.blur()
  }
  minimize(): void {
    this.#change('minimize', () => (this.#minimized = true), !this.#minimized)
    this.blur()
  }
  restore(): void {
    this.#change('restore', () => (this.#minimized = false), this.#minimized)
  }
  maximize(): void {
    const maximize = (): void => {
      this.#shown = true
      this.#maximized = true
    }
    this.#change('maximize', maximize, !this.#maximized)
    this.#resized()
  }
  unmaximize(): void {
    this.#change('unmaximize', () => (this.#maximized = false), this.#maximized)
    this.#resized()
  }
  focus(): void {
    if (this.isFocused() || !this.isVisible()) return
    BrowserWindow.#focused?.blur()
    BrowserWindow.#focused = this
    this.emit('focus', {})
  }
  blur(): void {
    if (!this.isFocused()) return
    BrowserWindow.#focused = null
    this.emit('blur', {})
  }

  getBounds(): Bounds {
    return this.#maximized ? { ...screen.getPrimaryDisplay().workArea } : { ...this.#normal }
  }
  getNormalBounds(): Bounds {
    return { ...this.#normal }
  }
  setBounds(bounds: Partial<Bounds>): void {
    const before = this.#normal
    this.#normal = { ...before, ...bounds }
    if (before.x !== this.#normal.x || before.y !== this.#normal.y) this.emit('move', {})
    this.#resized()
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }
  getMinimumSize(): [number, number] {
    return this.#minimum
  }
  getTitle(): string {
    return this.#title
  }
  getBackgroundColor(): string {
    return this.#background
  }
  setBackgroundColor(color: string): void {
    this.#background = color
  }

  close(): void {
    if (this.#destroyed) return
    const event = cancellable({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  destroy(): void {
    if (this.#destroyed) return
    this.blur()
    this.#destroyed = true
    BrowserWindow.#all.delete(this)
    this.webContents.destroy()
    this.emit('closed')
    if (BrowserWindow.#all.size === 0 && !app.isQuitting && !app.emit('window-all-closed')) app.quit()
  }

  #change(event: string, change: () => void, really: boolean): void {
    if (this.#destroyed || !really) return
    change()
    this.#everShown ||= this.#shown
    const visibility = this.isVisible() || !this.#everShown ? 'visible' : 'hidden'
    this.webContents.setVisibility(visibility).catch(pageIsGone)
    this.emit(event, {})
  }

  #resized(): void {
    this.webContents.resize(this.getBounds()).catch(pageIsGone)
    this.emit('resize', {})
  }

  #firstPaint(): void {
    if (this.#painted) return
    this.#painted = true
    this.emit('ready-to-show')
  }

  #titleChanged(title: string): void {
    if (title === '' || title === this.#title) return
    const event = cancellable({})
    this.emit('page-title-updated', event, title)
    if (!event.defaultPrevented) this.#title = title
  }
}

/** A window may be closed while its page is being told something. */
function pageIsGone(): void {}

app.windows = {
  closeAll: () => BrowserWindow.getAllWindows().forEach((window) => window.close()),
  count: () => BrowserWindow.getAllWindows().length
}
void app.started.promise.then(announceDownloads)
