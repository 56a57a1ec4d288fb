/** Speaks the language of the settings, and again when they or the system's languages change. */
import { useSettings } from '../connection'
import { speak } from '../words'

export function startLanguage(): () => void {
  const apply = (): void => speak(useSettings.getState().settings.language)
  apply()
  addEventListener('languagechange', apply)
  const unsubscribe = useSettings.subscribe(apply)
  return () => {
    removeEventListener('languagechange', apply)
    unsubscribe()
  }
}
