import type { ProjectConduct, ProjectView } from '../../shared/model'
import { saveSettings, useSettings } from '../connection'
import { useProviders } from '../settings/providers'
import { Setting, SwitchSetting, useStored } from '../settings/Setting'
import { Segments } from '../ui'
import { useWords } from '../words'
import { ModelSelect } from '../workers/ModelChoice'
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
  const isAgent = engine === 'pi' || wantsAgent

  const choose = (who: 'you' | 'agent'): void => {
    if (who === 'you') {
      setWantsAgent(false)
      if (engine !== 'none') stored.change({ enabled, model, engine: 'none' })
      return
    }
    const models = modelsOf(usableProviders(providers ?? []))
    const first = [model, defaultModel].find((known) => known !== null && models.includes(known)) ?? models[0]
    if (first === undefined) setWantsAgent(true)
    else chooseModel(first)
  }
  const chooseModel = (chosen: string | null): void => {
    if (chosen === null) return
    setWantsAgent(false)
    stored.change({ enabled, engine: 'pi', model: chosen })
    // What its first worker takes, unless the Project names another. Only a convenience: it can be chosen there.
    if (defaultModel === null) saveSettings({ defaultModel: chosen }).catch(() => {})
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
        <Setting label={say.itsModel} hint={engine === 'pi' ? say.fromNextTurn : say.needsModel}>
          {({ control }) => {
            const shown = engine === 'pi' ? model : null
            return <ModelSelect id={control} providers={providers} model={shown} none={engine === 'none' ? say.chooseModel : undefined} onChoose={chooseModel} />
          }}
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

function controlHint(enabled: boolean, isAgent: boolean): string {
  const say = crewWords()
  if (!enabled) return say.controlsOff
  return isAgent ? say.controlsAgent : say.controlsOutside
}
