/** The language that picks the right face for Han characters; undefined for text that needs none. */
export function langOf(text: string): 'ja' | 'ko' | 'zh-Hans' | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  if (/\p{Script=Han}/u.test(text)) return 'zh-Hans'
  return undefined
}
