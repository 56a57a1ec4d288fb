import type { TurnInput } from '../../shared/model'
import { Chips } from '../attached/Chips'
import { useTimeline } from './store'

/** The files that came with an input. */
export function CameWith({ input: { attachments } }: { input: TurnInput }) {
  const worker = useTimeline((view) => view.worker)
  return worker && attachments?.length ? <Chips of={worker} attachments={attachments} /> : null
}
