/** The application menu. What it cannot do itself it asks the page to do, as a MenuCommand. */
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../../shared/bridge'

export interface MenuOptions {
  /** Adds reload and the developer tools. */
  readonly development: boolean
  command(command: MenuCommand): void
  showDataFolder(): void
}

export function setMenu(options: MenuOptions): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(options)))
}

function menuTemplate({ development, command, showDataFolder }: MenuOptions): MenuItemConstructorOptions[] {
  const mac = process.platform === 'darwin'
  return [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        { id: 'open-folder', label: 'Open Folder…', accelerator: 'CmdOrCtrl+O', click: () => command('open-folder') },
        { type: 'separator' },
        { role: mac ? 'close' : 'quit' }
      ]
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(development ? [{ type: 'separator' } as const, { role: 'reload' } as const, { role: 'toggleDevTools' } as const] : [])
      ]
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { id: 'how-it-works', label: 'How It Works', click: () => command('how-it-works') },
        { id: 'start-demo', label: 'Start the Demo', click: () => command('start-demo') },
        { type: 'separator' },
        { id: 'show-data-folder', label: 'Show Data Folder', click: showDataFolder },
        ...(mac ? [] : [{ type: 'separator' } as const, { label: `About ${app.name}`, role: 'about' } as const])
      ]
    }
  ]
}
