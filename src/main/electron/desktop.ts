/** What only a desktop can do. Paths and addresses have been checked by the host. */
import { app, dialog, Notification, shell, type BrowserWindow, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import { Refusal } from '../../shared/errors'
import type { Notice } from '../../shared/notice'
import type { Desktop } from '../host-options'
import { words } from './words'

/** How many notifications are held on to, so that a click on an older one still leads somewhere. */
const NOTICES_MAX = 50

/**
 * `window` gives the window that dialogs belong to, if there is one; `show` brings it to the front, and what a notification
 * is about into it.
 */
export function createDesktop(window: () => BrowserWindow | null, show: (place: Notice['place']) => void): Desktop {
  const shown = new Map<string, Notification>()
  return {
    async openPath(path) {
      const problem = await shell.openPath(path)
      if (problem) throw new Refusal('UNAVAILABLE', 'The desktop could not open the file.', 'Show it in its folder instead.')
    },
    async revealPath(path) {
      shell.showItemInFolder(path)
    },
    async openUrl(url) {
      await shell.openExternal(url)
    },
    async chooseFolder() {
      const options: OpenDialogOptions = { title: words().openFolder, properties: ['openDirectory', 'createDirectory'] }
      const parent = window()
      const { canceled, filePaths } = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options))
      return canceled ? null : (filePaths[0] ?? null)
    },
    async saveFile(name) {
      const options: SaveDialogOptions = { defaultPath: name, properties: ['createDirectory', 'showOverwriteConfirmation'] }
      const parent = window()
      const { canceled, filePath } = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options))
      return canceled || !filePath ? null : filePath
    },
    notify({ key, title, body, place }) {
      if (!Notification.isSupported()) return
      shown.get(key)?.close()
      const notification = new Notification({ title, body })
      notification.on('click', () => show(place))
      notification.on('close', () => {
        if (shown.get(key) === notification) shown.delete(key)
      })
      shown.delete(key)
      shown.set(key, notification)
      for (const oldest of shown.keys()) {
        if (shown.size <= NOTICES_MAX) break
        shown.delete(oldest)
      }
      notification.show()
    },
    setBadge(count) {
      app.setBadgeCount(count)
    },
    languages: () => app.getPreferredSystemLanguages()
  }
}
