import { plural, say } from '../words'

/** What a row and a head say of a worker. */
export const statusWords = say({
  en: {
    waits: 'waits',
    /** While the host cannot be heard: what it was at last. */
    was: { held: 'was waiting', waiting: 'was waiting for you', starting: 'was starting', busy: 'was busy', stopping: 'was stopping', deleting: 'was being deleted' },
    waitingForYou: (age: string) => `waiting for you ${age}`,
    starting: 'starting',
    engine: 'engine',
    busy: 'busy',
    model: 'model',
    step: (count: number) => `step ${count}`,
    stopping: 'stopping',
    unknown: 'unknown',
    neverHeard: 'never heard',
    lastHeard: 'last heard',
    ago: 'ago',
    deleting: 'deleting',
    waitsForEnd: (what: string) => `waits for ${what} to end`,
    theModel: 'the model',
    idle: 'idle',
    noTurnYet: 'no turn yet',
    cleared: 'conversation cleared',
    cold: 'unloaded',
    completed: 'completed',
    blocked: 'blocked',
    error: 'error',
    ranOut: 'ran out of tokens',
    interrupted: 'interrupted',
    withDetail: (label: string) => `${label}:`,
    stopped: {
      user: 'stopped by you',
      parent: 'stopped by its parent',
      coordinator: 'stopped by the Coordinator',
      hook: 'stopped by a hook',
      disposed: 'stopped when Crewdeck quit',
      legacy: 'stopped'
    }
  },
  zh: {
    waits: '等待中',
    was: { held: '断开前等待中', waiting: '断开前等你处理', starting: '断开前启动中', busy: '断开前忙碌', stopping: '断开前正在停止', deleting: '断开前正在删除' },
    waitingForYou: (age) => `等你处理 ${age}`,
    starting: '启动中',
    engine: '引擎',
    busy: '忙碌',
    model: '模型',
    step: (count) => `第 ${count} 步`,
    stopping: '正在停止',
    unknown: '状态未知',
    neverHeard: '从未有消息',
    lastHeard: '最后一次消息',
    ago: '前',
    deleting: '正在删除',
    waitsForEnd: (what) => `等 ${what} 结束`,
    theModel: '模型',
    idle: '空闲',
    noTurnYet: '还没有轮次',
    cleared: '对话已清除',
    cold: '未加载',
    completed: '已完成',
    blocked: '被阻止',
    error: '出错',
    ranOut: 'token 用尽',
    interrupted: '已中断',
    withDetail: (label) => `${label}:`,
    stopped: {
      user: '由你停止',
      parent: '由上级停止',
      coordinator: '由协调者停止',
      hook: '由钩子停止',
      disposed: '随 Crewdeck 退出而停止',
      legacy: '已停止'
    }
  }
})

