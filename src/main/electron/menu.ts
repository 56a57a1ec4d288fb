/** The application menu. What it cannot do itself it asks the page to do, as a MenuCommand. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../../shared/bridge'
import { words } from './words'

export interface MenuOptions {
  /** Adds reload and the developer tools. */
  readonly development: boolean
  command(command: MenuCommand): void
  showDataFolder(): void
}

/** In the language of now: to be set again when that changes. */
export function setMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)))
}

const LINE = { type: 'separator' } as const

/** Every label is our own: those that come with the roles are English. */
function menuTemplate({ development, command, showDataFolder }: MenuOptions): MenuItemConstructorOptions[] {
  const say = words()
  const mac = process.platform === 'darwin'
  const quit = { label: say.quit, role: 'quit' } as const
  const about = { label: say.about, role: 'about' } as const
  return [
    ...(mac
      ? [
          {
            label: app.name,
            submenu: [
              about,
              LINE,
              { label: say.services, role: 'services' },
              LINE,
              { label: say.hide, role: 'hide' },
              { label: say.hideOthers, role: 'hideOthers' },
              { label: say.unhide, role: 'unhide' },
              LINE,
              quit
            ]
          } satisfies MenuItemConstructorOptions
        ]
      : []),
    {
      label: say.file,
      submenu: [
        { id: 'open-folder', label: say.openFolder, accelerator: 'CmdOrCtrl+O', click: () => command('open-folder') },
        LINE,
        mac ? { label: say.close, role: 'close' } : quit
      ]
    },
    {
      label: say.edit,
      submenu: [
        { label: say.undo, role: 'undo' },
        { label: say.redo, role: 'redo' },
        LINE,
        { label: say.cut, role: 'cut' },
        { label: say.copy, role: 'copy' },
        { label: say.paste, role: 'paste' },
        { label: say.selectAll, role: 'selectAll' }
      ]
    },
    {
      label: say.view,
      submenu: [
        { label: say.resetZoom, role: 'resetZoom' },
        { label: say.zoomIn, role: 'zoomIn' },
        { label: say.zoomOut, role: 'zoomOut' },
        LINE,
        { label: say.fullScreen, role: 'togglefullscreen' },
        ...(development ? [LINE, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : [])
      ]
    },
    {
      label: say.window,
      role: 'window',
      submenu: [
        { label: say.minimize, role: 'minimize' },
        ...(mac
          ? [{ label: say.zoom, role: 'zoom' } as const, LINE, { label: say.front, role: 'front' } as const]
          : [{ label: say.close, role: 'close' } as const])
      ]
    },
    {
      label: say.help,
      role: 'help',
      submenu: [
        { id: 'how-it-works', label: say.howItWorks, click: () => command('how-it-works') },
        { id: 'start-demo', label: say.startDemo, click: () => command('start-demo') },
        LINE,
        { id: 'show-data-folder', label: say.showDataFolder, click: showDataFolder },
        ...(mac ? [] : [LINE, about])
      ]
    }
  ]
}
