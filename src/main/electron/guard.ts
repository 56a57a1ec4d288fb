/** Denies what a page could do beyond showing itself: leaving, opening windows, embedding, downloading, asking for powers. */
import { app, session, type WebContents } from 'electron'
import { isPage } from './app-page'

/** The one power that the page uses: "copy" buttons. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])

/** Guards every web contents that will ever be made. Must run before the first window. */
export function guardContents(page: string): void {
  app.on('web-contents-created', (_event, contents) => guard(contents, page))
}

/** Must run after the app is ready. */
export function guardSession(page: string): void {
  const { defaultSession } = session
  const allowed = (permission: string, url: string | undefined): boolean =>
    ALLOWED_PERMISSIONS.has(permission) && url !== undefined && isPage(url, page)

  defaultSession.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(details.isMainFrame && allowed(permission, details.requestingUrl))
  })
  defaultSession.setPermissionCheckHandler((_contents, permission, _origin, details) => {
    return details.isMainFrame && allowed(permission, details.requestingUrl)
  })
  defaultSession.setDevicePermissionHandler(() => false)
  defaultSession.on('will-download', (event) => event.preventDefault())
}

function guard(contents: WebContents, page: string): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-frame-navigate', (event) => {
    // The page may load itself again, and nothing else; a frame may load nothing at all.
    if (!event.isMainFrame || !isPage(event.url, page)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
}
