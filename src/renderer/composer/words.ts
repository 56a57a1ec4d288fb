import { plural, say } from '../words'

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const SUFFIXES: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }
const plurals = new Intl.PluralRules('en', { type: 'ordinal' })

function ordinal(place: number): string {
  return ORDINALS[place - 1] ?? `${place}${SUFFIXES[plurals.select(place)] ?? 'th'}`
}

/** Where a message will land. */
export const landing = say({
  en: {
    opens: (turn: number) => `Opens turn ${turn}.`,
    opensAfter: (turn: number, others: number) =>
      `Opens turn ${turn}, after ${NUMBERS[others] ?? others} ${others === 1 ? 'other' : 'others'}.`,
    opensAtOnce: (turn: number) => `Opens turn ${turn} at once.`,
    opensOnceStarted: (turn: number) => `Opens turn ${turn}, once the engine has started.`,
    opensWithParked: (turn: number, later: number) =>
      later === 0
        ? `Opens turn ${turn}, together with what is parked.`
        : `Opens turn ${turn}, together with what is parked, except ${NUMBERS[later] ?? later} queued that ${later === 1 ? 'gets a turn of its own' : 'get turns of their own'} after it.`,
    lands: (step: number) => `Lands at step ${step}.`,
    landsAfterAnswer: (step: number) => `Lands at step ${step}, after your answer.`,
    landsOnceHeard: (step: number) => `Lands at step ${step}, once the worker is heard again.`,
    landsAfterModel: (step: number) => `Lands at step ${step}, when the model has answered.`,
    landsAfter: (step: number, what: string) => `Lands at step ${step}, when ${what} ends.`,
    isStopping: (turn: number) => `Turn ${turn} is stopping.`,
    waits: (why: string) => `Waits: ${why}.`,
    noSteer: {
      shell: 'a shell command cannot take a message while it runs',
      engine: 'this engine cannot take a message while it works'
    },
    paused: 'The Project is paused.',
    allBusy: (most: number) => `${most} of ${most} workers are busy.`,
    several: (workers: number, steers: number, queued: number) => {
      const ways = [steers > 0 ? `${steers} steer` : '', queued > 0 ? `${queued} queue` : ''].filter((way) => way !== '')
      return `Goes to ${plural(workers, 'worker', 'workers')}: ${ways.join(', ')}.`
    },
    pending: {
      waitsForYou: 'waits for you',
      landsAt: (step: number) => `lands at step ${step}`,
      opens: (turn: number) => `opens turn ${turn}`,
      cannotSteer: (turn: number) => `cannot steer, so opens turn ${turn}`,
      inLine: (turn: number, place: number) => `turn ${turn}, ${ordinal(place)} in line`,
      goesInto: (turn: number) => `goes into turn ${turn}`
    }
  },
  zh: {
    opens: (turn) => `将开启第 ${turn} 轮。`,
    opensAfter: (turn, others) => `排在另外 ${others} 条之后，将开启第 ${turn} 轮。`,
    opensAtOnce: (turn) => `立即开启第 ${turn} 轮。`,
    opensOnceStarted: (turn) => `引擎启动后开启第 ${turn} 轮。`,
    opensWithParked: (turn, later) =>
      later === 0 ? `将与已搁置的消息一起开启第 ${turn} 轮。` : `将与已搁置的消息一起开启第 ${turn} 轮；另有 ${later} 条排队消息，之后各占一轮。`,
    lands: (step) => `将在第 ${step} 步送达。`,
    landsAfterAnswer: (step) => `你回答后，将在第 ${step} 步送达。`,
    landsOnceHeard: (step) => `工作者恢复响应后，将在第 ${step} 步送达。`,
    landsAfterModel: (step) => `模型答复后，将在第 ${step} 步送达。`,
    landsAfter: (step, what) => `${what} 结束后，将在第 ${step} 步送达。`,
    isStopping: (turn) => `第 ${turn} 轮正在停止。`,
    waits: (why) => `需要等待：${why}。`,
    noSteer: { shell: 'shell 命令运行期间无法接收消息', engine: '这个引擎工作期间无法接收消息' },
    paused: '项目已暂停。',
    allBusy: (most) => `${most} 个工作者全都在忙。`,
    several: (workers, steers, queued) => {
      const ways = [steers > 0 ? `${steers} 个插话` : '', queued > 0 ? `${queued} 个排队` : ''].filter((way) => way !== '')
      return `发给 ${workers} 个工作者：${ways.join('，')}。`
    },
    pending: {
      waitsForYou: '等你继续',
      landsAt: (step) => `将在第 ${step} 步送达`,
      opens: (turn) => `将开启第 ${turn} 轮`,
      cannotSteer: (turn) => `无法插话，将开启第 ${turn} 轮`,
      inLine: (turn, place) => `第 ${turn} 轮，排在第 ${place} 位`,
      goesInto: (turn) => `将并入第 ${turn} 轮`
    }
  }
})

