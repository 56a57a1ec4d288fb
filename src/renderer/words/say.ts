/**
 * The words of one folder, in every language. English gives the shape and the compiler asks for the rest, so a phrase
 * that lacks a language does not build. A phrase with a value in it is a function.
 *
 *   const words = say({
 *     en: { earlier: 'Load earlier', fresh: (count: number) => `${count} new` },
 *     zh: { earlier: '加载更早的', fresh: (count) => `${count} 条新内容` }
 *   })
 *
 *   words().earlier      in logic and in event handlers: the language of now
 *   useWords(words)      in a component, which is drawn again when the language changes
 */
import { useLanguage, type Language } from './language'

export type Phrase = string | ((...values: never[]) => string)
export type Phrases = { readonly [name: string]: Phrase | Phrases }

/** The same names with the same values, whatever the English words are. */
export type SameShape<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer V) => string
      ? (...values: V) => string
      : SameShape<T[K]>
}

export interface Words<T> {
  (): SameShape<T>
  readonly all: Readonly<Record<Language, SameShape<T>>>
}

export function say<const T extends Phrases>(all: { en: T; zh: SameShape<NoInfer<T>> }): Words<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a literal type is a string here
  const both = all as unknown as Record<Language, SameShape<T>>
  return Object.assign(() => both[useLanguage.getState().language], { all: both })
}

export function useWords<T>(words: Words<T>): SameShape<T> {
  const language = useLanguage((state) => state.language)
  return words.all[language]
}

/** English needs two forms: `plural(2, 'turn', 'turns')` is "2 turns". */
export function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
