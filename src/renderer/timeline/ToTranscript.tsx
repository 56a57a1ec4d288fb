import { IconButton } from '../ui'
import { say, useWords } from '../words'
import { useTimeline } from './store'
import { showInTranscript } from './turn-place'

const words = say({
  en: { toTranscript: (turn: number) => `Turn ${turn} in the transcript` },
  zh: { toTranscript: (turn) => `在完整记录中查看第 ${turn} 轮` }
})

/** The way to the same turn in the whole record. */
export function ToTranscript({ turn }: { turn: number }) {
  const say = useWords(words)
  const worker = useTimeline((view) => view.worker)
  if (!worker) return null
  const show = (): void => showInTranscript(worker.workerId, turn)
  return <IconButton className="to-transcript" icon="records" label={say.toTranscript(turn)} small onClick={show} />
}
