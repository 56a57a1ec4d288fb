/** Which language the window speaks. What it says stands in the `words.ts` of each folder. */
import { create } from 'zustand'

export const LANGUAGES = ['en', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

/** English until the settings, or the system, say otherwise. */
export const useLanguage = create<{ readonly language: Language }>(() => ({ language: 'en' }))

/** Speaks the chosen language from now on; `system` means the first of the system's languages that we speak. */
export function speak(choice: Language | 'system', preferred: readonly string[] = navigator.languages): void {
  const language = choice === 'system' ? firstSpoken(preferred) : choice
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  if (useLanguage.getState().language !== language) useLanguage.setState({ language })
}

/** English where none of them is ours. */
export function firstSpoken(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language)
    if (found) return found
  }
  return 'en'
}
