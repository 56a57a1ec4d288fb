import { useIsLost } from '../connection'
import { Icon, langOf } from '../ui'
import { useWords } from '../words'
import type { GroupListRow } from './list.logic'
import { setArchiveOpen, setFolded } from './marks'
import { listWords } from './list-words'

interface GroupRowProps {
  row: GroupListRow
  isTabStop: boolean
}

/** The head of a Project's workers, or of the archive, with what goes on below it. */
export function GroupRow({ row, isTabStop }: GroupRowProps) {
  const say = useWords(listWords)
  const { below, folded, kind } = row
  const isLost = useIsLost()
  const name = kind === 'archive' ? say.archive : row.name
  return (
    <div
      role="treeitem"
      className={`row group-row is-${kind}`}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-expanded={!folded}
      aria-selected={false}
      tabIndex={isTabStop ? 0 : -1}
      title={name}
      onClick={() => foldGroup(row, !folded)}
    >
      <Icon name={kind === 'archive' ? 'archive' : 'folder'} />
      <span className="cut" lang={kind === 'archive' ? undefined : langOf(name)}>
        {name}
        {row.place !== null && <span className="group-place"> {row.place}</span>}
      </span>
      <span className="end num">
        {below.waiting > 0 && <span className="waitnum">{say.waiting(below.waiting)}</span>}
        {below.busy > 0 && !isLost && <span className="is-busy">{say.busy(below.busy)}</span>}
        <span>{below.count}</span>
        <span className={folded ? 'twist' : 'twist is-open'}>
          <Icon name="fold" />
        </span>
      </span>
    </div>
  )
}

/** Puts away the rows under a head, or shows them. */
export function foldGroup({ kind, sessionId }: GroupListRow, on: boolean): void {
  if (kind === 'archive') setArchiveOpen(sessionId, !on)
  else setFolded(sessionId, on)
}
