import { memo, useEffect } from 'react'
import { create } from 'zustand'
import { useActionKey } from '../actions'
import { markRead, markUnread, setMuted, useMuted, useUnread } from '../attention'
import { copyText } from '../text/copy'
import { MenuAt, MenuGroup, MenuItem, MenuLine, type MenuAnchor } from '../ui'
import { useWords } from '../words'
import { archive, askDelete, pin, stoppable, stopTurns } from './acts'
import { chosenWorkers, useList } from './list'
import { workersIn, type WorkerListRow } from './list.logic'
import { openWorkerSettings } from './worker-settings'
import { listWords } from './words'

interface RowMenuState {
  readonly anchor: MenuAnchor | null
  /** Whom it is for, in the order of the rows. */
  readonly ids: readonly string[]
}

const useRowMenu = create<RowMenuState>(() => ({ anchor: null, ids: [] }))

/** Opens it for a row: for all that are selected, if the row is one of them. */
export function openRowMenu(id: string, anchor: MenuAnchor): void {
  const chosen = chosenWorkers().map((row) => row.key)
  useRowMenu.setState({ anchor, ids: chosen.includes(id) ? chosen : [id] })
}

/** The one menu of all rows. */
export const RowMenu = memo(function RowMenu() {
  const { anchor, ids } = useRowMenu()
  const backTo = (): HTMLElement | null => document.querySelector(`[data-worker="${CSS.escape(ids[0] ?? '')}"]`)
  return (
    <MenuAt anchor={anchor} onClose={close} finalFocus={backTo}>
      <Content ids={ids} />
    </MenuAt>
  )
})

function close(): void {
  useRowMenu.setState({ anchor: null })
}

/** Only there while the menu is open. */
function Content({ ids }: { ids: readonly string[] }) {
  const rows = workersIn(useList().rows).filter((row) => ids.includes(row.key))
  const [only] = rows
  // They may go while one chooses.
  useEffect(() => {
    if (rows.length === 0) close()
  }, [rows.length])
  if (!only) return null
  return rows.length === 1 ? <OneRow row={only} /> : <SeveralRows rows={rows} />
}

function OneRow({ row }: { row: WorkerListRow }) {
  const say = useWords(listWords)
  const [renameKey, deleteKey, stopKey] = [useActionKey('worker.rename'), useActionKey('worker.delete'), useActionKey('turn.stop')]
  const { sessionId, worker, pinned, archived } = row
  const { workerId, turn, turnCount } = worker
  const isUnread = useUnread(workerId)
  const isMuted = useMuted(workerId)
  const ended = turn === null ? turnCount : turnCount - 1
  return (
    <>
      {turn !== null && stoppable([row]).length > 0 && (
        <>
          <MenuItem shortcut={stopKey} onSelect={() => void stopTurns([row])}>
            {say.stopTurn(turn.number)}
          </MenuItem>
          <MenuLine />
        </>
      )}
      <MenuItem shortcut={renameKey} onSelect={() => openWorkerSettings(sessionId, workerId)}>
        {say.settings}
      </MenuItem>
      <MenuItem onSelect={() => pin([row], !pinned)}>{pinned ? say.unpin : say.pin}</MenuItem>
      <ArchiveItem rows={[row]} archived={archived} />
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
      <MenuItem shortcut={deleteKey} onSelect={() => askDelete([row])}>
        {say.delete}
      </MenuItem>
    </>
  )
}

function SeveralRows({ rows }: { rows: readonly WorkerListRow[] }) {
  const say = useWords(listWords)
  const open = stoppable(rows).length
  const isAll = (what: 'pinned' | 'archived'): boolean => rows.every((row) => row[what])
  return (
    <MenuGroup label={say.chosenWorkers(rows.length)}>
      {open > 0 && <MenuItem onSelect={() => void stopTurns(rows)}>{say.stopTurns(open)}</MenuItem>}
      <MenuItem onSelect={() => pin(rows, !isAll('pinned'))}>{isAll('pinned') ? say.unpin : say.pin}</MenuItem>
      <ArchiveItem rows={rows} archived={isAll('archived')} />
      <MenuLine />
      <MenuItem onSelect={() => askDelete(rows)}>{say.deleteAll}</MenuItem>
    </MenuGroup>
  )
}

function ArchiveItem({ rows, archived }: { rows: readonly WorkerListRow[]; archived: boolean }) {
  const say = useWords(listWords)
  return (
    <MenuItem onSelect={() => archive(rows, !archived)}>
      <span>
        {archived ? say.fromArchive : say.toArchive}
        {!archived && <span className="menu-note">{say.archiveNote}</span>}
      </span>
    </MenuItem>
  )
}
