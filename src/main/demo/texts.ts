/** What the demo says and writes, in the language of whoever speaks to it. */
export const DEMO_LANGUAGES = ['en', 'zh'] as const
export type DemoLanguage = (typeof DEMO_LANGUAGES)[number]

/** Chinese for a text with Han characters. */
export function languageOf(text: string): DemoLanguage {
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en'
}

export const DEPARTURES = `port,line,planned,delay_min
Norhavn,F1,06:40,0
Norhavn,F2,07:10,4
Sundvik,F3,07:20,0
Norhavn,F1,08:40,0
Østerby,F4,08:55,31
Sundvik,F3,09:20,2
Østerby,F4,10:55,12
Norhavn,F2,11:10,0
Sundvik,F3,11:20,0
Østerby,F4,12:55,18
`

/** One row for each port: departures, how many were late by more than five minutes, and the worst delay in minutes. */
const PORTS = [
  ['Norhavn', 4, 0, 4],
  ['Sundvik', 3, 0, 2],
  ['Østerby', 3, 3, 31]
] as const

const rows = PORTS.map((row) => `| ${row.join(' | ')} |`).join('\n')

interface Texts {
  readonly worker: string
  readonly shellWorker: string
  readonly task: string
  readonly readme: string
  /** What it says before each of its steps. */
  readonly reading: string
  readonly asking: string
  readonly writing: string
  /** What it says of a steer at its next step. */
  readonly heard: string
  readonly file: string
  report(notes: readonly string[]): string
  /** `wrote`: whether the report was allowed. */
  done(what: { readonly ran: boolean; readonly wrote: boolean }, notes: readonly string[]): string
  looking: string
  chat(quote: string): string
  readonly plain: string
}

const quoted = (notes: readonly string[]): string => notes.map((note) => `> ${note}`).join('\n>\n')