/** What waits above the composer. */
export const pendingWords = say({
  en: {
    desk: 'Pending messages and composer',
    list: 'Pending messages',
    asking: 'Requests of this worker',
    asks: 'Asks',
    state: { sending: 'sending', accepted: 'accepted', withdrawn: 'taken back', failed: 'failed', returned: 'returned', parked: 'parked' },
    about: {
      accepted: 'Crewdeck has it on disk. No turn has taken it yet.',
      parked: 'It is kept, and waits until you continue or send another message: a turn was stopped or interrupted.'
    },
    delivery: { steer: 'steer', queue: 'queue' },
    edited: 'edited',
    result: 'result',
    noReply: 'no reply',
    notThrough: 'it did not get through',
    keptHere: 'kept here until the host has it',
    keptText: 'its text is kept here',
    takenBack: 'It was taken back elsewhere.',
    goesWhenBack: 'The connection was lost. It is sent again when that is back.',
    sendAgain: 'Send again',
    sendNow: 'Send now',
    edit: 'Edit',
    up: 'Move up',
    down: 'Move down',
    remove: 'Delete',
    copy: 'Copy',
    dismiss: 'Dismiss',
    discard: 'Discard',
    copied: 'Copied.',
    notCopied: 'The clipboard cannot be written.',
    movedTo: (place: number, count: number) => `Moved to place ${place} of ${count}.`,
    sentNow: 'It joins the running turn at its next step.',
    removed: 'The message was deleted.',
    maybeRemoved: 'It is not known whether the message was deleted.',
    tookIt: 'A turn took that message.',
    undo: 'Undo',
    toField: 'Put it in the field',
    close: 'Close',
    parkedCount: (count: number) => (count === 1 ? '1 message is parked.' : `${count} messages are parked.`),
    parkedGo: (count: number, turns: number) =>
      turns > 1
        ? `Your next message lets them run, in ${NUMBERS[turns] ?? turns} turns, one after the other.`
        : `Your next message lets ${count === 1 ? 'it' : 'them'} run${count === 1 ? '' : ', in one turn'}.`,
    goOn: 'Continue now',
    beingDeleted: 'This worker is being deleted.',
    wasDeleted: 'This worker was deleted.',
    nothingToSend: 'Nothing can be sent to it.',
    draftKept: 'Your draft is kept here.',
    copyDraft: 'Copy the draft',
    editing: 'Text of the pending message',
    save: 'Save',
    cancel: 'Cancel',
    keepsPlace: 'It keeps its place.',
    readingWhole: 'Reading the whole message',
    saved: 'Saved.',
    maybeSaved: 'It is not known whether it was saved.',
    changedElsewhere: 'It was edited elsewhere meanwhile. Saving replaces that.',
    editKept: 'Your changes are kept: edit it again to go on.',
    takenMeanwhile: 'A turn took that message while you edited it.',
    goneMeanwhile: 'That message was taken back while you edited it.',
    editIsHere: 'Your text is kept here.',
    letGo: 'Let it go'
  },
  zh: {
    desk: '待处理消息与输入框',
    list: '待处理消息',
    asking: '这个工作者的请求',
    asks: '请求',
    state: { sending: '发送中', accepted: '已接收', withdrawn: '已收回', failed: '发送失败', returned: '已退回', parked: '已搁置' },
    about: {
      accepted: 'Crewdeck 已将它存到磁盘。还没有轮次取走它。',
      parked: '它已保存，等你继续或发送下一条消息：有一轮已停止或中断。'
    },
    delivery: { steer: '插话', queue: '排队' },
    edited: '已编辑',
    result: '结果',
    noReply: '没有答复',
    notThrough: '未能送达',
    keptHere: '主机收到之前保留在此处',
    keptText: '其内容保留在此处',
    takenBack: '它已在别处被收回。',
    goesWhenBack: '连接中断。恢复后会再次发送。',
    sendAgain: '重新发送',
    sendNow: '立即发送',
    edit: '编辑',
    up: '上移',
    down: '下移',
    remove: '删除',
    copy: '复制',
    dismiss: '移除',
    discard: '丢弃',
    copied: '已复制。',
    notCopied: '无法写入剪贴板。',
    movedTo: (place, count) => `已移到第 ${place} 位，共 ${count} 条。`,
    sentNow: '它将在当前轮次的下一步送达。',
    removed: '消息已删除。',
    maybeRemoved: '不知道消息是否已被删除。',
    tookIt: '这条消息已被某一轮次取走。',
    undo: '撤销',
    toField: '放回输入框',
    close: '关闭',
    parkedCount: (count) => `${count} 条消息已搁置。`,
    parkedGo: (count, turns) =>
      turns > 1 ? `你发出下一条消息后，它们会依次在 ${turns} 轮中处理。` : count === 1 ? '你发出下一条消息后，它就会得到处理。' : '你发出下一条消息后，它们会在同一轮中处理。',
    goOn: '现在继续',
    beingDeleted: '这个工作者正在被删除。',
    wasDeleted: '这个工作者已被删除。',
    nothingToSend: '无法再向它发送消息。',
    draftKept: '你的草稿保留在此处。',
    copyDraft: '复制草稿',
    editing: '待处理消息的内容',
    save: '保存',
    cancel: '取消',
    keepsPlace: '它的位置不变。',
    readingWhole: '正在读取完整消息',
    saved: '已保存。',
    maybeSaved: '不知道是否已保存。',
    changedElsewhere: '它已在别处被编辑。保存会替换那些改动。',
    editKept: '改动已保留：再次编辑即可继续。',
    takenMeanwhile: '编辑期间，这条消息已被某一轮次取走。',
    goneMeanwhile: '编辑期间，这条消息已被收回。',
    editIsHere: '你写的内容保留在此处。',
    letGo: '不再保留'
  }
})

