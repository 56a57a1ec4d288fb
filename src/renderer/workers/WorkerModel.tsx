import { useEffect } from 'react'
import { agentChoice, agentModel } from '../../shared/agents'
import type { WorkerView } from '../../shared/model'
import { client } from '../connection'
import { useAgents } from '../settings/agents'
import { refreshProviders, useProviders } from '../settings/providers'
import { Setting, useStored } from '../settings/Setting'
import { langOf } from '../ui'
import { useWords } from '../words'
import { AgentModelSelect, ModelSelect } from './ModelChoice'
import { runnerWords, settingsWords } from './words'

interface WorkerModelProps {
  sessionId: string
  worker: Pick<WorkerView, 'workerId' | 'engine' | 'model'>
}

/** What a worker runs on, and its model, which may be another one from its next turn on. */
export function WorkerModel({ sessionId, worker: { workerId, engine, model } }: WorkerModelProps) {
  const say = useWords(settingsWords)
  const more = useWords(runnerWords)
  const { agents } = useAgents()
  const providers = useProviders((state) => state.providers)
  const stored = useStored(model, async (next) => {
    await client.workers.setModel({ sessionId, workerId, model: next })
  })
  useEffect(() => {
    if (engine !== 'pi') return
    const closed = new AbortController()
    refreshProviders(closed.signal).catch(() => {})
    return () => closed.abort()
  }, [engine])
  const own = engine === 'acp' ? agentChoice(stored.shown) : null
  const agent = agents?.find(({ id }) => id === own?.agentId) ?? null
  const name = agent?.label ?? own?.agentId ?? engine
  return (
    <>
      <Setting label={say.engine}>{() => <span lang={langOf(name)}>{name}</span>}</Setting>
      {engine === 'pi' && (
        <Setting label={say.model} hint={more.fromNext} problem={stored.problem}>
          {({ control }) => <ModelSelect id={control} providers={providers} model={stored.shown} onChoose={(next) => next !== null && stored.change(next)} />}
        </Setting>
      )}
      {own && agent && (
        <Setting label={say.model} hint={more.stays} problem={stored.problem}>
          {({ control }) => (
            <AgentModelSelect
              id={control}
              agent={agent}
              model={own.model}
              onChoose={(next) => stored.change(agentModel({ agentId: own.agentId, model: next }))}
            />
          )}
        </Setting>
      )}
      {engine !== 'pi' && !(own && agent) && (
        <Setting label={say.model}>{() => <span className="setting-fact">{own?.model ?? (engine === 'dsh' ? (model ?? more.itsOwn) : say.noModel)}</span>}</Setting>
      )}
    </>
  )
}
