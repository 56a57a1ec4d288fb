/**
 * The worker that is being written in the dialog. It outlives the dialog, so that nothing typed is lost by closing it,
 * and it keeps its ids until the host has taken it, so that trying again never makes a second worker.
 */
import { create } from 'zustand'
import type { EngineKind } from '../../shared/model'
import { client, newId, refusalOf, saveSettings, useView, type RefusalView } from '../connection'
import { closeDialog } from '../ui'

export interface NewWorker {
  readonly workerId: string
  readonly messageId: string
  /** Empty: the suggestion. */
  readonly name: string
  readonly task: string
  readonly engine: EngineKind
  /** `provider/model`; null until one was chosen. */
  readonly model: string | null
}

interface State {
  readonly draft: NewWorker
  readonly sending: boolean
  /** Why the last attempt did not work. */
  readonly refusal: RefusalView | null
}

const fresh = (engine: EngineKind): NewWorker => ({ workerId: newId(), messageId: newId(), name: '', task: '', engine, model: null })

export const useNewWorker = create<State>(() => ({ draft: fresh('pi'), sending: false, refusal: null }))

export function editNewWorker(patch: Partial<Pick<NewWorker, 'name' | 'task' | 'engine' | 'model'>>): void {
  useNewWorker.setState(({ draft }) => ({ draft: { ...draft, ...patch }, refusal: null }))
}

/** Makes the worker, shows it, and closes the dialog. What goes wrong stays in the dialog. */
export async function createWorker(sessionId: string, name: string, model: string | null): Promise<void> {
  const { draft, sending } = useNewWorker.getState()
  if (sending) return
  useNewWorker.setState({ sending: true, refusal: null })
  const { workerId, messageId, task, engine } = draft
  try {
    await client.workers.create({ sessionId, workerId, messageId, name, task, engine, model: engine === 'pi' ? model : null })
    useNewWorker.setState({ draft: fresh(engine), sending: false })
    useView.getState().expect(sessionId, workerId)
    closeDialog()
  } catch (error) {
    useNewWorker.setState({ sending: false, refusal: refusalOf(error) })
    return
  }
  // Only a convenience: the worker is there without it.
  if (engine === 'pi' && model !== null) await saveSettings({ defaultModel: model }).catch(() => {})
}
