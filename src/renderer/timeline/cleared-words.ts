import { say } from '../words'

/** What a timeline says where its conversation was cleared. */
export const clearedWords = say({
  en: {
    title: 'The conversation was cleared',
    about: (name: string, turn: number) => `${name} remembers nothing of it. The next message opens turn ${turn}.`,
    before: (turn: number) => `Turn ${turn} is the first: what came before was cleared.`
  },
  zh: {
    title: '对话已清除',
    about: (name, turn) => `${name} 已不记得之前的内容。下一条消息将开始第 ${turn} 轮。`,
    before: (turn) => `从第 ${turn} 轮开始：之前的内容已清除。`
  }
})
