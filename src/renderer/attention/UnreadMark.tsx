import { Icon } from '../ui'
import { useWords } from '../words'
import { useMuted } from './marks'
import { useUnread } from './queue'
import { words } from './words'
import './attention.css'

/** At the end of a worker's row: a dot while a turn of it has ended that nobody has read, and whether it is muted. */
export function UnreadMark({ workerId }: { workerId: string }) {
  const say = useWords(words)
  const isUnread = useUnread(workerId)
  const isMuted = useMuted(workerId)
  return (
    <>
      {isMuted && (
        <span className="muted-mark" title={say.mutedTitle}>
          <Icon name="mute" />
          <span className="out">{say.muted}</span>
        </span>
      )}
      {isUnread && (
        <>
          <i className="unread-dot" />
          <span className="out">{say.notRead}</span>
        </>
      )}
    </>
  )
}
