import { agentChoice, agentModel } from '../../shared/agents'
import type { EngineKind, ProjectConduct, ProjectView } from '../../shared/model'
import { useSettings } from '../connection'
import { useProviders } from '../settings/providers'
import { ChoiceSetting, NumberSetting, Setting, SwitchSetting, useStored } from '../settings/Setting'
import { useWords } from '../words'
import { RunnerSelect, useRunners } from '../workers/EngineChoice'
import { runnerKey, type Runner } from '../workers/engines'
import { AgentModelSelect, ModelSelect } from '../workers/ModelChoice'
import { saveConduct } from './conduct'
import { crewWords } from './words'

/** What new workers run on, and how much may go on at once. */
export function CrewSettings({ project }: { project: ProjectView }) {
  const say = useWords(crewWords)
  const { sessionId, conduct } = project
  const save = (change: Partial<ProjectConduct>) => saveConduct(sessionId, change)
  return (
    <>
      <section className="setting-group" aria-labelledby="settings-spawned">
        <h3 id="settings-spawned">{say.made}</h3>
        <Made project={project} />
      </section>
      <section className="setting-group" aria-labelledby="settings-limits">
        <h3 id="settings-limits">{say.limits}</h3>
        <NumberSetting
          label={say.busyAtOnce}
          hint={say.busyHint}
          value={conduct.maxBusy}
          bounds={{ min: 1, max: 100 }}
          save={async (maxBusy) => (maxBusy === null ? undefined : save({ maxBusy }))}
        />
        <NumberSetting
          label={say.turnsPerHour}
          hint={say.turnsHint}
          placeholder={say.noLimit}
          value={conduct.maxTurnsPerHour}
          bounds={{ min: 1, max: 100_000, optional: true }}
          save={(maxTurnsPerHour) => save({ maxTurnsPerHour })}
        />
        <NumberSetting
          label={say.depth}
          hint={depthHint(conduct.maxDepth)}
          value={conduct.maxDepth}
          bounds={{ min: 1, max: 8 }}
          save={async (maxDepth) => (maxDepth === null ? undefined : save({ maxDepth }))}
        />
      </section>
      <section className="setting-group" aria-labelledby="settings-reports">
        <h3 id="settings-reports">{say.reports}</h3>
        <ChoiceSetting
          label={say.wakes}
          hint={say.quiet[conduct.quiet]}
          value={conduct.quiet}
          options={[
            { value: 'none', label: say.always },
            { value: 'stopped', label: say.unlessStopped },
            { value: 'all', label: say.never }
          ]}
          save={(quiet) => save({ quiet })}
        />
        <SwitchSetting
          label={say.listAgents}
          hint={say.listAgentsHint}
          value={conduct.listAgents}
          save={(listAgents) => save({ listAgents })}
        />
        <NumberSetting
          label={say.progress}
          hint={say.progressHint}
          value={conduct.progressTextMaxChars}
          bounds={{ min: 1, max: 100_000 }}
          save={async (progressTextMaxChars) => (progressTextMaxChars === null ? undefined : save({ progressTextMaxChars }))}
        />
      </section>
    </>
  )
}

/** What a worker that the Coordinator makes runs on. */
function Made({ project: { sessionId, conduct, policy } }: { project: ProjectView }) {
  const say = useWords(crewWords)
  const runners = useRunners()
  const stored = useStored(conduct.workers, (workers) => saveConduct(sessionId, { workers }))
  const { engine, model } = stored.shown
  const own = engine === 'acp' ? agentChoice(model) : null
  const key = runnerKey(engine, own?.agentId ?? null)
  const agent = runners.find((runner) => runner.key === key)?.agent
  const choose = (runner: Runner): void => stored.change({ engine: runner.engine, model: runner.engine === 'acp' ? (runner.agent?.id ?? null) : null })
  return (
    <>
      <Setting label={say.engine} hint={engineHint(engine, policy)} problem={stored.problem}>
        {({ control }) => <RunnerSelect id={control} runners={runners} chosen={key} missing={own?.agentId} onChoose={choose} />}
      </Setting>
      {engine === 'pi' && <PiModel model={model} onChoose={(chosen) => stored.change({ engine, model: chosen })} />}
      {own && agent && (
        <Setting label={say.model}>
          {({ control }) => (
            <AgentModelSelect
              id={control}
              agent={agent}
              model={own.model}
              onChoose={(chosen) => stored.change({ engine, model: agentModel({ agentId: own.agentId, model: chosen }) })}
            />
          )}
        </Setting>
      )}
    </>
  )
}

function PiModel({ model, onChoose }: { model: string | null; onChoose(model: string | null): void }) {
  const say = useWords(crewWords)
  const providers = useProviders((state) => state.providers)
  const defaultModel = useSettings((state) => state.settings.defaultModel)
  return (
    <Setting label={say.model} hint={model === null && defaultModel === null ? say.noModelYet : undefined}>
      {({ control }) => (
        <ModelSelect
          id={control}
          providers={providers}
          model={model}
          none={defaultModel === null ? say.lastUsed : say.lastUsedIs(defaultModel.split('/').at(-1) ?? '')}
          onChoose={onChoose}
        />
      )}
    </Setting>
  )
}

function engineHint(engine: EngineKind, policy: ProjectView['policy']): string {
  const say = crewWords()
  if (engine === 'pi') return say.agentsWithModel
  if (engine !== 'shell') return say.agentsOfYours
  return policy === 'run' ? say.commands : say.commandsBlocked
}

function depthHint(depth: number): string {
  const say = crewWords()
  if (depth === 1) return say.depthOne
  return depth === 2 ? say.depthTwo : say.depthMore(depth)
}
