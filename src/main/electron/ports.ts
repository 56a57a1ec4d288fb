/** Hands every connection of the page to the host: one at a time, and only from our own page's main frame. */
import { ipcMain, type BrowserWindow, type IpcMainEvent, type MessagePortMain } from 'electron'
import type { PortLike } from '../host-options'
import { isPage } from './app-page'
import { CONNECT_CHANNEL } from './channels'

/** The part of the host that serves connections. */
interface PortHost {
  attachPort(port: PortLike): () => void
}

/**
 * Serves `window`, which shows the page at `page`, for as long as it lives. A reload or a further `connect` closes the
 * connection before. A port that nobody may have is closed at once.
 */
export function servePorts(window: BrowserWindow, page: string, host: Promise<PortHost>): void {
  const { webContents } = window
  let closeCurrent = (): void => {}

  const connect = (event: IpcMainEvent): void => {
    const [port, ...others] = event.ports
    if (!port || others.length > 0 || !isOurs(event)) {
      for (const unwanted of event.ports) unwanted.close()
      return
    }
    closeCurrent()
    closeCurrent = serve(port, host)
  }

  const isOurs = ({ sender, senderFrame }: IpcMainEvent): boolean =>
    sender === webContents && senderFrame !== null && senderFrame.parent === null && isPage(senderFrame.url, page)

  ipcMain.on(CONNECT_CHANNEL, connect)
  webContents.on('render-process-gone', () => closeCurrent())
  window.once('closed', () => {
    ipcMain.removeListener(CONNECT_CHANNEL, connect)
    closeCurrent()
  })
}

/** Serves one port until either side closes it. Until the host is there the port waits, with all that came over it. */
function serve(port: MessagePortMain, host: Promise<PortHost>): () => void {
  let open = true
  let detach = (): void => {}
  const close = (): void => {
    if (!open) return
    open = false
    detach()
    port.close()
  }
  port.on('close', close)
  host.then((started) => {
    if (open) detach = started.attachPort(port)
  }, close)
  return close
}
