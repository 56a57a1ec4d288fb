import { saveSettings, useHost, useSettings } from '../connection'
import { formatKey } from '../ui'
import { useWords } from '../words'
import { ChoiceSetting, NumberSetting } from './Setting'
import { words } from './words'

export function GeneralSettings() {
  const say = useWords(words)
  const settings = useSettings((state) => state.settings)
  const version = useHost((host) => host.info?.version)
  return (
    <>
      <section className="settings">
        <ChoiceSetting
          label={say.language}
          value={settings.language}
          options={[
            { value: 'system', label: say.asSystem },
            // Each in its own words, so that whoever speaks it finds it.
            { value: 'en', label: 'English' },
            { value: 'zh', label: '中文' }
          ]}
          save={(language) => saveSettings({ language })}
        />
        <ChoiceSetting
          label={say.appearance}
          value={settings.theme}
          options={[
            { value: 'system', label: say.asSystem },
            { value: 'light', label: say.light },
            { value: 'dark', label: say.dark }
          ]}
          save={(theme) => saveSettings({ theme })}
        />
        <ChoiceSetting
          label={say.enter}
          hint={say.enterHint(formatKey('Mod+Enter'))}
          value={settings.enter}
          options={[
            { value: 'steer', label: say.steer },
            { value: 'queue', label: say.queue }
          ]}
          save={(enter) => saveSettings({ enter })}
        />
        <NumberSetting
          label={say.maxLive}
          hint={say.maxLiveHint}
          value={settings.maxLive}
          bounds={{ min: 1, max: 200 }}
          save={async (maxLive) => (maxLive === null ? undefined : saveSettings({ maxLive }))}
        />
        <NumberSetting
          label={say.coolAfter}
          value={settings.coolAfterMinutes}
          bounds={{ min: 1, max: 10_080 }}
          save={async (coolAfterMinutes) => (coolAfterMinutes === null ? undefined : saveSettings({ coolAfterMinutes }))}
        />
      </section>
      {version && <p className="settings-version">{say.version(version)}</p>}
    </>
  )
}
