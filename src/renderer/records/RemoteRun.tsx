import { useEffect, useMemo, useState } from 'react'
import type { SeenRun } from '../../shared/records-seen'
import { client, refusalOf, useConnection, useObserved, type RefusalView } from '../connection'
import { inOrder } from '../connection/in-order.logic'
import { Button, formatAge, Glyph, IconButton, Menu, MenuSwitch, Strip, useLocalNow } from '../ui'
import { fromHost, useWords } from '../words'
import { followInstances, poll, polled, useInstances } from './instances'
import { openRun } from './records-view'
import { RunHead } from './RunHead'
import { remoteSource } from './sources'
import { statusOf } from './status.logic'
import { TranscriptView } from './TranscriptView'
import { WorkerColumn } from './WorkerColumn'
import { workerName } from './workers.logic'
import { sourceWords } from './source-words'
import { words } from './words'

interface RemoteRunProps {
  id: string
  runId: string
  workerId: string | null
}

/** A run of another instance: read when it is opened, and again on request, or regularly while it is on the screen. */
export function RemoteRun({ id, runId, workerId }: RemoteRunProps) {
  const say = useWords(words)
  const from = useWords(sourceWords)
  useObserved('instances', followInstances)
  const isLive = useConnection((connection) => connection.state === 'live')
  const instance = useInstances(({ list }) => list?.find((one) => one.id === id))
  const known = useInstances(({ found }) => found.get(id)?.state)
  const run = known?.kind === 'ok' ? known.runs.find((one) => one.run_id === runId) : undefined
  const { seen, refusal, at, refresh, onRefreshed } = useRemote(id, runId, isLive)
  const isPolled = polled.use(id)
  useEffect(() => (isPolled && isLive ? poll(refresh) : undefined), [isPolled, isLive, refresh])
  const workers = seen?.workers ?? []
  const shownId = workerId ?? workers[0]?.workerId ?? null
  const shown = workers.find((worker) => worker.workerId === shownId)
  const source = useMemo(() => (shownId === null ? null : remoteSource(id, runId, shownId, onRefreshed)), [id, runId, shownId, onRefreshed])
  return (
    <>
      <RunHead
        name={run?.name ?? runId}
        status={run?.status ?? 'unknown'}
        actions={
          <>
            <Button icon="retry" onClick={() => void refresh()}>
              {from.instance.refresh}
            </Button>
            <Menu trigger={<IconButton icon="more" label={say.view.more} />}>
              <MenuSwitch label={from.instance.poll} note={from.instance.pollAbout} on={isPolled} onChange={(on) => polled.set(id, on ? true : null)} />
            </Menu>
          </>
        }
      />
      <p className="run-about">
        <span className="cut">{instance?.name ?? id}</span>
        <span className="cut">{instance?.url}</span>
        <AskedAt at={at} />
        {seen && seen.skipped > 0 && <span>{say.fact.unread(seen.skipped)}</span>}
        <span title={say.readOnlyAbout}>{say.readOnly}</span>
      </p>
      {refusal && (
        <div className="transcript-note">
          <Strip tone="fail" role="alert" mark={<Glyph kind="error" />} actions={<Button onClick={() => void refresh()}>{say.view.tryAgain}</Button>}>
            <b>{refusal.message}</b> {refusal.remedy}
          </Strip>
        </div>
      )}
      {seen && workers.length === 0 && (
        <div className="blank run-gone">
          <h2>{from.instance.noWorkers}</h2>
          <p>{from.instance.noWorkersAbout}</p>
          <div className="acts">
            <Button onClick={() => openRun(null)}>{say.place.back}</Button>
          </div>
        </div>
      )}
      {!seen && !refusal && <p className="runs-blank is-late">{from.instance.asking}</p>}
      {source && (
        <div className="run-body has-crew">
          <WorkerColumn workers={workers} shownId={shownId} />
          <section className="run-record" aria-label={shown ? workerName(shown) : say.transcript}>
            {shown && (
              <div className="worker-head">
                <h2 className="cut">{workerName(shown)}</h2>
                <p className="cut">
                  <b>{statusOf(shown.status).word}</b>
                  {shown.routeDecision?.model && ` · ${shown.routeDecision.model}`}
                  {shown.error !== undefined && ` · ${fromHost(shown.error)}`}
                </p>
              </div>
            )}
            <TranscriptView source={source} isShell={shown?.routeDecision?.engine === 'shell' || shown?.agentType === 'shell'} />
          </section>
        </div>
      )}
    </>
  )
}

/** The workers of the run as they were told last, and who hears when they are asked for again. */
function useRemote(id: string, runId: string, isLive: boolean) {
  const [seen, setSeen] = useState<SeenRun | null>(null)
  const [refusal, setRefusal] = useState<RefusalView | null>(null)
  const [at, setAt] = useState<number | null>(null)
  const [listeners] = useState(() => new Set<() => void>())
  const refresh = useMemo(() => {
    const order = inOrder()
    return async (): Promise<void> => {
      const isNews = order()
      try {
        const workers = await client.instances.workers({ id, runId })
        if (!isNews()) return
        setSeen(workers)
        setRefusal(null)
        setAt(Date.now())
        for (const listener of listeners) listener()
      } catch (error) {
        if (isNews()) setRefusal(refusalOf(error))
      }
    }
  }, [id, runId, listeners])
  const onRefreshed = useMemo(
    () => (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [listeners]
  )
  useEffect(() => {
    if (isLive) void refresh()
  }, [refresh, isLive])
  return { seen, refusal, at, refresh, onRefreshed }
}

function AskedAt({ at }: { at: number | null }) {
  const from = useWords(sourceWords)
  const now = useLocalNow()
  return at === null ? null : <span>{from.instance.asked(formatAge(now - at))}</span>
}
