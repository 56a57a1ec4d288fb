import { say } from '../words'

/** Files that came with a message, or will go with one. */
export const words = say({
  en: {
    attached: 'Attachments',
    show: (name: string) => `Show ${name}`,
    cut: (shown: string, all: string) => `The first ${shown} of ${all}.`,
    notText: 'No preview: it is neither text nor a picture.',
    tooLarge: 'No preview: it is too large to be shown.',
    brokenImage: 'The picture cannot be drawn.',
    save: 'Save as…',
    download: 'Download',
    saved: (name: string) => `Saved as ${name}`,
    notSaved: 'It could not be saved',
    reading: 'Reading the attachment',
    intoText: 'Put it into the text',
    kind: { text: 'text', image: 'image', file: 'file' }
  },
  zh: {
    attached: '附件',
    show: (name) => `查看 ${name}`,
    cut: (shown, all) => `共 ${all}，仅显示开头 ${shown}。`,
    notText: '无法预览：既不是文本，也不是图片。',
    tooLarge: '无法预览：文件过大。',
    brokenImage: '无法显示该图片。',
    save: '另存为…',
    download: '下载',
    saved: (name) => `已保存为 ${name}`,
    notSaved: '未能保存',
    reading: '正在读取附件',
    intoText: '放进正文',
    kind: { text: '文本', image: '图片', file: '文件' }
  }
})
