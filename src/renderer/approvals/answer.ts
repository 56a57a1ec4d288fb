/** Answering a request. The list of requests tells every window what became of it. */
import { Refusal } from '../../shared/errors'
import type { AskView } from '../../shared/model'
import { client, refusalOf } from '../connection'
import { showTrouble } from '../ui'

/** Chooses an option. What goes wrong is said over the main view, since the request itself may be gone by then. */
export async function answerAsk(ask: AskView, optionId: string): Promise<void> {
  const what = `“${ask.request.title}” of ${ask.workerName}`
  try {
    await client.approvals.answer({ id: ask.id, optionId })
  } catch (error) {
    const { code } = refusalOf(error)
    const isOver = code === 'CONFLICT' || code === 'NOT_FOUND'
    if (!isOver) return showTrouble(`${what} was not answered.`, error)
    showTrouble(`${what} was already decided.`, new Refusal('CONFLICT', 'It was answered elsewhere, or its turn has ended.'))
  }
}
