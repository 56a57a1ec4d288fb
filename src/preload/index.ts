/** The only code between page and main process: hands out a port to the host, and passes the menu's commands on. */
import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron'
import { PORT_MESSAGE, type Bridge, type BridgeCommand } from '../shared/bridge'
import { COMMAND_CHANNEL, CONNECT_CHANNEL, LANGUAGE_CHANNEL } from '../main/electron/channels'

const listeners = new Set<(command: BridgeCommand) => void>()
const early: BridgeCommand[] = []

const bridge: Bridge = {
  platform: process.platform,
  connect() {
    const { port1, port2 } = new MessageChannel()
    ipcRenderer.postMessage(CONNECT_CHANNEL, null, [port2])
    // A port cannot cross the context bridge; a message to the window itself can carry it into the page.
    window.postMessage(PORT_MESSAGE, '*', [port1])
  },
  pathOf: (file) => webUtils.getPathForFile(file),
  speak: (language) => ipcRenderer.send(LANGUAGE_CHANNEL, language),
  onCommand(listener) {
    listeners.add(listener)
    for (const command of early.splice(0)) listener(command)
    return () => listeners.delete(listener)
  }
}

ipcRenderer.on(COMMAND_CHANNEL, (_event: IpcRendererEvent, command: BridgeCommand) => {
  // A window that was opened for a command is not ready for it yet.
  if (listeners.size === 0) early.push(command)
  for (const listener of listeners) listener(command)
})

contextBridge.exposeInMainWorld('crewdeck', bridge)
