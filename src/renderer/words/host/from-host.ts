/** What the host says, in the language of the window. */
import { inChinese } from '../../../shared/chinese/in-chinese'
import { useLanguage } from '../language'

export function fromHost(text: string): string {
  return useLanguage.getState().language === 'zh' ? inChinese(text) : text
}
