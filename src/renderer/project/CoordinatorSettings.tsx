import type { ProjectConduct, ProjectView } from '../../shared/model'
import { saveSettings, useSettings } from '../connection'
import { useProviders } from '../settings/providers'
import { Setting, SwitchSetting, useStored } from '../settings/Setting'
import { Segments } from '../ui'
import { ModelSelect } from '../workers/ModelChoice'
import { modelsOf, usableProviders } from '../workers/new-worker.logic'
import { saveConduct, useSettingsOf } from './conduct'

type Coordinator = ProjectConduct['coordinator']

/** Who gives the workers their tasks, and whether that is allowed at all. */
export function CoordinatorSettings({ project }: { project: ProjectView }) {
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
      <h3 id="settings-coordinator">Coordinator</h3>
      <Setting
        label="Who coordinates"
        hint={isAgent ? AGENT_COORDINATES : YOU_COORDINATE}
        problem={stored.problem}
        isGroup
      >
        {({ name, about }) => (
          <Segments
            labelledBy={name}
            describedBy={about}
            value={isAgent ? 'agent' : 'you'}
            options={[
              { value: 'you', label: 'You' },
              { value: 'agent', label: 'An agent' }
            ]}
            onChoose={choose}
          />
        )}
      </Setting>
      {isAgent && (
        <Setting label="Its model" hint={engine === 'pi' ? 'A change counts from its next turn.' : 'It begins once it has a model.'}>
          {({ control }) => {
            const shown = engine === 'pi' ? model : null
            return <ModelSelect id={control} providers={providers} model={shown} none={NO_MODEL[engine]} onChoose={chooseModel} />
          }}
        </Setting>
      )}
      <SwitchSetting
        label="The Coordinator controls workers"
        hint={controlHint(enabled, isAgent)}
        value={enabled}
        save={(on) => saveConduct(sessionId, { coordinator: { ...conduct.coordinator, enabled: on } })}
      />
    </section>
  )
}

const YOU_COORDINATE = 'You make the workers and give them their tasks.'
const AGENT_COORDINATES = 'An agent makes the workers. You can overrule it at any time.'
/** While it has no model yet, nothing is chosen; afterwards it needs one. */
const NO_MODEL = { none: 'Choose a model', pi: undefined }

function controlHint(enabled: boolean, isAgent: boolean): string {
  if (!enabled) return 'Off: only you control workers, and no result is reported to a Coordinator.'
  if (isAgent) return 'On: it starts, guides, stops and deletes workers, and hears of every result.'
  return 'On: an agent outside that has the key of this Project may control its workers.'
}
