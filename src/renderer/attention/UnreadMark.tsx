import { useWords } from '../words'
import { useUnread } from './queue'
import { words } from './words'
import './attention.css'

/** The dot at the end of a worker's row while a turn of it has ended that nobody has read. */
export function UnreadMark({ workerId }: { workerId: string }) {
  const say = useWords(words)
  if (!useUnread(workerId)) return null
  return (
    <>
      <i className="unread-dot" />
      <span className="out">{say.notRead}</span>
    </>
  )
}
