/** `Tray` and the images for it: nothing is drawn, and nobody can click it. */
import { EventEmitter } from 'node:events'
import type { Menu } from './menu.ts'

interface Image {
  readonly width: number
  readonly height: number
}

export const nativeImage = {
  createFromBitmap(bitmap: Buffer, { width, height }: Image): Image {
    if (bitmap.length !== width * height * 4) throw new Error('invalid buffer size')
    return { width, height }
  }
}

export class Tray extends EventEmitter {
  readonly image: Image
  #destroyed = false

  constructor(image: Image) {
    super()
    this.image = image
  }

  setToolTip(_text: string): void {}
  setContextMenu(_menu: Menu | null): void {}
  destroy(): void {
    this.#destroyed = true
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
}
