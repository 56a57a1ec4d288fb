/** Where the window goes: as it was left, but only onto a monitor that is there now. */
import { z } from 'zod'

export const DEFAULT_SIZE = { width: 1440, height: 900 } as const
export const MIN_SIZE = { width: 720, height: 480 } as const
/** How much of the window must have been on a monitor to belong there: enough to grip its title bar. */
const GRIP = { width: 120, height: 32 } as const

const pixels = z.number().int().min(-100_000).max(100_000)
export const WindowState = z.object({ x: pixels, y: pixels, width: pixels, height: pixels, maximized: z.boolean() })
export type WindowState = z.infer<typeof WindowState>

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Bounds for the window. `monitors` are work areas, the primary one first, and never none. */
export function placeWindow(saved: WindowState | null, monitors: readonly [Area, ...Area[]]): Area {
  const home = saved && homeOf(saved, monitors)
  if (saved && home) {
    const { width, height } = fit(saved, home)
    const x = clamp(saved.x, home.x, home.x + home.width - width)
    const y = clamp(saved.y, home.y, home.y + home.height - height)
    return { x, y, width, height }
  }
  const primary = monitors[0]
  const { width, height } = fit(saved ?? DEFAULT_SIZE, primary)
  const middle = (start: number, room: number): number => start + Math.floor(room / 2)
  return { x: middle(primary.x, primary.width - width), y: middle(primary.y, primary.height - height), width, height }
}

/** The monitor that shows most of it, if any shows enough. */
function homeOf(saved: Area, monitors: readonly Area[]): Area | undefined {
  const shown = (area: Area): number => {
    const { width, height } = overlap(saved, area)
    return width >= GRIP.width && height >= GRIP.height ? width * height : 0
  }
  return monitors.filter((area) => shown(area) > 0).toSorted((a, b) => shown(b) - shown(a))[0]
}

type Size = Pick<Area, 'width' | 'height'>

/** At least the minimum, at most the monitor. */
function fit(wanted: Size, area: Area): Size {
  return {
    width: Math.min(Math.max(wanted.width, MIN_SIZE.width), area.width),
    height: Math.min(Math.max(wanted.height, MIN_SIZE.height), area.height)
  }
}

function overlap(a: Area, b: Area): Size {
  const along = (start: number, end: number): number => Math.max(0, end - start)
  return {
    width: along(Math.max(a.x, b.x), Math.min(a.x + a.width, b.x + b.width)),
    height: along(Math.max(a.y, b.y), Math.min(a.y + a.height, b.y + b.height))
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high)
}
