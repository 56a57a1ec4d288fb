/** What only a desktop can do. Paths and addresses have been checked by the host. */
import { dialog, shell, type BrowserWindow, type OpenDialogOptions } from 'electron'
import { Refusal } from '../../shared/errors'
import type { Desktop } from '../host-options'

/** `window` gives the window that dialogs belong to, if there is one. */
export function createDesktop(window: () => BrowserWindow | null): Desktop {
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
      const options: OpenDialogOptions = { title: 'Open Folder', properties: ['openDirectory', 'createDirectory'] }
      const parent = window()
      const { canceled, filePaths } = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options))
      return canceled ? null : (filePaths[0] ?? null)
    }
  }
}
