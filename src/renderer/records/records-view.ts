/** What of the records is on the screen. Kept while the window lives, so that one comes back to where one was. */
import { create } from 'zustand'
import type { FormatName } from '../../shared/imports'
import { useView } from '../connection'

export type Tab = 'machine' | 'instances' | 'deleted'

/** A run that is looked into, and one of its workers; null for the one that comes first. */
export type OpenRun =
  | { readonly kind: 'imported'; readonly runId: string; readonly workerId: string | null }
  | { readonly kind: 'deleted'; readonly sessionId: string; readonly workerId: string }
  | { readonly kind: 'remote'; readonly id: string; readonly runId: string; readonly workerId: string | null }

interface RecordsView {
  readonly tab: Tab
  readonly open: OpenRun | null
  /** Which runs of this machine are listed. */
  readonly query: string
  readonly format: FormatName | null
  readonly limit: number
}

/** Runs that are listed at first, and how many "Show more" adds. */
export const RUNS_PAGE = 200

export const useRecordsView = create<RecordsView>(() => ({ tab: 'machine', open: null, query: '', format: null, limit: RUNS_PAGE }))

/** Null for the list of the tab. */
export function openRun(open: OpenRun | null): void {
  useRecordsView.setState({ open })
}

export function chooseWorker(workerId: string): void {
  const { open } = useRecordsView.getState()
  if (open) useRecordsView.setState({ open: { ...open, workerId } })
}

/** Shows the records as they were left; whoever is there already, the list. */
export function goToRecords(): void {
  if (useView.getState().screen === 'records') openRun(null)
  else useView.getState().showRecords()
}
