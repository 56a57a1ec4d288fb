import { say } from '../words'

export const words = say({
  en: {
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Not copied',
    wrap: 'Wrap',
    wrapLines: 'Wrap long lines',
    copyCode: 'Copy the code',
    done: 'done',
    toDo: 'to do',
    footnotes: 'Footnotes',
    footnote: (name: string) => `Footnote ${name}`,
    backTo: 'Back to the text',
    image: (about: string) => `image: ${about}`,
    noDescription: 'no description',
    openImage: (host: string) => `Not loaded. Opens ${host} outside of Crewdeck.`,
    openFile: (path: string) => `Show ${path}`,
    notOpened: 'The link was not opened.',
    notFormula: 'This formula cannot be drawn; it is shown as it was written.',
    unseen: {
      LRE: 'A character that is not seen: what follows is read from left to right',
      RLE: 'A character that is not seen: what follows is read from right to left',
      LRO: 'A character that is not seen: what follows is forced to be read from left to right',
      RLO: 'A character that is not seen: what follows is forced to be read from right to left',
      PDF: 'A character that is not seen: a change of the reading direction ends',
      LRI: 'A character that is not seen: what follows is a part of its own, read from left to right',
      RLI: 'A character that is not seen: what follows is a part of its own, read from right to left',
      FSI: 'A character that is not seen: what follows is a part of its own in its own direction',
      PDI: 'A character that is not seen: a part of its own ends'
    },
    moreMarks: (count: string) => `${count} more marks stand on this letter`,
    plain: {
      long: (noun: string, size: string) => `This ${noun} has ${size}.`,
      table: (noun: string, rows: number) => `This ${noun} has tables with more than ${rows} rows.`,
      deep: (noun: string, levels: number) => `This ${noun} has lists in lists, ${levels} levels deep.`,
      dense: (noun: string, marks: number) => `This ${noun} has a paragraph with more than ${marks} marks.`,
      slow: (noun: string) => `This ${noun} takes long to draw.`,
      unparsable: (noun: string) => `This ${noun} cannot be read as Markdown.`,
      shown: 'It is shown as plain text to keep the window quick.',
      shownCut: (size: string) => `It is shown as plain text to keep the window quick, its first ${size} for now.`,
      showAll: 'Show all',
      draw: 'Draw it anyway'
    },
    nouns: { reply: 'reply', message: 'message', note: 'note', file: 'file' }
  },
  zh: {
    copy: '复制',
    copied: '已复制',
    notCopied: '未能复制',
    wrap: '换行',
    wrapLines: '长行自动换行',
    copyCode: '复制代码',
    done: '已完成',
    toDo: '待办',
    footnotes: '脚注',
    footnote: (name) => `脚注 ${name}`,
    backTo: '返回正文',
    image: (about) => `图片：${about}`,
    noDescription: '无说明',
    openImage: (host) => `未加载。点击后在 Crewdeck 之外打开 ${host}。`,
    openFile: (path) => `查看 ${path}`,
    notOpened: '链接未能打开。',
    notFormula: '此公式无法排版，按原文显示。',
    unseen: {
      LRE: '不可见字符：其后的文字从左到右阅读',
      RLE: '不可见字符：其后的文字从右到左阅读',
      LRO: '不可见字符：其后的文字被强制从左到右显示',
      RLO: '不可见字符：其后的文字被强制从右到左显示',
      PDF: '不可见字符：结束一次阅读方向的改变',
      LRI: '不可见字符：其后是从左到右的独立部分',
      RLI: '不可见字符：其后是从右到左的独立部分',
      FSI: '不可见字符：其后是方向自定的独立部分',
      PDI: '不可见字符：独立部分到此结束'
    },
    moreMarks: (count) => `这个字符上还叠加了 ${count} 个符号`,
    plain: {
      long: (noun, size) => `这${noun}有 ${size}。`,
      table: (noun, rows) => `这${noun}的表格超过 ${rows} 行。`,
      deep: (noun, levels) => `这${noun}的列表嵌套了 ${levels} 层。`,
      dense: (noun, marks) => `这${noun}有一段包含超过 ${marks} 个标记。`,
      slow: (noun) => `这${noun}需要很久才能排版。`,
      unparsable: (noun) => `这${noun}无法按 Markdown 解析。`,
      shown: '为保持窗口流畅，按纯文本显示。',
      shownCut: (size) => `为保持窗口流畅，按纯文本显示，目前为前 ${size}。`,
      showAll: '显示全部',
      draw: '仍要排版'
    },
    nouns: { reply: '条回复', message: '条消息', note: '份笔记', file: '个文件' }
  }
})

export type Noun = keyof ReturnType<typeof words>['nouns']
