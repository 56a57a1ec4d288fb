import { useActionKey } from '../actions'
import { markRead, markUnread, setMuted, useMuted, useUnread } from '../attention'
import { copyText } from '../text/copy'
import { MenuItem, MenuLine } from '../ui'
import { useWords } from '../words'
import { archive, askDelete, pin, stoppable, stopTurns, type Meant } from './acts'
import { useIsArchived, useIsPinned } from './marks'
import { openWorkerSettings } from './worker-settings'
import { listWords } from './list-words'

/** What can be done with one worker, in the menu of its row. */
export function WorkerItems({ meant }: { meant: Meant }) {
  const say = useWords(listWords)
  const [renameKey, deleteKey, stopKey] = [useActionKey('worker.rename'), useActionKey('worker.delete'), useActionKey('turn.stop')]
  const { sessionId, worker } = meant
  const { workerId, turn, turnCount } = worker
  const isUnread = useUnread(workerId)
  const isMuted = useMuted(workerId)
  const ended = turn === null ? turnCount : turnCount - 1
  return (
    <>
      {turn !== null && stoppable([meant]).length > 0 && (
        <>
          <MenuItem needsHost shortcut={stopKey} onSelect={() => void stopTurns([meant])}>
            {say.stopTurn(turn.number)}
          </MenuItem>
          <MenuLine />
        </>
      )}
      <MenuItem shortcut={renameKey} onSelect={() => openWorkerSettings(sessionId, workerId)}>
        {say.settings}
      </MenuItem>
      <PlaceItems meant={meant} />
      {isUnread ? (
        <MenuItem onSelect={() => markRead(workerId)}>{say.markRead}</MenuItem>
      ) : (
        <MenuItem disabled={ended < 1} onSelect={() => markUnread(workerId, ended)}>
          {say.markUnread}
        </MenuItem>
      )}
      <MenuItem onSelect={() => setMuted(workerId, !isMuted)}>
        <span>
          {isMuted ? say.unmute : say.mute}
          {!isMuted && <span className="menu-note">{say.muteNote}</span>}
        </span>
      </MenuItem>
      <MenuItem onSelect={() => void copyText(workerId)}>{say.copyId}</MenuItem>
      <MenuLine />
      <MenuItem needsHost shortcut={deleteKey} onSelect={() => askDelete([meant])}>
        {say.delete}
      </MenuItem>
    </>
  )
}

/** Where its row stands. */
export function PlaceItems({ meant }: { meant: Meant }) {
  const say = useWords(listWords)
  const pinned = useIsPinned(meant.key)
  const archived = useIsArchived(meant.key)
  return (
    <>
      <MenuItem onSelect={() => pin([meant], !pinned)}>{pinned ? say.unpin : say.pin}</MenuItem>
      <ArchiveItem meant={[meant]} archived={archived} />
    </>
  )
}

export function ArchiveItem({ meant, archived }: { meant: readonly Meant[]; archived: boolean }) {
  const say = useWords(listWords)
  return (
    <MenuItem onSelect={() => archive(meant, !archived)}>
      <span>
        {archived ? say.fromArchive : say.toArchive}
        {!archived && <span className="menu-note">{say.archiveNote}</span>}
      </span>
    </MenuItem>
  )
}
