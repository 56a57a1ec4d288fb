import { memo } from 'react'
import { useProject, useView } from '../connection'
import { langOf } from '../ui'
import { AgentBody, OperatorBody } from './CoordinatorRow'
import { select } from './list'
import type { CoordinatorListRow } from './list.logic'
import { useNamed } from './use-named'
import { rowTitle, useRowClass } from './RowBody'
import { NOTHING } from './selection.logic'

interface CoordinatorItemProps {
  row: CoordinatorListRow
  isShown: boolean
  isTabStop: boolean
}

/** Who coordinates a Project, in the list of all Projects. A click shows it with its Project. */
export const CoordinatorItem = memo(function CoordinatorItem({ row, isShown, isTabStop }: CoordinatorItemProps) {
  const { sessionId, project } = row
  const worker = useNamed(sessionId, row.worker)
  const isOff = useProject(sessionId)?.conduct.coordinator.enabled === false
  const rowClass = useRowClass(worker)
  const remark = (
    <span className="task-ref cut" lang={langOf(project)}>
      {project}
    </span>
  )
  return (
    <div
      role="treeitem"
      className={rowClass}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-selected={false}
      aria-current={isShown ? 'true' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      title={worker ? `${rowTitle(worker)}\n${project}` : project}
      onClick={() => showCoordinator(row)}
    >
      {worker ? <AgentBody worker={worker} isOff={isOff} remark={remark} /> : <OperatorBody remark={remark} />}
    </div>
  )
})

/** Shows it; nothing is selected any more. */
export function showCoordinator({ sessionId }: CoordinatorListRow): void {
  select(NOTHING)
  useView.getState().select(sessionId, sessionId)
}
