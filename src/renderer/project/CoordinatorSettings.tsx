import { useEffect } from 'react'
import { agentChoice, agentModel } from '../../shared/agents'
import { Refusal } from '../../shared/errors'
import type { ProjectConduct, ProjectView } from '../../shared/model'
import { saveSettings, useSettings } from '../connection'
import { useProviders } from '../settings/providers'
import { Setting, SwitchSetting, useStored } from '../settings/Setting'
import { Segments, showTrouble, useDialogs } from '../ui'
import { useWords } from '../words'
import { RunnerSelect, useRunners } from '../workers/EngineChoice'
import { runnerKey, type Runner } from '../workers/engines'
import { AgentModelSelect, ModelSelect } from '../workers/ModelChoice'
import { modelsOf, usableProviders } from '../workers/new-worker.logic'
import { saveConduct, useSettingsOf } from './conduct'
import { crewWords } from './words'

type Coordinator = ProjectConduct['coordinator']

/** Who gives the workers their tasks, and whether that is allowed at all. */
export function CoordinatorSettings({ project }: { project: ProjectView }) {
  const say = useWords(crewWords)
  const { sessionId, conduct } = project
  const stored = useStored<Coordinator>(conduct.coordinator, (coordinator) => saveConduct(sessionId, { coordinator }))
  const { enabled, engine, model } = stored.shown
  const providers = useProviders((state) => state.providers)
  const defaultModel = useSettings((state) => state.settings.defaultModel)
  // An agent needs a model: without one to take, the choice waits until there is one.
  const wantsAgent = useSettingsOf((state) => state.wantsAgent)
  const setWantsAgent = (wants: boolean): void => useSettingsOf.setState({ wantsAgent: wants })
  const runners = useRunners().filter((runner) => runner.engine !== 'shell')
  const isAgent = engine !== 'none' || wantsAgent
  const own = engine === 'acp' ? agentChoice(model) : null
  const agent = runners.find(({ key }) => key === runnerKey(engine === 'none' ? 'pi' : engine, own?.agentId ?? null))?.agent ?? null
  useToldWish(project)

  const choose = (who: 'you' | 'agent'): void => {
    if (who === 'you') {
      setWantsAgent(false)
      if (engine !== 'none') stored.change({ enabled, model, engine: 'none' })
      return
    }
    const first = firstModel()
    const ready = runners.find((runner) => runner.agent !== null && runner.problem === null && canCoordinate(runner))
    if (first !== undefined) chooseModel(first)
    else if (ready) chooseRunner(ready)
    else setWantsAgent(true)
  }
  const firstModel = (): string | undefined => {
    const models = modelsOf(usableProviders(providers ?? []))
    return [model, defaultModel].find((known) => known !== null && models.includes(known)) ?? models[0]
  }
  const chooseModel = (chosen: string | null): void => {
    if (chosen === null) return
    setWantsAgent(false)
    stored.change({ enabled, engine: 'pi', model: chosen })
    // What its first worker takes, unless the Project names another. Only a convenience: it can be chosen there.
    if (defaultModel === null) saveSettings({ defaultModel: chosen }).catch(() => {})
  }
  const chooseRunner = (runner: Runner): void => {
    if (runner.agent) {
      setWantsAgent(false)
      stored.change({ enabled, engine: runner.agent.engine, model: runner.agent.engine === 'acp' ? runner.agent.id : null })
      return
    }
    const first = firstModel()
    if (first !== undefined) return chooseModel(first)
    // The choice waits for a model: until then nobody but the operator coordinates.
    setWantsAgent(true)
    if (engine !== 'none') stored.change({ enabled, model, engine: 'none' })
  }

  return (
    <section className="setting-group" aria-labelledby="settings-coordinator">
      <h3 id="settings-coordinator">{say.coordinator}</h3>
      <Setting
        label={say.who}
        hint={isAgent ? say.agentCoordinates : say.youCoordinate}
        problem={stored.problem}
        isGroup
      >
        {({ name, about }) => (
          <Segments
            labelledBy={name}
            describedBy={about}
            value={isAgent ? 'agent' : 'you'}
            options={[
              { value: 'you', label: say.you },
              { value: 'agent', label: say.agent }
            ]}
            onChoose={choose}
          />
        )}
      </Setting>
      {isAgent && (
        <Setting label={say.whichAgent} hint={agent && !canCoordinate({ agent }) ? say.takesNoTools : undefined}>
          {({ control }) => (
            <RunnerSelect
              id={control}
              runners={runners}
              chosen={runnerKey(engine === 'none' ? 'pi' : engine, own?.agentId ?? null)}
              missing={own?.agentId}
              onChoose={chooseRunner}
            />
          )}
        </Setting>
      )}
      {isAgent && (engine === 'pi' || engine === 'none') && (
        <Setting label={say.itsModel} hint={engine === 'pi' ? say.fromNextTurn : undefined} problem={engine === 'none' ? say.needsModel : ''}>
          {({ control }) => {
            const shown = engine === 'pi' ? model : null
            return <ModelSelect id={control} providers={providers} model={shown} none={engine === 'none' ? say.chooseModel : undefined} onChoose={chooseModel} />
          }}
        </Setting>
      )}
      {own && agent && (
        <Setting label={say.itsModel} hint={say.fromNextTurn}>
          {({ control }) => (
            <AgentModelSelect
              id={control}
              agent={agent}
              model={own.model}
              onChoose={(chosen) => stored.change({ enabled, engine: 'acp', model: agentModel({ agentId: own.agentId, model: chosen }) })}
            />
          )}
        </Setting>
      )}
      <SwitchSetting
        label={say.controls}
        hint={controlHint(enabled, isAgent)}
        value={enabled}
        save={(on) => saveConduct(sessionId, { coordinator: { ...conduct.coordinator, enabled: on } })}
      />
    </section>
  )
}

/** An agent that takes no tools could only talk. Which one does not is known once it was checked. */
const canCoordinate = ({ agent }: Pick<Runner, 'agent'>): boolean => agent?.checked?.report?.can.tools !== false

/** Says that the operator goes on coordinating, when the dialog is left before the agent has a model. */
function useToldWish({ name }: ProjectView): void {
  useEffect(
    () => () => {
      // Not while the dialog only gives way to another, which may add the model.
      if (useDialogs.getState().stack.includes('project-settings') || !useSettingsOf.getState().wantsAgent) return
      useSettingsOf.setState({ wantsAgent: false })
      showTrouble(crewWords().youStill(name), new Refusal('BAD_INPUT', crewWords().noModelChosen, crewWords().chooseThere))
    },
    [name]
  )
}

function controlHint(enabled: boolean, isAgent: boolean): string {
  const say = crewWords()
  if (!enabled) return say.controlsOff
  return isAgent ? say.controlsAgent : say.controlsOutside
}
