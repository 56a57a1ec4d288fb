/**
 * The worker that is being written in the dialog. It outlives the dialog, so that nothing typed is lost by closing it,
 * and it keeps its ids until the host has taken it, so that trying again never makes a second worker.
 */
import { create } from 'zustand'
import type { EngineKind } from '../../shared/model'
import { Refusal } from '../../shared/errors'
import { client, lookAtWorker, newId, notKnown, notThrough, refusalOf, saveSettings, useView, wasCutOff, type RefusalView } from '../connection'
import { closeDialog, isOnScreen, openDialog } from '../ui'
import { showComposerOf } from './show-composer'

export interface NewWorker {
  readonly workerId: string
  readonly messageId: string
  /** Empty: the suggestion. */
  readonly name: string
  readonly task: string
  /** Null until one was chosen: then the first that works here. */
  readonly engine: EngineKind | null
  /** Which of the operator's own agents, where the engine drives many. */
  readonly agentId: string | null
  /** `provider/model`; null until one was chosen. */
  readonly model: string | null
  /** Models that were chosen of own agents, by their ids; what is not here is left to the agent. */
  readonly agentModels: Readonly<Record<string, string>>
}

interface State {
  readonly draft: NewWorker
  readonly sending: boolean
  /** Whether the dialog was closed because a worker was made. */
  readonly made: boolean
  /** Why the last attempt did not work. */
  readonly refusal: RefusalView | null
}

const fresh = (kept: Pick<NewWorker, 'engine' | 'agentId' | 'agentModels'>): NewWorker => ({
  workerId: newId(),
  messageId: newId(),
  name: '',
  task: '',
  model: null,
  ...kept
})

export const useNewWorker = create<State>(() => ({ draft: fresh({ engine: null, agentId: null, agentModels: {} }), sending: false, made: false, refusal: null }))

export function editNewWorker(patch: Partial<Omit<NewWorker, 'workerId' | 'messageId'>>): void {
  useNewWorker.setState(({ draft }) => ({ draft: { ...draft, ...patch }, refusal: null }))
}

/** Opens the dialog with an engine, or with an own agent. */
export function beginWith(engine: EngineKind, agentId: string | null = null): void {
  editNewWorker({ engine, agentId })
  openDialog('new-worker')
}

export interface NewWorkerChoice {
  readonly name: string
  readonly engine: EngineKind
  /** Null for an engine that needs none; of an own agent, as shared/agents.ts writes it. */
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
    await client.workers.create({ sessionId, workerId, messageId, name, task, engine, model }).catch(async (error: unknown) => {
      if (!wasCutOff(error)) throw error
      // The host may have made it, or not: `sending` lasts until it shows that.
      useNewWorker.setState({ refusal: notKnown() })
      if ((await lookAtWorker(sessionId, workerId)) !== 'there') throw new Refusal('UNAVAILABLE', notThrough().message, notThrough().remedy)
    })
    const next = fresh({ engine, agentId: draft.agentId, agentModels: draft.agentModels })
    // What was written while the host made it is for the one after it.
    const isSame = (now: NewWorker): boolean => now.name === draft.name && now.task === task
    useNewWorker.setState(({ draft: now }) => ({
      draft: isSame(now) ? next : { ...now, workerId: next.workerId, messageId: next.messageId },
      sending: false,
      made: true,
      refusal: null
    }))
    if (isOnScreen('new-worker')) {
      useView.getState().expect(sessionId, workerId)
      closeDialog()
      showComposerOf(workerId)
    }
  } catch (error) {
    useNewWorker.setState({ sending: false, refusal: refusalOf(error) })
    return
  }
  // Only a convenience: the worker is there without it.
  if (keepsModel && engine === 'pi' && model !== null) await saveSettings({ defaultModel: model }).catch(() => {})
}
