import type { EngineKind, ProjectConduct, ProjectView } from '../../shared/model'
import { useHost, useSettings } from '../connection'
import { useProviders } from '../settings/providers'
import { ChoiceSetting, NumberSetting, Setting, SwitchSetting, useStored } from '../settings/Setting'
import { useWords } from '../words'
import { ModelSelect } from '../workers/ModelChoice'
import { saveConduct } from './conduct'
import { crewWords } from './words'

/** What new workers run on, and how much may go on at once. */
export function CrewSettings({ project }: { project: ProjectView }) {
  const say = useWords(crewWords)
  const { sessionId, conduct, policy } = project
  const { workers } = conduct
  const engines = useHost((host) => host.info?.engines)?.filter(({ kind }) => kind !== 'acp') ?? []
  const save = (change: Partial<ProjectConduct>) => saveConduct(sessionId, change)
  return (
    <>
      <section className="setting-group" aria-labelledby="settings-spawned">
        <h3 id="settings-spawned">{say.made}</h3>
        <ChoiceSetting<EngineKind>
          label={say.engine}
          hint={engineHint(workers.engine, policy)}
          value={workers.engine}
          options={engines.map(({ kind }) => ({ value: kind, label: kind }))}
          save={(engine) => save({ workers: { ...workers, engine } })}
        />
        {workers.engine === 'pi' && <WorkerModel project={project} />}
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

function WorkerModel({ project: { sessionId, conduct } }: { project: ProjectView }) {
  const say = useWords(crewWords)
  const providers = useProviders((state) => state.providers)
  const defaultModel = useSettings((state) => state.settings.defaultModel)
  const stored = useStored(conduct.workers, (workers) => saveConduct(sessionId, { workers }))
  return (
    <Setting
      label={say.model}
      hint={stored.shown.model === null && defaultModel === null ? say.noModelYet : undefined}
      problem={stored.problem}
    >
      {({ control }) => (
        <ModelSelect
          id={control}
          providers={providers}
          model={stored.shown.model}
          none={defaultModel === null ? say.lastUsed : say.lastUsedIs(defaultModel.split('/').at(-1) ?? '')}
          onChoose={(model) => stored.change({ ...conduct.workers, model })}
        />
      )}
    </Setting>
  )
}

function engineHint(engine: EngineKind, policy: ProjectView['policy']): string {
  const say = crewWords()
  if (engine === 'pi') return say.agentsWithModel
  return policy === 'run' ? say.commands : say.commandsBlocked
}

function depthHint(depth: number): string {
  const say = crewWords()
  if (depth === 1) return say.depthOne
  return depth === 2 ? say.depthTwo : say.depthMore(depth)
}