/** The field itself. */
export const words = say({
  en: {
    you: 'You',
    to: (name: string) => `Message to ${name}`,
    message: (name: string) => `Message ${name}`,
    steerTo: (name: string) => `Steer ${name}`,
    queueFor: (name: string) => `Queue for ${name}`,
    messageSeveral: (count: number) => `Message ${count} workers`,
    delivery: 'Delivery',
    steer: 'Steer',
    queue: 'Queue',
    send: 'Send',
    newLine: 'new line',
    noSteer: (why: string) => `It cannot be steered: ${why}.`,
    needsText: 'A message needs some text.',
    needsCommand: 'A command needs some text.',
    tooLong: (bytes: string, most: string) => `This message has ${bytes} bytes; ${most} is the most. Put the rest into a file.`,
    brokenAt: (line: number) => `Line ${line} holds half a character, which is no text. Remove it.`,
    leaving: 'This worker is being deleted, with all that waits for it: undo that before you send.',
    notConnected: 'Not connected: it cannot be sent now. What you type is kept here.',
    unseen: (names: string) => `The text holds what cannot be seen: ${names}.`,
    removeUnseen: 'Remove it',
    noEarlier: 'There is no earlier message.'
  },
  zh: {
    you: '你',
    to: (name) => `发给 ${name} 的消息`,
    message: (name) => `给 ${name} 发消息`,
    steerTo: (name) => `向 ${name} 插话`,
    queueFor: (name) => `为 ${name} 排队`,
    messageSeveral: (count) => `给 ${count} 个工作者发消息`,
    delivery: '送达方式',
    steer: '插话',
    queue: '排队',
    send: '发送',
    newLine: '换行',
    noSteer: (why) => `无法插话：${why}。`,
    needsText: '消息不能为空。',
    needsCommand: '命令不能为空。',
    tooLong: (bytes, most) => `这条消息有 ${bytes} 字节，最多 ${most} 字节。请把其余内容放进文件。`,
    brokenAt: (line) => `第 ${line} 行含有半个字符，不是有效文本。请删除它。`,
    leaving: '这个工作者即将连同所有待处理消息一起被删除：请先撤销删除，再发送。',
    notConnected: '未连接，现在无法发送。你输入的内容保留在此处。',
    unseen: (names) => `文本中含有不可见字符：${names}。`,
    removeUnseen: '去掉它们',
    noEarlier: '没有更早的消息了。'
  }
})

