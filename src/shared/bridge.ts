/**
 * What the preload gives to the page as `window.crewdeck`: present in the desktop app, absent in a browser. It carries
 * no calls of its own; everything goes over the port that `connect` asks for.
 */
import type { Notice } from './notice'

/** What the native menu asks the page to do. */
export type MenuCommand = 'open-folder' | 'how-it-works' | 'start-demo'

/** What the main process asks the page to do: something of the menu, or to show what a notification is about. */
export type BridgeCommand = MenuCommand | { readonly show: Notice['place'] }

export interface Bridge {
  /** `process.platform` of the host: decides between ⌘ and Ctrl. */
  readonly platform: string
  /**
   * Opens a connection to the host: the page then gets one `message` event from itself with the data PORT_MESSAGE and
   * the port in `ports[0]`. A page has one connection; a further call closes the one before.
   */
  connect(): void
  /** Where a file lies that was dropped, chosen or pasted; empty for one that lies nowhere, as a picture from the clipboard. */
  pathOf(file: File): string
  /** Says which language the page speaks: menu, tray and native dialogs follow. */
  speak(language: 'en' | 'zh'): void
  /** Calls `listener` for every command, also for those that came before anybody listened; returns its disposer. */
  onCommand(listener: (command: BridgeCommand) => void): () => void
}

/** The `data` of the message event that hands the port over. Its `source` is the page's own window. */
export const PORT_MESSAGE = 'crewdeck:port'

declare global {
  interface Window {
    readonly crewdeck?: Bridge
  }
}
