/** Which language the window speaks. What it says stands in the `words.ts` of each folder. */
import { create } from 'zustand'
import { firstSpoken, type Language } from '../../shared/languages'

export { firstSpoken, LANGUAGES, type Language } from '../../shared/languages'

/** English until the settings, or the system, say otherwise. */
export const useLanguage = create<{ readonly language: Language }>(() => ({ language: 'en' }))

/** Speaks the chosen language from now on; `system` means the first of the system's languages that we speak. */
export function speak(choice: Language | 'system', preferred: readonly string[] = navigator.languages): void {
  const language = choice === 'system' ? firstSpoken(preferred) : choice
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  if (useLanguage.getState().language !== language) useLanguage.setState({ language })
}
