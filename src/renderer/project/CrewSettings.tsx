import type { EngineKind, ProjectConduct, ProjectView } from '../../shared/model'
import { useHost, useSettings } from '../connection'
import { useProviders } from '../settings/providers'
import { ChoiceSetting, NumberSetting, Setting, SwitchSetting, useStored } from '../settings/Setting'
import { ModelSelect } from '../workers/ModelChoice'
import { saveConduct } from './conduct'

/** What new workers run on, and how much may go on at once. */
export function CrewSettings({ project }: { project: ProjectView }) {
  const { sessionId, conduct, policy } = project
  const { workers } = conduct
  const engines = useHost((host) => host.info?.engines) ?? []
  const save = (change: Partial<ProjectConduct>) => saveConduct(sessionId, change)
  return (
    <>
      <section className="setting-group" aria-labelledby="settings-spawned">
        <h3 id="settings-spawned">Workers that the Coordinator makes</h3>
        <ChoiceSetting<EngineKind>
          label="Engine"
          hint={engineHint(workers.engine, policy)}
          value={workers.engine}
          options={engines.map(({ kind }) => ({ value: kind, label: kind }))}
          save={(engine) => save({ workers: { ...workers, engine } })}
        />
        {workers.engine === 'pi' && <WorkerModel project={project} />}
      </section>
      <section className="setting-group" aria-labelledby="settings-limits">
        <h3 id="settings-limits">Limits</h3>
        <NumberSetting
          label="Busy at once"
          hint="Workers that may work at the same time; the rest wait and say so."
          value={conduct.maxBusy}
          bounds={{ min: 1, max: 100 }}
          save={async (maxBusy) => (maxBusy === null ? undefined : save({ maxBusy }))}
        />
        <NumberSetting
          label="Turns per hour"
          hint="Turns of the Project that may begin within an hour. Empty: no limit."
          placeholder="no limit"
          value={conduct.maxTurnsPerHour}
          bounds={{ min: 1, max: 100_000, optional: true }}
          save={(maxTurnsPerHour) => save({ maxTurnsPerHour })}
        />
        <NumberSetting
          label="Depth of delegation"
          hint={depthHint(conduct.maxDepth)}
          value={conduct.maxDepth}
          bounds={{ min: 1, max: 8 }}
          save={async (maxDepth) => (maxDepth === null ? undefined : save({ maxDepth }))}
        />
      </section>
      <section className="setting-group" aria-labelledby="settings-reports">
        <h3 id="settings-reports">What agents hear of their workers</h3>
        <ChoiceSetting
          label="An ended turn wakes an idle Coordinator"
          hint={QUIET_HINTS[conduct.quiet]}
          value={conduct.quiet}
          options={[
            { value: 'none', label: 'Always' },
            { value: 'stopped', label: 'Unless I stopped it' },
            { value: 'all', label: 'Never' }
          ]}
          save={(quiet) => save({ quiet })}
        />
        <SwitchSetting
          label="Agents may list their children"
          hint="Gives the tool list_agents to agents with children of their own."
          value={conduct.listAgents}
          save={(listAgents) => save({ listAgents })}
        />
        <NumberSetting
          label="Length of progress texts"
          hint="In the list that the Coordinator reads, each text is cut to this many characters."
          value={conduct.progressTextMaxChars}
          bounds={{ min: 1, max: 100_000 }}
          save={async (progressTextMaxChars) => (progressTextMaxChars === null ? undefined : save({ progressTextMaxChars }))}
        />
      </section>
    </>
  )
}

function WorkerModel({ project: { sessionId, conduct } }: { project: ProjectView }) {
  const providers = useProviders((state) => state.providers)
  const defaultModel = useSettings((state) => state.settings.defaultModel)
  const stored = useStored(conduct.workers, (workers) => saveConduct(sessionId, { workers }))
  return (
    <Setting
      label="Model"
      hint={stored.shown.model === null && defaultModel === null ? 'No model was used yet: choose one for the first worker.' : undefined}
      problem={stored.problem}
    >
      {({ control }) => (
        <ModelSelect
          id={control}
          providers={providers}
          model={stored.shown.model}
          none={defaultModel === null ? 'Last used' : `Last used (${defaultModel.split('/').at(-1)})`}
          onChoose={(model) => stored.change({ ...conduct.workers, model })}
        />
      )}
    </Setting>
  )
}

const QUIET_HINTS: Record<ProjectConduct['quiet'], string> = {
  none: 'Each result opens a turn of the Coordinator.',
  stopped: 'The result of a turn that you stopped waits for its next turn.',
  all: 'All results wait in its inbox for its next turn.'
}

function engineHint(engine: EngineKind, policy: ProjectView['policy']): string {
  if (engine === 'pi') return 'Agents with a model.'
  if (policy === 'run') return 'Each task is a command that runs in the folder.'
  return 'Each task is a command. They are blocked until agents may run commands.'
}

function depthHint(depth: number): string {
  if (depth === 1) return '1: workers make no workers of their own.'
  return `${depth}: workers that may delegate can have children${depth === 2 ? '' : `, down to level ${depth}`}.`
}
