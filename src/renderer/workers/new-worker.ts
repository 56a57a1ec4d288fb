/**
 * The worker that is being written in the dialog. It outlives the dialog, so that nothing typed is lost by closing it,
 * and it keeps its ids until the host has taken it, so that trying again never makes a second worker.
 */
import { create } from 'zustand'
import type { EngineKind } from '../../shared/model'
import { client, newId, refusalOf, saveSettings, useView, type RefusalView } from '../connection'
import { closeDialog, openDialog } from '../ui'
import { showComposerOf } from './show-composer'

export interface NewWorker {
  readonly workerId: string
  readonly messageId: string
  /** Empty: the suggestion. */
  readonly name: string
  readonly task: string
  /** Null until one was chosen: then the first that works here. */
  readonly engine: EngineKind | null
  /** `provider/model`; null until one was chosen. */
  readonly model: string | null
}

interface State {
  readonly draft: NewWorker
  readonly sending: boolean
  /** Whether the dialog was closed because a worker was made. */
  readonly made: boolean
  /** Why the last attempt did not work. */
  readonly refusal: RefusalView | null
}

const fresh = (engine: EngineKind | null): NewWorker => ({ workerId: newId(), messageId: newId(), name: '', task: '', engine, model: null })

export const useNewWorker = create<State>(() => ({ draft: fresh(null), sending: false, made: false, refusal: null }))

export function editNewWorker(patch: Partial<Pick<NewWorker, 'name' | 'task' | 'engine' | 'model'>>): void {
  useNewWorker.setState(({ draft }) => ({ draft: { ...draft, ...patch }, refusal: null }))
}

/** Opens the dialog with an engine. */
export function beginWith(engine: EngineKind): void {
  editNewWorker({ engine })
  openDialog('new-worker')
}

export interface NewWorkerChoice {
  readonly name: string
  readonly engine: EngineKind
  /** Null for an engine that needs none. */
  readonly model: string | null
  /** Whether the next worker begins with that model; not the one of the demo. */
  readonly keepsModel: boolean
}

/** Makes the worker, shows it, and closes the dialog. What goes wrong stays in the dialog. */
export async function createWorker(sessionId: string, { name, engine, model, keepsModel }: NewWorkerChoice): Promise<void> {
  const { draft, sending } = useNewWorker.getState()
  if (sending) return
  useNewWorker.setState({ sending: true, refusal: null })
  const { workerId, messageId, task } = draft
  try {
    await client.workers.create({ sessionId, workerId, messageId, name, task, engine, model: engine === 'pi' ? model : null })
    useNewWorker.setState({ draft: fresh(engine), sending: false, made: true })
    useView.getState().expect(sessionId, workerId)
    closeDialog()
    showComposerOf(workerId)
  } catch (error) {
    useNewWorker.setState({ sending: false, refusal: refusalOf(error) })
    return
  }
  // Only a convenience: the worker is there without it.
  if (keepsModel && engine === 'pi' && model !== null) await saveSettings({ defaultModel: model }).catch(() => {})
}
