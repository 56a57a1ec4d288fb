/** Timelines: the stream of one, reads beside it, and files of them. */
import { Refusal } from '../../shared/errors'
import { TimelineObserver } from '../timeline/timeline'
import { pendingText, readPart, textOf, turnAt } from '../timeline/turns'
import { os } from './implementer'
import type { Parts } from './parts'

export function timelineCalls(parts: Pick<Parts, 'exports' | 'log' | 'sessions' | 'streams' | 'workers'>) {
  const { exports, log, sessions, streams, workers } = parts
  /** Refuses what is no worker of the Project. */
  const check = ({ sessionId, workerId }: { sessionId: string; workerId: string }) => void workers.member(sessionId, workerId, 'project')
  return {
    projectMode: {
      timeline: os.projectMode.timeline.handler(({ input, context, signal }) => {
        check(input)
        return (async function* () {
          const observer = new TimelineObserver(input.workerId, input.limit, { log, sessions })
          yield* streams.track(context.connectionId, observer, observer.frames(signal))
        })()
      }),
      earlier: os.projectMode.earlier.handler(({ input, context }) => {
        const observer = streams.get(context.connectionId, input.stream)
        if (!(observer instanceof TimelineObserver)) throw new Refusal('BAD_INPUT', 'That stream is not a timeline.')
        observer.earlier(input.limit)
        return {}
      }),
      turns: os.projectMode.turns.handler(({ input }) => {
        check(input)
        return readPart(log, input.workerId, input.first, input.last)
      }),
      turnAt: os.projectMode.turnAt.handler(({ input }) => {
        check(input)
        return { turn: turnAt(log, input.workerId, input.at) }
      }),
      text: os.projectMode.text.handler(({ input }) => {
        check(input)
        return { text: textOf(log, input.workerId, input.turn, input.messageId) }
      })
    },
    exports: {
      save: os.exports.save.handler(({ input, signal }) => exports.save(input, signal)),
      download: os.exports.download.handler(({ input }) => exports.ticket(input))
    },
    workers: {
      pendingText: os.workers.pendingText.handler(({ input }) => {
        check(input)
        return { text: pendingText(log, input.workerId, input.messageId) }
      })
    }
  }
}
