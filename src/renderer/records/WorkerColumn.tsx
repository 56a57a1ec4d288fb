import type { WorkerRecordView } from '../../shared/records'
import { formatAge, Glyph, langOf, useNow } from '../ui'
import { useWords } from '../words'
import { chooseWorker } from './records-view'
import { statusOf } from './status.logic'
import { treeOf, workerName } from './workers.logic'
import { words } from './words'

interface WorkerColumnProps {
  workers: readonly WorkerRecordView[]
  shownId: string | null
}

/** The workers of a run, each under the one that started it. */
export function WorkerColumn({ workers, shownId }: WorkerColumnProps) {
  const say = useWords(words)
  return (
    <nav className="run-crew scrolls" aria-label={say.place.workers}>
      <div className="group">
        <h2>{say.place.workers}</h2>
        <span className="num">{workers.length}</span>
      </div>
      <ul>
        {treeOf(workers).map(({ worker, depth }) => (
          <li key={worker.workerId}>
            <WorkerLine worker={worker} depth={depth} isShown={worker.workerId === shownId} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

function WorkerLine({ worker, depth, isShown }: { worker: WorkerRecordView; depth: number; isShown: boolean }) {
  const now = useNow()
  const { glyph, word } = statusOf(worker.status)
  const name = workerName(worker)
  const at = worker.endedAt ?? worker.startedAt
  return (
    <button
      type="button"
      className={`row worker depth-${Math.min(depth, 4)}${depth > 0 ? ' is-child' : ''}`}
      aria-current={isShown ? 'true' : undefined}
      title={[name, worker.task].filter(Boolean).join('\n')}
      onClick={() => chooseWorker(worker.workerId)}
    >
      <Glyph kind={glyph} />
      <span className="name cut" lang={langOf(name)}>
        {name}
      </span>
      <span className="status cut">
        <b>{word}</b>
        {at > 0 && ` · ${formatAge(now - at)}`}
      </span>
    </button>
  )
}
