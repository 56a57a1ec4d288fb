/** The icon beside the clock, drawn here so that it needs no file: a dark tile with the mark of a worker at work. */

/** Width and height in pixels of the bitmap; half of it in points. */
export const ICON_SIZE = 32

type Colour = readonly [red: number, green: number, blue: number]
const TILE: Colour = [0x18, 0x1c, 0x1e]
const MARK: Colour = [0x6e, 0xc1, 0xd4]
const CORNER = 7
const RADIUS = 7.5
/** Samples along each side of a pixel, for smooth edges. */
const SAMPLES = 4

/** BGRA with premultiplied alpha, as Electron's `createFromBitmap` takes it. */
export function trayBitmap(): Buffer {
  const bitmap = Buffer.alloc(ICON_SIZE * ICON_SIZE * 4)
  for (let y = 0; y < ICON_SIZE; y += 1) {
    for (let x = 0; x < ICON_SIZE; x += 1) {
      const tile = coverage(x, y, inTile)
      const mark = coverage(x, y, inMark)
      const mix = (index: 0 | 1 | 2): number => Math.round(TILE[index] * (tile - mark) + MARK[index] * mark)
      bitmap.set([mix(2), mix(1), mix(0), Math.round(255 * tile)], (y * ICON_SIZE + x) * 4)
    }
  }
  return bitmap
}

/** How much of a pixel lies in a shape, from 0 to 1. */
function coverage(x: number, y: number, isIn: (x: number, y: number) => boolean): number {
  let hits = 0
  for (let sample = 0; sample < SAMPLES * SAMPLES; sample += 1) {
    const dx = ((sample % SAMPLES) + 0.5) / SAMPLES
    const dy = (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES
    if (isIn(x + dx, y + dy)) hits += 1
  }
  return hits / (SAMPLES * SAMPLES)
}

function inTile(x: number, y: number): boolean {
  const beyond = (at: number): number => Math.max(CORNER - at, at - (ICON_SIZE - CORNER), 0)
  return Math.hypot(beyond(x), beyond(y)) <= CORNER
}

function inMark(x: number, y: number): boolean {
  return Math.hypot(x - ICON_SIZE / 2, y - ICON_SIZE / 2) <= RADIUS
}
