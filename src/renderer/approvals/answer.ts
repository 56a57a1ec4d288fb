/** Answering a request. The list of requests tells every window what became of it. */
import { Refusal } from '../../shared/errors'
import type { AskView } from '../../shared/asks'
import { client, lookAtAsk, notKnown, notThrough, refusalOf, wasCutOff } from '../connection'
import { showRefusal, showTrouble } from '../ui'
import { fromHost } from '../words'
import { words } from './words'

/** What the operator chose: an option, words, or a refusal with a reason. */
export interface Choice {
  readonly optionId: string | null
  readonly text?: string
}

/** Answers. What goes wrong is said over the main view, since the request itself may be gone by then. */
export async function answerAsk(ask: AskView, { optionId, text }: Choice): Promise<void> {
  try {
    await client.approvals.answer({ id: ask.id, optionId, ...(text !== undefined && { text }) })
  } catch (error) {
    const say = words()
    const what = say.requestOf(fromHost(ask.request.title), ask.workerName)
    if (wasCutOff(error)) {
      const putAway = showRefusal(say.maybeAnswered(what), notKnown())
      const waits = await lookAtAsk(ask.id).finally(putAway)
      if (waits) showRefusal(say.notAnswered(what), notThrough())
      return
    }
    const { code } = refusalOf(error)
    if (code !== 'CONFLICT' && code !== 'NOT_FOUND') showTrouble(say.notAnswered(what), error)
    else showTrouble(say.alreadyDecided(what), new Refusal('CONFLICT', say.decidedElsewhere))
  }
}
