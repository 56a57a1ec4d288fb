/** Feeds the stores that are always on the screen: Projects, workers, requests, host, settings. Started once by main.tsx. */
import { applyAttentionOp } from '../../shared/attention'
import { applyWorkersOp } from '../../shared/workers'
import { useAsks } from './asks'
import { useAttentionFacts } from './attention'
import { takeDesk } from './desk'
import { client, connector } from './client'
import { refreshHost } from './host'
import { follow, observe } from './observe'
import { useProjects } from './projects'
import { takeSettings } from './settings'
import { useView } from './view'
import { useWorkers } from './workers'

/** Starts the connection and the feeds; returns the disposer of the feeds. */
export function startFeeds(): () => void {
  connector.start()
  const stops = [feedHost(), feedProjects(), feedWorkers(), feedAsks(), feedAttention(), feedDesk(), feedSettings()]
  return () => stops.forEach((stop) => stop())
}

/** The host is read again at each opening: it may be another one. */
function feedHost(): () => void {
  let wasOpen = false
  const check = (): void => {
    const isOpen = connector.isOpen()
    if (isOpen && !wasOpen) {
      // Refused only by a connection that is lost again; the next one asks again.
      void refreshHost().catch(() => {})
    }
    wasOpen = isOpen
  }
  check()
  return connector.subscribe(check)
}

function feedProjects(): () => void {
  return follow({
    open: (signal) => client.projects.watch({}, { signal }),
    onValue({ projects }) {
      useProjects.setState({ projects, refusal: null })
      const { sessionId, settle } = useView.getState()
      if (!projects.some((project) => project.sessionId === sessionId)) settle(projects[0]?.sessionId ?? null)
    },
    onEnd: (end) => useProjects.setState({ refusal: end.kind === 'refused' ? end.refusal : null })
  })
}

function feedWorkers(): () => void {
  let stop: (() => void) | null = null
  const feed = (sessionId: string | null): void => {
    if (useWorkers.getState().sessionId === sessionId) return
    stop?.()
    stop = null
    useWorkers.setState({ sessionId, coordinator: null, workers: null, refusal: null })
    if (sessionId !== null) stop = watchWorkers(sessionId)
  }
  feed(useView.getState().sessionId)
  const unsubscribe = useView.subscribe((view) => feed(view.sessionId))
  return () => {
    unsubscribe()
    stop?.()
  }
}

function watchWorkers(sessionId: string): () => void {
  return observe({
    open: (signal) => client.workers.watch({ sessionId }, { signal }),
    apply: applyWorkersOp,
    onState({ coordinator, workers }) {
      useWorkers.setState({ sessionId, coordinator, workers, refusal: null })
      const view = useView.getState()
      const first = coordinator ?? workers[0]
      if (view.workerId === null && first) view.settle(sessionId, first.workerId)
      else if (workers.some((worker) => worker.workerId === view.expecting)) view.settle(sessionId, view.workerId)
    },
    onEnd: (end) => useWorkers.setState({ refusal: end.kind === 'refused' ? end.refusal : null })
  })
}

function feedAsks(): () => void {
  return follow({
    open: (signal) => client.approvals.watch({}, { signal }),
    onValue: ({ asks }) => useAsks.setState({ asks, refusal: null }),
    onEnd: (end) => useAsks.setState({ refusal: end.kind === 'refused' ? end.refusal : null })
  })
}

function feedAttention(): () => void {
  return observe({
    open: (signal) => client.attention.watch({}, { signal }),
    apply: applyAttentionOp,
    onState: ({ facts }) => useAttentionFacts.setState({ facts, refusal: null }),
    onEnd: (end) => useAttentionFacts.setState({ refusal: end.kind === 'refused' ? end.refusal : null })
  })
}

function feedDesk(): () => void {
  return follow({
    open: (signal) => client.desk.watch({}, { signal }),
    onValue: ({ entries }) => takeDesk(entries)
  })
}

function feedSettings(): () => void {
  return follow({
    open: (signal) => client.settings.watch({}, { signal }),
    onValue: takeSettings
  })
}
