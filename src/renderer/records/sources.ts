/** Where transcripts come from, told alike: our own workers, other programs on this machine, other instances. */
import type { BoundedPage, Found } from '../../shared/records-seen'
import { client, follow } from '../connection'
import { useFollowed } from './followed'

export interface PageWish {
  /** Null for the end. */
  readonly offset: number | null
  readonly limit: number
}

export interface FindWish {
  readonly query: string
  readonly from: number
  readonly to: number
}

/** `total`: entries that the record has now, where that is known. */
export type News = { readonly kind: 'grown'; readonly total: number | null } | { readonly kind: 'anew' }

export interface TranscriptSource {
  /** Tells it apart from all others. */
  readonly key: string
  page(wish: PageWish, signal: AbortSignal): Promise<BoundedPage>
  find(wish: FindWish, signal: AbortSignal): Promise<Found>
  /** Hears of news while somebody can see the window. Returns the disposer. */
  watch(onNews: (news: News) => void): () => void
  /** Entries at the end that are read again with what comes after them: those that may still change. */
  readonly overlap: number
  /** Pages come from different moments, and nothing tells of what changed between them. */
  readonly isRemote: boolean
}

/** The record of a worker of ours. It only grows, or is cleared. */
export function ownSource(sessionId: string, workerId: string): TranscriptSource {
  const at = { sessionId, workerId }
  return {
    key: `own ${sessionId} ${workerId}`,
    overlap: 1,
    isRemote: false,
    page: (wish, signal) => client.records.page({ ...at, ...wish }, { signal }),
    find: (wish, signal) => client.records.find({ ...at, ...wish }, { signal }),
    watch(onNews) {
      let known: number | null = null
      return follow({
        open: (signal) => client.records.watch(at, { signal }),
        onValue({ worker, cleared }) {
          const isAnew = known !== null && cleared > known
          known = cleared
          onNews(isAnew ? { kind: 'anew' } : { kind: 'grown', total: worker.entryCount ?? null })
        }
      })
    }
  }
}

/** A transcript of another program; its run is followed by whoever shows it (see followed.ts). */
export function importedSource(runId: string, workerId: string): TranscriptSource {
  const at = { runId, workerId }
  return {
    key: `imported ${runId} ${workerId}`,
    overlap: 8,
    isRemote: false,
    page: (wish, signal) => client.imports.page({ ...at, ...wish }, { signal }),
    find: (wish, signal) => client.imports.find({ ...at, ...wish }, { signal }),
    watch: (onNews) =>
      useFollowed.subscribe(({ value }, before) => {
        if (value === before.value || value?.run_id !== runId) return
        const worker = value.workers.find((one) => one.workerId === workerId)
        onNews({ kind: 'grown', total: worker?.entryCount ?? null })
      })
  }
}

/** A transcript of another instance: read when it is asked for, and again when `refreshed` says so. */
export function remoteSource(id: string, runId: string, workerId: string, refreshed: (listener: () => void) => () => void): TranscriptSource {
  const at = { id, runId, workerId }
  return {
    key: `remote ${id} ${runId} ${workerId}`,
    overlap: 8,
    isRemote: true,
    page: (wish, signal) => client.instances.page({ ...at, ...wish }, { signal }),
    find: (wish, signal) => client.instances.find({ ...at, ...wish }, { signal }),
    watch: (onNews) => refreshed(() => onNews({ kind: 'grown', total: null }))
  }
}
