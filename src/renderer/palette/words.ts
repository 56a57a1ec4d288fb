import { plural, say } from '../words'

export const words = say({
  en: {
    title: 'Go to or do',
    field: 'A worker, a Project, or what to do',
    results: 'Results',
    count: (count: number) => (count === 0 ? 'Nothing fits' : plural(count, 'result', 'results')),
    none: 'Nothing is called so.',
    findAll: (text: string) => `Find “${text}” in all messages`,
    project: 'Project',
    help: 'Keyboard',
    helpAbout: (keys: string) => `The keys that work here. ${keys} also finds what has none.`,
    helpFilter: 'Filter',
    noKeys: 'none',
    withoutKeys: (count: number) => `and ${count} without a key`,
    change: 'Change the keys…',
    also: { send: 'Send', otherWay: 'Send the other way', newLine: 'New line', leave: 'Leave the field', list: 'Up and down in a list', save: 'Save what is edited', submit: 'Press the main button of a dialog', close: 'Close what is open' },
    dialogs: 'Lists and dialogs'
  },
  zh: {
    title: '前往或执行',
    field: '工作者、项目或要执行的操作',
    results: '结果',
    count: (count) => (count === 0 ? '没有匹配项' : `${count} 个结果`),
    none: '没有这样的名称。',
    findAll: (text) => `在所有消息中查找“${text}”`,
    project: '项目',
    help: '键盘',
    helpAbout: (keys) => `此处可用的按键。没有按键的操作可用 ${keys} 找到。`,
    helpFilter: '筛选',
    noKeys: '无',
    withoutKeys: (count) => `另有 ${count} 项没有按键`,
    change: '更改按键…',
    also: { send: '发送', otherWay: '以另一种方式发送', newLine: '换行', leave: '离开输入框', list: '在列表中上下移动', save: '保存编辑内容', submit: '按下对话框的主按钮', close: '关闭打开的内容' },
    dialogs: '列表与对话框'
  }
})
