import { saveSettings, useSettings } from '../connection'
import { ChoiceSetting } from '../settings/Setting'
import { Button } from '../ui'
import { useWords } from '../words'
import { turnNotificationsOff, turnNotificationsOn, useNotify } from './notify'
import { words } from './words'

/** What notifications tell of, and whether this browser shows them. */
export function NotificationSettings() {
  const say = useWords(words).settings
  const notify = useSettings((state) => state.settings.notify)
  const state = useNotify((notifying) => notifying.state)
  return (
    <section className="settings">
      <ChoiceSetting
        label={say.notify}
        hint={say.hint[notify]}
        value={notify}
        options={[
          { value: 'off', label: say.off },
          { value: 'needs', label: say.needs },
          { value: 'all', label: say.all }
        ]}
        save={(next) => saveSettings({ notify: next })}
      />
      {state !== 'desktop' && (
        <div className="setting">
          <span className="setting-name">
            {say.browser}
            <span className="form-hint" role="status">
              {say.browserHint[state]}
            </span>
          </span>
          {state === 'off' && <Button onClick={() => void turnNotificationsOn()}>{say.turnOn}</Button>}
          {state === 'on' && <Button onClick={turnNotificationsOff}>{say.turnOff}</Button>}
        </div>
      )}
    </section>
  )
}
