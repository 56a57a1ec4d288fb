/** `nativeTheme`: the desktop is light; `themeSource` can say otherwise, and every page then sees it. */
import { EventEmitter } from 'node:events'

class NativeTheme extends EventEmitter {
  #source: 'system' | 'light' | 'dark' = 'system'

  get themeSource(): 'system' | 'light' | 'dark' {
    return this.#source
  }
  set themeSource(source: 'system' | 'light' | 'dark') {
    if (source === this.#source) return
    this.#source = source
    this.emit('updated')
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}

export const nativeTheme = new NativeTheme()
