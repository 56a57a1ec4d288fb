/** Whole texts, where a frame of the timeline carried only their beginning. */
import type { Turn } from '../../shared/model'
import { client } from '../connection'
import { useTimeline } from './store'

interface Message {
  readonly messageId: string
  readonly text: string
  readonly wholeChars?: number | undefined
}

/** Reads the rest of an input or a reply of the worker on the screen, where there is more. @throws what the host refuses */
export async function wholeText(turn: number, { messageId, text, wholeChars }: Message): Promise<string> {
  const { worker } = useTimeline.getState()
  if (wholeChars === undefined || !worker) return text
  return (await client.projectMode.text({ ...worker, turn, messageId })).text
}

/** The turn with all its texts in full. @throws what the host refuses */
export async function wholeTurn(turn: Turn): Promise<Turn> {
  const inputs = await Promise.all(turn.inputs.map(async (input) => ({ ...input, text: await wholeText(turn.number, input) })))
  const reply = turn.reply && { ...turn.reply, text: await wholeText(turn.number, turn.reply) }
  return { ...turn, inputs, reply }
}
