/** `Menu`: never drawn, but its items can be found and clicked. */
import { BrowserWindow } from './windows.ts'

interface ItemOptions {
  id?: string
  label?: string
  role?: string
  type?: string
  accelerator?: string
  submenu?: ItemOptions[]
  click?: (item: MenuItem, window: BrowserWindow | null, event: object) => void
}

class MenuItem {
  readonly id: string | undefined
  readonly label: string
  readonly role: string | undefined
  readonly type: string
  readonly accelerator: string | undefined
  readonly submenu: Menu | undefined
  readonly #click: ItemOptions['click']

  constructor(options: ItemOptions) {
    this.id = options.id
    this.role = options.role
    this.label = options.label ?? options.role ?? ''
    this.type = options.type ?? (options.submenu ? 'submenu' : 'normal')
    this.accelerator = options.accelerator
    this.submenu = options.submenu && Menu.buildFromTemplate(options.submenu)
    this.#click = options.click
  }

  click(): void {
    this.#click?.(this, BrowserWindow.getFocusedWindow(), {})
  }
}

export class Menu {
  static #application: Menu | null = null
  readonly items: readonly MenuItem[]

  constructor(items: readonly MenuItem[] = []) {
    this.items = items
  }

  static buildFromTemplate(template: readonly ItemOptions[]): Menu {
    return new Menu(template.map((options) => new MenuItem(options)))
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}