export const words = say({
  en: {
    coordinator: 'Coordinator',
    inInbox: 'in inbox',
    switchedOff: 'switched off',
    youCoordinate: 'You coordinate',
    noAgent: 'you give the workers their tasks',
    aboutOperator: 'You make the workers and give them their tasks. An agent can do so instead: see the settings of the Project.',
    pending: 'pending',
    parked: 'parked',
    aboutPending: 'Messages that no turn has taken yet',
    aboutParked: 'Messages that wait until you continue or send another: a turn was stopped or interrupted',
    undo: 'Undo',
    tryAgain: 'Try again',
    close: 'Close',
    cancel: 'Cancel',
    deletingNow: (name: string) => `Deleting ${name}`,
    inTime: 'in',
    deletingAll: (count: number) => `Deleting ${plural(count, 'worker', 'workers')}`,
    maybeDeleted: (name: string) => `It is not known whether ${name} was deleted.`,
    maybeAllDeleted: (count: number) => `It is not known whether ${plural(count, 'worker was', 'workers were')} deleted.`,
    notDeleted: (name: string) => `${name} was not deleted.`,
    noneDeleted: (count: number) => `${plural(count, 'worker was', 'workers were')} not deleted.`,
    newWorker: 'New worker',
    newWorkerIn: (project: string) => `New worker in ${project}`,
    firstCommand: 'First command',
    firstTask: 'First task',
    name: 'Name',
    startWorker: 'Start worker',
    notConnected: 'There is no connection now.',
    namedAfterTask: 'Named after its task',
    suggested: (number: number) => `Worker ${number}`,
    gone: 'This worker is not here any more',
    wasDeleted: (name: string) => `${name} was deleted`,
    goneAbout: 'Its timeline has ended. The files that it made stay in the folder.',
    show: 'Show',
    workers: 'Workers'
  },
  zh: {
    coordinator: '协调者',
    inInbox: '条待收',
    switchedOff: '已关闭',
    youCoordinate: '由你协调',
    noAgent: '由你给工作者分配任务',
    aboutOperator: '由你创建工作者并分配任务。也可以让智能体来做：见项目设置。',
    pending: '条待处理',
    parked: '条已搁置',
    aboutPending: '还没有轮次取走的消息',
    aboutParked: '这些消息等你继续或发送下一条：有一轮已停止或中断',
    undo: '撤销',
    tryAgain: '重试',
    close: '关闭',
    cancel: '取消',
    deletingNow: (name) => `即将删除 ${name}`,
    inTime: '剩余',
    deletingAll: (count) => `即将删除 ${count} 个工作者`,
    maybeDeleted: (name) => `不知道 ${name} 是否已被删除。`,
    maybeAllDeleted: (count) => `不知道 ${count} 个工作者是否已被删除。`,
    notDeleted: (name) => `${name} 没有被删除。`,
    noneDeleted: (count) => `${count} 个工作者没有被删除。`,
    newWorker: '新建工作者',
    newWorkerIn: (project) => `在 ${project} 中新建工作者`,
    firstCommand: '第一条命令',
    firstTask: '第一个任务',
    name: '名称',
    startWorker: '启动工作者',
    notConnected: '现在没有连接。',
    namedAfterTask: '按任务命名',
    suggested: (number) => `工作者 ${number}`,
    gone: '这个工作者已经不在了',
    wasDeleted: (name) => `${name} 已删除`,
    goneAbout: '它的时间线已结束。它生成的文件仍在文件夹中。',
    show: '显示',
    workers: '工作者'
  }
})

export const settingsWords = say({
  en: {
    title: (name: string) => `Settings of ${name}`,
    name: 'Name',
    nameHint: 'Enter keeps it.',
    delegates: 'May delegate',
    delegatesHint: 'It may make children of its own.',
    delegatesNever: 'Project settings allow no children of workers now.',
    delegatesShell: 'A shell calls no tools, so it makes no children.',
    engine: 'Engine',
    model: 'Model',
    noModel: 'It uses no model.',
    created: 'Made',
    notConnected: 'There is no connection: nothing can be changed now.'
  },
  zh: {
    title: (name) => `${name} 的设置`,
    name: '名称',
    nameHint: '按 Enter 保存。',
    delegates: '可以委派',
    delegatesHint: '它可以创建自己的下级。',
    delegatesNever: '项目设置目前不允许工作者有下级。',
    delegatesShell: 'shell 不调用工具，因此不会创建下级。',
    engine: '引擎',
    model: '模型',
    noModel: '它不使用模型。',
    created: '创建于',
    notConnected: '没有连接：现在无法更改。'
  }
})

export const demoWords = say({
  en: {
    tag: 'DEMO',
    about: 'Demo: a scripted model answers, no network.',
    model: 'DEMO-scripted-model'
  },
  zh: {
    tag: '演示',
    about: '演示：由脚本模型作答，不联网。',
    model: 'DEMO-scripted-model'
  }
})

