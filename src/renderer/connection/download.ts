import { DOWNLOAD_PATH } from '../../shared/export'

/** Lets the browser download what the host gave a ticket for. */
export function startDownload(ticket: string, name: string): void {
  const link = document.createElement('a')
  link.href = `${DOWNLOAD_PATH}${ticket}`
  link.download = name
  link.click()
}