export const TEXTS: Readonly<Record<DemoLanguage, Texts>> = {
  en: {
    worker: 'Ferry delays',
    shellWorker: 'Files (shell)',
    task: 'Which ports were late this morning? Read departures.csv and write report.md.',
    readme: `# Crewdeck demo

A worker of this Project is answered by a small script in Crewdeck itself, not by a model: nothing leaves this computer.
Everything else is real: the engine, the files, the command that it asks you about. "Remove the demo" deletes this folder.
`,
    reading: 'I read the departures of this morning first, so that I know which ports and which lines there are.',
    asking: 'Now I sort them by port, with a command. This Project does not let agents run commands by themselves, so you are asked: allow it or reject it, I go on either way.',
    writing: 'I have what I need. I write the report now: one row for each port, and below it what was behind the delays.',
    heard: 'You have said something meanwhile, and it reached me before this step. I take it into the report and go on.',
    file: 'Delays by port',
    report: (notes) => `# Delays of this morning

| Port | Departures | Late | Worst (min) |
| --- | ---: | ---: | ---: |
${rows}

All late departures are of line F4 from Østerby.
${notes.length === 0 ? '' : `\n## What you said meanwhile\n\n${quoted(notes)}\n`}`,
    done: ({ ran, wrote }, notes) => `**Østerby was late, all other ports were on time.** ${
      wrote ? 'The report is in `report.md`.' : 'I was not allowed to write `report.md`, so there is no report.'
    }

| Port | Departures | Late | Worst |
| --- | ---: | ---: | ---: |
${rows}

You can check it yourself:

\`\`\`sh
awk -F, '$4 > 5 { print $1, $2, $4 " min" }' departures.csv
\`\`\`

${ran ? 'The command was allowed, so it ran in this folder.' : 'The command was not allowed, so I counted without it.'}
${
  notes.length === 0
    ? ''
    : `
You said meanwhile:

${quoted(notes)}
`
}
**What to try now**

- Send me something: it opens the next turn. While I answer, send more: it *steers* this turn or *queues* for the next one, as the switch under the field says.
- **Stop** ends the turn that it names, and keeps what is queued.
- Open the files that I made under *Artifacts*.

*This was written by a script, not by a model.*`,
    looking: 'Let me look at what is here.',
    chat: (quote) => `You said:

> ${quote}

I am a script of the demo, so I cannot really think about that. A worker with a model would do it now, in this folder, with the rights that you gave. What you see around this text is the same then:

1. **Steer**: what you send while I am busy lands at my next step.
2. **Queue**: or it waits and becomes a turn of its own.
3. **Stop** ends this turn only.
4. **Answer**: what an agent may not do by itself, it asks you; all such requests are one list, at the top left.

For a worker that thinks, open a folder of yours and choose an agent or a model. Say *again* and I do my first task once more.`,
    plain: 'This is the scripted model of the demo.'
  },
  zh: {
    worker: '渡轮延误',
    shellWorker: '文件（shell）',
    task: '今天早上哪些港口晚点了？请读取 departures.csv 并写出 report.md。',
    readme: `# Crewdeck 演示

这个项目里的工作者由 Crewdeck 自带的一段小脚本作答，而不是模型：没有任何内容离开这台电脑。
其余都是真实的：引擎、文件，以及它要征得你同意的命令。选择“移除演示”会删除这个文件夹。
`,
    reading: '我先读取今天早上的开船记录，弄清有哪些港口和航线。',
    asking: '现在我用一条命令按港口排序。这个项目不允许智能体自行运行命令，所以要问你：允许或拒绝都可以，我都会继续。',
    writing: '信息够了。我现在写报告：每个港口一行，下面说明延误的原因。',
    heard: '你在此期间说了话，在这一步之前传到了我这里。我把它写进报告，然后继续。',
    file: '各港口的延误',
    report: (notes) => `# 今天早上的延误

| 港口 | 班次 | 晚点 | 最长（分钟） |
| --- | ---: | ---: | ---: |
${rows}

所有晚点的班次都是从 Østerby 开出的 F4 线。
${notes.length === 0 ? '' : `\n## 你在此期间说的\n\n${quoted(notes)}\n`}`,
    done: ({ ran, wrote }, notes) => `**Østerby 晚点了，其他港口都准时。** ${wrote ? '报告在 `report.md` 里。' : '我未被允许写 `report.md`，所以没有报告。'}

| 港口 | 班次 | 晚点 | 最长 |
| --- | ---: | ---: | ---: |
${rows}

你可以自己核对：

\`\`\`sh
awk -F, '$4 > 5 { print $1, $2, $4 " min" }' departures.csv
\`\`\`

${ran ? '那条命令得到允许，已在这个文件夹里运行。' : '那条命令没有得到允许，所以我没有用它来统计。'}
${
  notes.length === 0
    ? ''
    : `
你在此期间说：

${quoted(notes)}
`
}
**接下来可以试试**

- 给我发一条消息：它会开启下一轮次。我回答时再发：按输入框下的开关，它会“插话”到这一轮，或“排队”到下一轮。
- **停止**只结束它标明的那一轮，排队的消息会保留。
- 在“产物”里打开我生成的文件。

这段文字由脚本写成，不是模型。`,
    looking: '我先看看这里有什么。',
    chat: (quote) => `你说：

> ${quote}

我只是演示里的一段脚本，没法真正思考这件事。带模型的工作者现在就会去做，就在这个文件夹里，在你给的权限之内。到那时，这段文字周围的一切都和现在一样：

1. **插话**：我忙碌时你发的消息，会在我的下一步送达。
2. **排队**：或者等待，成为单独的一轮。
3. **停止**只结束这一轮。
4. **回答**：智能体不能自己做的事会来问你；所有请求都在左上角的同一个列表里。

想要会思考的工作者，请打开你自己的文件夹，选择一个智能体或模型。说“再来一次”，我就把第一个任务再做一遍。`,
    plain: '这是演示用的脚本模型。'
  }
}
