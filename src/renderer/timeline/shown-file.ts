/** Which file of which worker is looked at, and how somebody comes to look at one. Shown by the artifacts' tab. */
import { create } from 'zustand'
import type { Artifact } from '../../shared/model'
import { runAction } from '../actions'
import { useTimeline } from './store'

/** A file as a turn left it: what the turn wrote, or that it was presented. Ids change while the turn goes on. */
export interface ShownFile {
  readonly workerId: string
  readonly turn: number
  readonly path: string
  readonly isPresented: boolean
}

export const useShownFile = create<{ readonly file: ShownFile | null }>(() => ({ file: null }))

/** Shows a file of the worker whose timeline is open. */
export function showFile({ turn, path, how }: Pick<Artifact, 'turn' | 'path' | 'how'>): void {
  const { worker } = useTimeline.getState()
  if (!worker) return
  useShownFile.setState({ file: { workerId: worker.workerId, turn, path, isPresented: how === 'presented' } })
  runAction('tab.artifacts')
}
