/** The reader of a timeline's stream, as the window is one. */
import { TIMELINE_PAGE } from '../../shared/limits'
import { applyTimelineOp, type TimelineState } from '../../shared/timeline'
import { TimelineObserver } from '../../main/timeline/timeline'
import type { World } from './world'

/** What it holds, patch by patch. */
export class Reader {
  readonly observer: TimelineObserver
  state: TimelineState | null = null
  readonly #frames

  constructor(world: World, workerId: string, limit = TIMELINE_PAGE) {
    const { log, sessions } = world.crew
    this.observer = new TimelineObserver(workerId, limit, { log, sessions })
    this.#frames = this.observer.frames(undefined)
  }

  async until(isSo: (state: TimelineState) => boolean): Promise<TimelineState> {
    while (!this.state || !isSo(this.state)) {
      const { value } = await this.#frames.next()
      if (value?.kind === 'snapshot') this.state = value.state
      else if (value?.kind === 'patch' && this.state) this.state = value.ops.reduce<TimelineState>(applyTimelineOp, this.state)
      else throw new Error('the stream has ended')
      this.observer.stream.ack(value.rev)
    }
    return this.state
  }

  async leave(): Promise<void> {
    await this.#frames.return()
  }
}
