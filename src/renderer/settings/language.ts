/** Speaks the language of the settings, and again when they or the system's languages change. */
import { useSettings } from '../connection'
import { speak, useLanguage, type Language } from '../words'

export function startLanguage(): () => void {
  let told: Language | null = null
  const apply = (): void => {
    speak(useSettings.getState().settings.language)
    const { language } = useLanguage.getState()
    if (language !== told) window.crewdeck?.speak(language)
    told = language
  }
  apply()
  addEventListener('languagechange', apply)
  const unsubscribe = useSettings.subscribe(apply)
  return () => {
    removeEventListener('languagechange', apply)
    unsubscribe()
  }
}
