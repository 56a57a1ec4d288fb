/** The address of the one page that this app shows. */

export const APP_SCHEME = 'app'
export const APP_HOST = 'crewdeck'
const APP_PAGE = `${APP_SCHEME}://${APP_HOST}/index.html`

/** The page to load: our own files, or the server of `npm run dev` where that is given (never in a packaged app). */
export function pageAddress(devServer: string | undefined): string {
  return devServer ? new URL(devServer).href : APP_PAGE
}

/** Whether `url` is the page at `page`; its hash does not matter. */
export function isPage(url: string, page: string): boolean {
  return URL.canParse(url) && withoutHash(url) === withoutHash(page)
}

function withoutHash(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}
