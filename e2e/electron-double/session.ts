/** `session.defaultSession`: what pages may do, and downloads. Chromium itself allows nothing that the app has not allowed. */
import { EventEmitter } from 'node:events'
import { browser } from './browser.ts'
import { cancellable } from './events.ts'
import type { Protocol } from './devtools.ts'
import { toCarrier } from './protocol.ts'

interface Details {
  isMainFrame: boolean
  requestingUrl: string
}
type CheckHandler = (contents: object, permission: string, origin: string, details: Details) => boolean
type RequestHandler = (contents: object, permission: string, answer: (granted: boolean) => void, details: Details) => void

/** Electron's names for what Chromium is told about. */
const PERMISSIONS: readonly [string, Protocol.Browser.PermissionDescriptor][] = [
  ['geolocation', { name: 'geolocation' }],
  ['notifications', { name: 'notifications' }],
  ['media', { name: 'camera' }],
  ['media', { name: 'microphone' }],
  ['clipboard-read', { name: 'clipboard-read' }],
  ['clipboard-sanitized-write', { name: 'clipboard-write', allowWithoutSanitization: false }],
  ['midi', { name: 'midi' }],
  ['persistent-storage', { name: 'persistent-storage' }],
  ['idle-detection', { name: 'idle-detection' }],
  ['local-fonts', { name: 'local-fonts' }],
  ['window-management', { name: 'window-management' }]
]

class DefaultSession extends EventEmitter {
  #check: CheckHandler = () => true
  #request: RequestHandler = (_contents, _permission, answer) => answer(true)

  setPermissionCheckHandler(handler: CheckHandler): void {
    this.#check = handler
  }
  setPermissionRequestHandler(handler: RequestHandler): void {
    this.#request = handler
  }
  /** No device can be chosen here at all. */
  setDevicePermissionHandler(): void {}

  /** Asks the app's handlers once for every permission, as `contents` shows `url`, and tells Chromium what they said. */
  async applyPermissions(contents: object, url: string): Promise<void> {
    const { root } = await browser
    const origin = new URL(toCarrier(url)).origin
    await Promise.all(
      PERMISSIONS.map(async ([name, permission]) => {
        const setting = (await this.#allows(contents, name, url)) ? 'granted' : 'denied'
        await root.send('Browser.setPermission', { permission, setting, origin })
      })
    )
  }

  async #allows(contents: object, permission: string, url: string): Promise<boolean> {
    const details = { isMainFrame: true, requestingUrl: url }
    if (this.#check(contents, permission, new URL(url).origin, details)) return true
    return new Promise((answer) => this.#request(contents, permission, answer, details))
  }
}

const defaultSession = new DefaultSession()
export const session = { defaultSession }

/** Downloads are announced to the app, and never take place. */
export async function announceDownloads(): Promise<void> {
  const { root } = await browser
  await root.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true })
  root.on('Browser.downloadWillBegin', ({ url, suggestedFilename }) => {
    const event = cancellable({})
    defaultSession.emit('will-download', event, { getURL: () => url, getFilename: () => suggestedFilename }, null)
    if (!event.defaultPrevented) console.error('electron double: downloads are not imitated')
  })
}
