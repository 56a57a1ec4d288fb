import { useState } from 'react'
import { foldCase } from '../../shared/find'
import type { DeletedWorker } from '../../shared/records-deleted'
import { useObserved } from '../connection'
import { formatAge, formatMoment, formatNumber, Icon, langOf, useNow } from '../ui'
import { useWords } from '../words'
import { followDeleted, useDeleted } from './deleted'
import { FilterField } from './FilterField'
import { openRun } from './records-view'
import { sourceWords } from './source-words'
import { words } from './words'

/** Workers of all Projects that were deleted and whose records are kept, the latest first. */
export function DeletedList() {
  const say = useWords(words)
  const from = useWords(sourceWords)
  useObserved('deleted', followDeleted)
  const { list, refusal } = useDeleted()
  const [query, setQuery] = useState('')
  const wanted = foldCase(query.trim())
  const shown = list?.workers.filter(({ name, projectName }) => foldCase(`${name}\n${projectName}`).includes(wanted)) ?? []
  return (
    <div className="runs">
      {list && list.total > 0 && (
        <div className="runs-bar">
          <FilterField label={from.deleted.filter} value={query} onChange={setQuery} />
          {list.total > list.workers.length && <span className="is-last num">{from.deleted.latest(formatNumber(list.workers.length), formatNumber(list.total))}</span>}
        </div>
      )}
      {refusal && (
        <p className="form-problem runs-problem" role="alert">
          {refusal.message} {refusal.remedy}
        </p>
      )}
      {!list && !refusal && <p className="runs-blank is-late">{say.view.reading}</p>}
      {list && shown.length === 0 && (
        <div className="blank runs-blank">
          <h2>{list.total === 0 ? from.deleted.none : say.place.noneFound}</h2>
          <p>{list.total === 0 ? from.deleted.noneAbout : from.deleted.noneFoundAbout}</p>
        </div>
      )}
      {shown.length > 0 && (
        <ul className="runs-list deleted-list scrolls" aria-label={say.place.deleted}>
          {shown.map((worker) => (
            <li key={worker.workerId}>
              <DeletedRow worker={worker} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function DeletedRow({ worker }: { worker: DeletedWorker }) {
  const from = useWords(sourceWords)
  const now = useNow()
  const { sessionId, workerId, name, projectName, turns, deletedAt } = worker
  return (
    <button type="button" className="row run" title={`${name}\n${projectName}`} onClick={() => openRun({ kind: 'deleted', sessionId, workerId })}>
      <Icon name="trash" />
      <span className="name cut" lang={langOf(name)} dir="auto">
        {name}
      </span>
      <span className="run-format cut">{runsOn(worker)}</span>
      <span className="run-workers num">{from.deleted.turns(turns)}</span>
      {deletedAt === null ? <span className="run-age" /> : <time className="run-age" title={formatMoment(deletedAt)}>{formatAge(now - deletedAt)}</time>}
      <span className="status cut">
        {from.deleted.was(deletedAt === null ? null : formatMoment(deletedAt))} · <span lang={langOf(projectName)}>{projectName}</span>
      </span>
    </button>
  )
}

/** What it ran on: its model where it has one, which begins with the agent of the operator's own. */
export function runsOn({ engine, model }: Pick<DeletedWorker, 'engine' | 'model'>): string {
  return engine === 'acp' && model !== null ? model : model === null ? engine : `${engine} · ${model}`
}
