/** What the native parts say: menu, tray, the question before a quit. They speak the language of the page. */
import { ipcMain, type IpcMainEvent } from 'electron'
import { LANGUAGE_CHANNEL } from './channels'

const en = {
  file: '&File',
  openFolder: 'Open Folder…',
  close: 'Close',
  quit: 'Quit Crewdeck',
  edit: '&Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select All',
  view: '&View',
  resetZoom: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  fullScreen: 'Toggle Full Screen',
  window: '&Window',
  minimize: 'Minimize',
  zoom: 'Zoom',
  front: 'Bring All to Front',
  help: '&Help',
  howItWorks: 'How It Works',
  startDemo: 'Start the Demo',
  showDataFolder: 'Show Data Folder',
  about: 'About Crewdeck',
  hide: 'Hide Crewdeck',
  hideOthers: 'Hide Others',
  unhide: 'Show All',
  services: 'Services',
  inBackground: 'Crewdeck works in the background',
  show: 'Show Crewdeck',
  busy: (count: number) => (count === 1 ? 'One worker is busy.' : `${count} workers are busy.`),
  quitting: 'Quitting stops what they do now; messages that wait are kept.',
  stopAndQuit: (count: number) => `Stop ${count === 1 ? 'It' : 'Them'} and Quit`,
  background: 'Keep Running in the Background',
  stay: 'Stay',
  keepRunning: 'Keep Running',
  wayBack: {
    dock: 'In the background Crewdeck stays in the Dock.',
    clock: 'In the background Crewdeck stays beside the clock.',
    maybeClock:
      'In the background Crewdeck stays beside the clock, if this desktop shows icons there; starting it again shows its window in any case.'
  }
}

export type NativeWords = typeof en

const zh: NativeWords = {
  file: '文件(&F)',
  openFolder: '打开文件夹…',
  close: '关闭',
  quit: '退出 Crewdeck',
  edit: '编辑(&E)',
  undo: '撤销',
  redo: '重做',
  cut: '剪切',
  copy: '复制',
  paste: '粘贴',
  selectAll: '全选',
  view: '显示(&V)',
  resetZoom: '实际大小',
  zoomIn: '放大',
  zoomOut: '缩小',
  fullScreen: '切换全屏',
  window: '窗口(&W)',
  minimize: '最小化',
  zoom: '缩放',
  front: '前置全部窗口',
  help: '帮助(&H)',
  howItWorks: '工作方式',
  startDemo: '启动演示',
  showDataFolder: '显示数据文件夹',
  about: '关于 Crewdeck',
  hide: '隐藏 Crewdeck',
  hideOthers: '隐藏其他',
  unhide: '全部显示',
  services: '服务',
  inBackground: 'Crewdeck 正在后台运行',
  show: '显示 Crewdeck',
  busy: (count) => `${count} 个工作者正忙。`,
  quitting: '退出会停止它们正在做的事；待处理的消息会保留。',
  stopAndQuit: () => '停止并退出',
  background: '在后台继续运行',
  stay: '取消',
  keepRunning: '继续运行',
  wayBack: {
    dock: '在后台时，Crewdeck 保留在程序坞中。',
    clock: '在后台时，Crewdeck 保留在时钟旁。',
    maybeClock: '在后台时，如果此桌面会在时钟旁显示图标，Crewdeck 就在那里；再次启动也总能显示窗口。'
  }
}

let spoken: NativeWords = en

/** In the language of now. */
export function words(): NativeWords {
  return spoken
}

/** Hears from the page which language it speaks. `onChange` is called when that is another one; returns the disposer. */
export function followLanguage(onChange: () => void): () => void {
  const take = (_event: IpcMainEvent, language: unknown): void => {
    const next = language === 'zh' ? zh : en
    if (next === spoken) return
    spoken = next
    onChange()
  }
  ipcMain.on(LANGUAGE_CHANNEL, take)
  return () => void ipcMain.removeListener(LANGUAGE_CHANNEL, take)
}
