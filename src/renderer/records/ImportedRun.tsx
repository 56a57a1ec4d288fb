import { useMemo } from 'react'
import type { ImportedWorker } from '../../shared/imports'
import { useObserved } from '../connection'
import { Button, formatAge, formatDuration, formatMoment, useNow } from '../ui'
import { useWords } from '../words'
import { told } from './evidence.logic'
import { followRun, useFollowed } from './followed'
import { FORMAT_NAMES } from './formats'
import { openRun } from './records-view'
import { RunHead } from './RunHead'
import { useRunList } from './run-list'
import { importedSource } from './sources'
import { statusOf } from './status.logic'
import { TranscriptView } from './TranscriptView'
import { WorkerColumn } from './WorkerColumn'
import { workerName } from './workers.logic'
import { words } from './words'

/** A run of another program: its workers, and the transcript of one of them, followed while they write. */
export function ImportedRun({ runId, workerId }: { runId: string; workerId: string | null }) {
  const say = useWords(words)
  useObserved(runId, () => followRun(runId))
  const { value, refusal } = useFollowed()
  const listed = useRunList(({ list }) => list?.runs.find((run) => run.run_id === runId))
  const run = value?.run ?? listed
  const workers = value?.workers ?? []
  const shownId = workerId ?? workers.find(({ kind }) => kind === 'main')?.workerId ?? workers[0]?.workerId ?? 'main'
  const shown = workers.find((worker) => worker.workerId === shownId)
  const source = useMemo(() => importedSource(runId, shownId), [runId, shownId])
  return (
    <>
      <RunHead name={run?.name ?? runId} status={run?.status ?? null}>
        {run && <Evidence what={run.evidence.what} at={run.evidence.at} />}
      </RunHead>
      {run && (
        <p className="run-about">
          <span>{FORMAT_NAMES[run.format]}</span>
          {run.folder !== null && (
            <span className="cut" title={run.folder}>
              <bdi>{run.folder}</bdi>
            </span>
          )}
          <span className="cut" title={run.file}>
            {run.file}
          </span>
          <Written at={run.updatedAt} />
          <span title={say.readOnlyAbout}>{say.readOnly}</span>
        </p>
      )}
      {refusal ? (
        <div className="blank run-gone">
          <h2>{say.place.gone}</h2>
          <p>
            {refusal.message} {refusal.remedy}
          </p>
          <div className="acts">
            <Button onClick={() => openRun(null)}>{say.place.back}</Button>
          </div>
        </div>
      ) : (
        <div className={workers.length > 1 ? 'run-body has-crew' : 'run-body'}>
          {workers.length > 1 && <WorkerColumn workers={workers} shownId={shownId} />}
          <section className="run-record" aria-label={shown ? workerName(shown) : say.transcript}>
            {shown && workers.length > 1 && <WorkerHead worker={shown} />}
            <TranscriptView
              source={source}
              user={shown?.kind === 'subagent' ? 'parent' : 'you'}
              log={{ counts: shown?.counts ?? null, problems: shown?.problems ?? [], reading: value?.reading ?? null }}
            />
          </section>
        </div>
      )}
    </>
  )
}

/** The age that the list shows; what the status rests on may be older. Ticks alone. */
function Written({ at }: { at: number }) {
  const say = useWords(words)
  const now = useNow()
  return <time title={formatMoment(at)}>{say.place.written(formatAge(now - at))}</time>
}

/** Ticks alone. */
function Evidence({ what, at }: { what: string; at: number | null }) {
  const now = useNow()
  return (
    <>
      {' · '}
      {told(what)}
      {at !== null && (
        <>
          {' · '}
          <time title={formatMoment(at)}>{formatAge(now - at)}</time>
        </>
      )}
    </>
  )
}

/** Whose transcript this is, where a run has several: what it was to do, and how it stands. */
function WorkerHead({ worker }: { worker: ImportedWorker }) {
  const say = useWords(words)
  const { word } = statusOf(worker.status)
  const model = worker.routeDecision?.model
  const took = worker.endedAt === undefined ? null : worker.endedAt - worker.startedAt
  return (
    <div className="worker-head">
      <h2 className="cut">{workerName(worker)}</h2>
      <p className="cut">
        <b>{word}</b>
        <Evidence {...worker.evidence} />
        {took !== null && took > 0 && ` · ${say.place.took(formatDuration(took))}`}
        {model && ` · ${model}`}
      </p>
    </div>
  )
}
