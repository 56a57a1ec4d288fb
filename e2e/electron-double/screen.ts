/** `screen`: one monitor, with a panel at its top. */
import { EventEmitter } from 'node:events'

const display = {
  id: 1,
  scaleFactor: 1,
  bounds: { x: 0, y: 0, width: 1920, height: 1080 },
  workArea: { x: 0, y: 32, width: 1920, height: 1048 }
}

export const screen = Object.assign(new EventEmitter(), {
  getPrimaryDisplay: () => display,
  getAllDisplays: () => [display]
})
