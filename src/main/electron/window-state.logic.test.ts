import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeWindow, type Area, type WindowState } from './window-state.logic'

const primary: Area = { x: 0, y: 24, width: 1920, height: 1056 }
const left: Area = { x: -2560, y: 0, width: 2560, height: 1440 }
const state = (x: number, y: number, width: number, height: number): WindowState => ({ x, y, width, height, maximized: false })

describe('placeWindow', () => {
  it('centres the default size on the primary monitor at the first start', () => {
    expect(placeWindow(null, [primary, left])).toEqual({ x: 240, y: 102, width: 1440, height: 900 })
  })

  it('keeps what was left on a monitor that is there', () => {
    expect(placeWindow(state(-2000, 100, 1000, 800), [primary, left])).toEqual({ x: -2000, y: 100, width: 1000, height: 800 })
  })

  it('brings a window from a monitor that is gone to the primary one, in its own size', () => {
    expect(placeWindow(state(-2000, 100, 1000, 800), [primary])).toEqual({ x: 460, y: 152, width: 1000, height: 800 })
  })

  it('goes where most of it was, and wholly', () => {
    expect(placeWindow(state(-900, 100, 1000, 800), [primary, left])).toEqual({ x: -1000, y: 100, width: 1000, height: 800 })
    expect(placeWindow(state(-200, 100, 1000, 800), [primary, left])).toEqual({ x: 0, y: 100, width: 1000, height: 800 })
  })

  it('takes a sliver at an edge for gone', () => {
    expect(placeWindow(state(1850, 100, 1000, 800), [primary])).toEqual({ x: 460, y: 152, width: 1000, height: 800 })
  })

  it('shrinks to a small monitor, even below the minimum', () => {
    expect(placeWindow(null, [{ x: 0, y: 0, width: 640, height: 400 }])).toEqual({ x: 0, y: 0, width: 640, height: 400 })
  })

  it('always lies wholly on one monitor', () => {
    const pixels = fc.integer({ min: -5000, max: 5000 })
    const length = fc.integer({ min: 320, max: 5000 })
    const area = fc.record({ x: pixels, y: pixels, width: length, height: length })
    const anyState = fc.record({ x: pixels, y: pixels, width: pixels, height: pixels, maximized: fc.boolean() })
    fc.assert(
      fc.property(fc.option(anyState), area, fc.array(area, { maxLength: 3 }), (saved, first, more) => {
        const placed = placeWindow(saved, [first, ...more])
        expect([first, ...more].some((monitor) => inside(placed, monitor))).toBe(true)
      })
    )
  })
})

function inside(a: Area, b: Area): boolean {
  return a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height
}