/** Files that come with a message. */
export const fileWords = say({
  en: {
    attach: 'Attach a file',
    dropHere: 'Drop to give it to this worker',
    /** The name of a pasted text. */
    pasted: (number: number) => `pasted-${number}.txt`,
    becameFile: 'The pasted text is long, so it was attached as a file.',
    inCommand: (names: string) => `In the command: ${names}.`,
    sending: (percent: number) => `${percent} % sent`,
    waiting: 'waits for the connection',
    notYet: 'Waits until the attachments are there.',
    notThere: 'An attachment did not get through: remove it, or try it again.',
    tryAgain: 'Try again',
    remove: (name: string) => `Remove ${name}`,
    tooLarge: (name: string, most: string) =>
      `${name} is larger than ${most}, the most for an attachment. Put it into the folder and name its path.`,
    empty: (name: string) => `${name} is empty.`,
    folderHere: (name: string) => `${name} is a folder, which a browser cannot give. Name its path instead.`,
    tooMany: (most: number) => `A message takes at most ${most} attachments.`
  },
  zh: {
    attach: '添加附件',
    dropHere: '松开即可交给这个工作者',
    pasted: (number) => `pasted-${number}.txt`,
    becameFile: '粘贴的文本较长，已作为文件附上。',
    inCommand: (names) => `在命令中：${names}。`,
    sending: (percent) => `已上传 ${percent}%`,
    waiting: '等待连接',
    notYet: '附件上传完成后才能发送。',
    notThere: '有附件上传失败：请移除或重试。',
    tryAgain: '重试',
    remove: (name) => `移除 ${name}`,
    tooLarge: (name, most) => `${name} 超过附件上限 ${most}。请把它放进文件夹并写明路径。`,
    empty: (name) => `${name} 是空文件。`,
    folderHere: (name) => `${name} 是文件夹，浏览器无法提供。请改为写明路径。`,
    tooMany: (most) => `一条消息最多 ${most} 个附件。`
  }
})

/** One message to several workers. */
export const severalWords = say({
  en: {
    choose: 'Send to several workers',
    chosen: (count: number) => `To ${plural(count, 'worker', 'workers')}`,
    find: 'Find a worker',
    all: 'All',
    onlyThis: 'Only this one',
    none: 'No worker is called like that.',
    this: 'this worker',
    sentTo: (count: number) => `Sent to ${plural(count, 'worker', 'workers')}`,
    ofThem: (failed: number, count: number) => `${failed} of ${count} failed`,
    underWay: (sending: number, count: number) => `${sending} of ${count} under way`,
    show: (name: string) => `Show ${name}`,
    sendAgain: 'Send again',
    failedAgain: 'Send the failed ones again',
    close: 'Close'
  },
  zh: {
    choose: '发给多个工作者',
    chosen: (count) => `发给 ${count} 个工作者`,
    find: '查找工作者',
    all: '全选',
    onlyThis: '仅此一个',
    none: '没有这个名称的工作者。',
    this: '当前工作者',
    sentTo: (count) => `已发给 ${count} 个工作者`,
    ofThem: (failed, count) => `${count} 个中有 ${failed} 个发送失败`,
    underWay: (sending, count) => `${count} 个中有 ${sending} 个发送中`,
    show: (name) => `查看 ${name}`,
    sendAgain: '重新发送',
    failedAgain: '重新发送失败的',
    close: '关闭'
  }
})

/** What was being written to a worker that is gone. */
export const leftWords = say({
  en: {
    title: 'What you were writing',
    draft: 'Your draft, which was not sent',
    unsent: 'Your message, which did not get through',
    edit: 'Your change of a pending message, which was not saved',
    copy: 'Copy',
    letGo: 'Let it go',
    copied: 'Copied.',
    notCopied: 'The clipboard cannot be written.'
  },
  zh: {
    title: '你正在写的内容',
    draft: '你的草稿，尚未发送',
    unsent: '你的消息，没有送到',
    edit: '你对待处理消息的修改，尚未保存',
    copy: '复制',
    letGo: '不再保留',
    copied: '已复制。',
    notCopied: '无法写入剪贴板。'
  }
})
