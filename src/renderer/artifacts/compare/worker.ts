/** Compares two texts apart from the window, which a pair of long ones would hold up. */
import { compareTexts, type Compared } from './lines.logic'

export interface Job {
  readonly id: number
  readonly before: string
  readonly after: string
}

export interface Done {
  readonly id: number
  readonly compared: Compared | null
}

addEventListener('message', ({ data }: MessageEvent<Job>) => {
  const done: Done = { id: data.id, compared: compareTexts(data.before, data.after) }
  postMessage(done)
})
