/** The `app:` scheme: the page and its files come from there, with an origin of their own, and never from `file:`. */
import { protocol } from 'electron'
import { loadStaticFiles } from '../page/static-files'
import { APP_HOST, APP_SCHEME } from './app-page'
import { createRendererFiles } from './renderer-files'

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }
  ])
}

/** Serves the built page from `folder`; rejects when it is not there. Must run after the app is ready. */
export async function serveAppScheme(folder: string): Promise<void> {
  protocol.handle(APP_SCHEME, createRendererFiles(await loadStaticFiles(folder), APP_HOST))
}
