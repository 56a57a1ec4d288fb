import { say } from '../words'

export const keyWords = say({
  en: {
    title: 'Keyboard',
    about: 'Choose the keys of an action, then press others. Backspace takes them away, Escape leaves them.',
    press: 'Press keys',
    none: 'none',
    keysOf: (name: string, keys: string) => `${name}: ${keys}`,
    reset: (name: string) => `Back to the keys that “${name}” came with`,
    resetAll: 'All keys as they came',
    needsDigit: 'These need a digit: press one of 1 to 9 with Ctrl, Alt or ⌘.',
    taken: (keys: string) => `${keys} is needed in fields and lists. Press others.`,
    browserKeeps: (keys: string) => `${keys} belongs to the browser. Press others.`,
    conflict: (keys: string, others: string) => `${keys} is taken: ${others}.`,
    takeThem: 'Take it from there',
    leaveThem: 'Leave it'
  },
  zh: {
    title: '键盘',
    about: '先选择某个操作的按键，再按下新的按键。按 Backspace 移除，按 Esc 保持不变。',
    press: '请按键',
    none: '无',
    keysOf: (name, keys) => `${name}：${keys}`,
    reset: (name) => `恢复“${name}”的默认按键`,
    resetAll: '全部恢复默认按键',
    needsDigit: '需要数字：请与 Ctrl、Alt 或 ⌘ 一起按下 1 至 9。',
    taken: (keys) => `${keys} 用于输入框和列表，请按其他键。`,
    browserKeeps: (keys) => `${keys} 由浏览器使用，请按其他键。`,
    conflict: (keys, others) => `${keys} 已被占用：${others}。`,
    takeThem: '改用于此处',
    leaveThem: '保持不变'
  }
})
