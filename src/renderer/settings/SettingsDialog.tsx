import { useEffect } from 'react'
import { saveSettings, useConnection, useHost, useSettings } from '../connection'
import { closeDialog, Dialog, formatKey, showTrouble, useDialogs } from '../ui'
import { ModelSettings } from './ModelSettings'
import { refreshProviders } from './providers'
import { ChoiceSetting, NumberSetting } from './Setting'
import './settings.css'

export function SettingsDialog() {
  const open = useDialogs(({ stack }) => stack.at(-1) === 'settings')
  return (
    <Dialog open={open} onClose={closeDialog} title="Settings" size="wide">
      {open && <SettingsForm />}
    </Dialog>
  )
}

function SettingsForm() {
  const settings = useSettings((state) => state.settings)
  const version = useHost((host) => host.info?.version)
  const isLive = useConnection((connection) => connection.state === 'live')
  useEffect(() => {
    if (isLive) void refreshProviders().catch((error: unknown) => showTrouble('The models could not be read.', error))
  }, [isLive])
  return (
    <>
      {!isLive && (
        <p className="form-problem" role="status">
          There is no connection: nothing can be changed now.
        </p>
      )}
      <section className="settings">
        <ChoiceSetting
          label="Appearance"
          value={settings.theme}
          options={[
            { value: 'system', label: 'As the system' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' }
          ]}
          save={(theme) => saveSettings({ theme })}
        />
        <ChoiceSetting
          label="Enter, while a worker is busy"
          hint={`${formatKey('Mod+Enter')} does the other one. An idle worker starts at once either way.`}
          value={settings.enter}
          options={[
            { value: 'steer', label: 'Steer' },
            { value: 'queue', label: 'Queue' }
          ]}
          save={(enter) => saveSettings({ enter })}
        />
        <NumberSetting
          label="Workers kept loaded"
          hint="Idle ones above this number go cold, the longest idle first. The next message resumes them."
          value={settings.maxLive}
          bounds={{ min: 1, max: 200 }}
          save={async (maxLive) => (maxLive === null ? undefined : saveSettings({ maxLive }))}
        />
        <NumberSetting
          label="Minutes until an idle worker goes cold"
          value={settings.coolAfterMinutes}
          bounds={{ min: 1, max: 10_080 }}
          save={async (coolAfterMinutes) => (coolAfterMinutes === null ? undefined : saveSettings({ coolAfterMinutes }))}
        />
      </section>
      <ModelSettings />
      {version && <p className="settings-version">Crewdeck {version}</p>}
    </>
  )
}
