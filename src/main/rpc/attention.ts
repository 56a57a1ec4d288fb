/** What needs the operator, over all Projects. */
import { AttentionObserver } from '../attention/observer'
import { tidings } from '../attention/tidings'
import { os } from './implementer'
import type { Parts } from './parts'

export function attentionCalls({ attention, streams, workers }: Pick<Parts, 'attention' | 'streams' | 'workers'>) {
  return {
    watch: os.attention.watch.handler(({ context, signal }) =>
      (async function* () {
        const observer = new AttentionObserver(attention.facts)
        yield* streams.track(context.connectionId, observer, observer.frames(signal))
      })()
    ),
    look: os.attention.look.handler(({ input, signal }) => attention.news.look(input.at, signal)),
    news: os.attention.news.handler(({ signal }) => tidings(attention, signal)),
    heads: os.attention.heads.handler(({ input }) => ({
      heads: input.turns.map(({ sessionId, workerId, turn }) => {
        workers.member(sessionId, workerId, 'project')
        return attention.head(workerId, turn)
      })
    }))
  }
}
