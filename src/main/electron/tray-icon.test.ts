import { describe, expect, it } from 'vitest'
import { ICON_SIZE, trayBitmap } from './tray-icon'

describe('the icon beside the clock', () => {
  const bitmap = trayBitmap()
  const pixel = (x: number, y: number) => [...bitmap.subarray((y * ICON_SIZE + x) * 4, (y * ICON_SIZE + x) * 4 + 4)]

  it('is a tile with round corners and a mark in its middle', () => {
    expect(bitmap).toHaveLength(ICON_SIZE * ICON_SIZE * 4)
    expect(pixel(0, 0)).toEqual([0, 0, 0, 0])
    expect(pixel(2, 16)).toEqual([0x1e, 0x1c, 0x18, 255])
    expect(pixel(16, 16)).toEqual([0xd4, 0xc1, 0x6e, 255])
  })

  it('has no colour beyond its alpha, as premultiplied bitmaps must', () => {
    for (let at = 0; at < bitmap.length; at += 4) {
      const alpha = bitmap[at + 3] ?? 0
      expect(Math.max(...bitmap.subarray(at, at + 3))).toBeLessThanOrEqual(alpha)
    }
  })
})
