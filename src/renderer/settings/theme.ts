/** Applies the theme of the settings, and keeps it where theme.js finds it before the next start. */
import type { Settings } from '../../shared/model'
import { useSettings } from '../connection'

const KEY = 'crewdeck.theme'

export function startThemes(): () => void {
  return useSettings.subscribe(({ settings }, before) => {
    if (settings !== before.settings) applyTheme(settings.theme)
  })
}

function applyTheme(theme: Settings['theme']): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // The next start then begins as the system does.
  }
}