/** A Project without workers, and what can be done in it. */
export const beginWords = say({
  en: {
    title: (name: string) => `No workers in ${name}`,
    about: 'A worker takes a task, works on it in this folder and keeps the conversation. You can steer it, queue more for it, and stop it.',
    newWorker: 'New worker',
    howItWorks: 'How it works',
    here: 'What can run workers here',
    engine: 'Engine',
    onHost: 'On this host',
    ready: (what: string) => `ready: ${what}`,
    readyModels: (count: number) => `ready: an agent, with ${plural(count, 'model', 'models')}`,
    looking: 'an agent; looking for its models',
    lacksModel: 'an agent; it needs a model.',
    take: 'Use it',
    takeFor: (engine: string) => `Use it: new worker with ${engine}`,
    addModel: 'Add a model',
    demoModel: 'Model'
  },
  zh: {
    title: (name) => `${name} 中还没有工作者`,
    about: '工作者接受任务，在这个文件夹里工作，并保留对话。你可以插话、为它排队更多任务，也可以停止它。',
    newWorker: '新建工作者',
    howItWorks: '工作方式',
    here: '这里可以运行工作者的引擎',
    engine: '引擎',
    onHost: '在这台主机上',
    ready: (what) => `就绪：${what}`,
    readyModels: (count) => `就绪：智能体，有 ${count} 个模型`,
    looking: '智能体；正在查找模型',
    lacksModel: '智能体；还需要一个模型。',
    take: '使用',
    takeFor: (engine) => `使用 ${engine} 新建工作者`,
    addModel: '添加模型',
    demoModel: '模型'
  }
})

/** What a worker runs on: engines of ours, and agents of the operator's own. */
export const runnerWords = say({
  en: {
    engine: 'Engine',
    model: 'Model',
    short: { pi: 'an agent with a model', shell: 'runs commands, needs no model', own: 'an agent of yours' },
    about: {
      pi: 'An agent: a model reads, writes and runs what you allow in this Project.',
      shell: 'No model: each message is a command that runs in the folder.',
      own: 'An agent of yours.',
      ownWaits: 'An agent of yours. Messages wait for its next turn.'
    },
    notYet: {
      missing: 'It was not found.',
      'wrong-version': 'Its version is too old.',
      'needs-adapter': 'It needs an adapter.',
      'needs-node': 'Its adapter needs Node.js.'
    },
    setUp: 'Set it up…',
    more: 'Agents of yours…',
    noKey: 'No provider has a key yet.',
    addModel: 'Add a model…',
    noProvider: (model: string) => `${model} (no provider)`,
    itsOwn: 'Its own choice',
    itsOwnIs: (model: string) => `Its own choice (${model})`,
    gone: (name: string) => `${name} (not here)`,
    unknownModels: 'Which models it offers is not known yet.',
    ask: 'Ask it',
    asking: 'Asking it',
    used: 'Used so far',
    nothingUsed: 'nothing told yet',
    usage: (read: string, written: string) => `${read} tokens read, ${written} written`,
    choose: 'Choose an agent',
    stays: 'A worker stays with its agent. A change counts from its next turn.',
    fromNext: 'A change counts from its next turn.'
  },
  zh: {
    engine: '引擎',
    model: '模型',
    short: { pi: '带模型的智能体', shell: '运行命令，不需要模型', own: '你的智能体' },
    about: {
      pi: '智能体：由模型在这个项目中读取、写入和运行你允许的内容。',
      shell: '无模型：每条消息都是在文件夹中运行的命令。',
      own: '你自己的智能体。',
      ownWaits: '你自己的智能体。消息会等到下一轮。'
    },
    notYet: {
      missing: '没有找到它。',
      'wrong-version': '它的版本过旧。',
      'needs-adapter': '它需要适配器。',
      'needs-node': '它的适配器需要 Node.js。'
    },
    setUp: '去设置…',
    more: '你的智能体…',
    noKey: '还没有提供商配置了密钥。',
    addModel: '添加模型…',
    noProvider: (model) => `${model}（没有提供商）`,
    itsOwn: '由它自己决定',
    itsOwnIs: (model) => `由它自己决定（${model}）`,
    gone: (name) => `${name}（不在这里）`,
    unknownModels: '还不知道它提供哪些模型。',
    ask: '询问它',
    asking: '正在询问',
    used: '目前用量',
    nothingUsed: '尚未报告',
    usage: (read, written) => `读取 ${read} token，写出 ${written}`,
    choose: '选择智能体',
    stays: '工作者始终使用同一个智能体。更改从下一轮开始生效。',
    fromNext: '更改从下一轮开始生效。'
  }
})
