import { say } from '../words'

/** Files that came with a message, or will go with one. */
export const words = say({
  en: {
    attached: 'Attachments',
    show: (name: string) => `Show ${name}`,
    cut: (shown: string, all: string) => `The first ${shown} of ${all}.`,
    noPreview: 'It is no text, so it is not shown here.',
    reading: 'Reading the attachment',
    intoText: 'Put it into the text',
    kind: { text: 'text', image: 'image', file: 'file' }
  },
  zh: {
    attached: '附件',
    show: (name) => `查看 ${name}`,
    cut: (shown, all) => `共 ${all}，仅显示开头 ${shown}。`,
    noPreview: '它不是文本，此处无法显示。',
    reading: '正在读取附件',
    intoText: '放进正文',
    kind: { text: '文本', image: '图片', file: '文件' }
  }
})
