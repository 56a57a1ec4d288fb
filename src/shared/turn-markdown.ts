/** A turn as Markdown, for the clipboard and for files. Pure; the host and the window write it alike. */
import { assertNever } from './errors'
import type { Artifact, Attachment, Outcome, Source, Turn } from './model'

export type MarkdownLanguage = 'en' | 'zh'

interface Labels {
  readonly turn: string
  readonly started: string
  readonly ended: string
  readonly engine: string
  readonly steps: string
  readonly tokens: string
  readonly files: string
  readonly attachments: string
  readonly reply: string
  readonly you: string
  readonly coordinator: string
  readonly parent: string
  readonly subagent: string
  readonly running: string
  readonly outcome: Readonly<Record<Outcome['kind'], string>>
  readonly how: Readonly<Record<Artifact['how'], string>>
  readonly delivery: Readonly<Record<'steer' | 'queue', string>>
  readonly completion: (name: string, turn: number) => string
}

const LABELS: Readonly<Record<MarkdownLanguage, Labels>> = {
  en: {
    turn: 'Turn',
    started: 'Started',
    ended: 'Ended',
    engine: 'Engine',
    steps: 'Steps',
    tokens: 'Tokens',
    files: 'Files',
    attachments: 'Attachments',
    reply: 'Reply',
    you: 'You',
    coordinator: 'Coordinator',
    parent: 'Parent worker',
    subagent: 'Subagent',
    running: 'running',
    outcome: { completed: 'completed', aborted: 'stopped', blocked: 'blocked', error: 'error', 'max-tokens': 'ran out of tokens', interrupted: 'interrupted' },
    how: { created: 'created', changed: 'changed', presented: 'presented' },
    delivery: { steer: 'steer', queue: 'queue' },
    completion: (name, turn) => `${name}, turn ${turn}`
  },
  zh: {
    turn: '轮次',
    started: '开始',
    ended: '结束',
    engine: '引擎',
    steps: '步骤',
    tokens: 'Token',
    files: '文件',
    attachments: '附件',
    reply: '回复',
    you: '你',
    coordinator: '协调者',
    parent: '上级工作者',
    subagent: '子智能体',
    running: '运行中',
    outcome: { completed: '已完成', aborted: '已停止', blocked: '被阻止', error: '出错', 'max-tokens': 'token 用尽', interrupted: '已中断' },
    how: { created: '新建', changed: '修改', presented: '提交' },
    delivery: { steer: '插话', queue: '排队' },
    completion: (name, turn) => `${name}，轮次 ${turn}`
  }
}

/**
 * `projectId` is the Coordinator's id: it tells the Coordinator from a worker that delegates. What was said is taken over
 * as it is; ends with one line feed.
 */
export function turnMarkdown(turn: Turn, projectId: string | null, language: MarkdownLanguage): string {
  const say = LABELS[language]
  const parts = [`## ${say.turn} ${turn.number}`, factsOf(turn, say)]
  for (const input of turn.inputs) {
    const facts = `${say.delivery[input.delivery]}, ${momentOf(input.acceptedAt)}`
    parts.push(`### ${senderOf(input.source, projectId, say)} (${facts})`, input.text.trim(), attachedTo(input.attachments ?? [], say))
  }
  if (turn.reply) parts.push(`### ${say.reply} (${momentOf(turn.reply.at)})`, turn.reply.text.trim())
  if (turn.artifacts.length > 0) parts.push(`### ${say.files}`, turn.artifacts.map((file) => fileLine(file, say)).join('\n'))
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Their names and sizes; what is in them stays where it is kept. */
function attachedTo(attachments: readonly Attachment[], say: Labels): string {
  if (attachments.length === 0) return ''
  return [`${say.attachments}:`, '', ...attachments.map(({ name, bytes }) => `- ${codeSpan(name)} (${bytes} B)`)].join('\n')
}

/** "2026-11-03 14:02:11", in local time. */
export function momentOf(time: number): string {
  const date = new Date(time)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

function factsOf(turn: Turn, say: Labels): string {
  const engine = turn.model === null ? turn.engine : `${turn.engine}, ${turn.model}`
  const lines = [`${say.started}: ${momentOf(turn.startedAt)}`, `${say.engine}: ${engine}`]
  if (turn.outcome && turn.endedAt !== null) lines.splice(1, 0, `${say.ended}: ${momentOf(turn.endedAt)}, ${outcomeText(turn.outcome, say)}`)
  else lines.splice(1, 0, say.running)
  if (turn.steps > 0) lines.push(`${say.steps}: ${turn.steps}`)
  if (turn.usage) lines.push(`${say.tokens}: ${turn.usage.inputTokens + turn.usage.outputTokens}`)
  return lines.map((line) => `- ${line}`).join('\n')
}

function outcomeText(outcome: Outcome, say: Labels): string {
  const word = say.outcome[outcome.kind]
  const why = outcome.kind === 'error' ? outcome.error.message : outcome.kind === 'blocked' ? outcome.message : outcome.kind === 'aborted' ? outcome.reason.message : undefined
  return why ? `${word}: ${oneLine(why)}` : word
}

function senderOf(source: Source, projectId: string | null, say: Labels): string {
  switch (source.kind) {
    case 'user':
      return say.you
    case 'coordinator':
      return source.senderSessionId === projectId ? say.coordinator : say.parent
    case 'worker-completed':
      return say.completion(oneLine(source.name), source.turn)
    case 'subagent-settled':
      return say.subagent
    default:
      return assertNever(source)
  }
}

function fileLine(file: Artifact, say: Labels): string {
  const lines = [file.added === null ? '' : `+${file.added}`, file.removed === null ? '' : `−${file.removed}`].filter((part) => part !== '')
  const size = lines.length > 0 ? ` (${lines.join(' ')})` : ''
  const about = file.description === null ? '' : `: ${oneLine(file.description)}`
  return `- ${say.how[file.how]} ${codeSpan(file.path)}${size}${about}`
}

/** A path may hold backticks, too. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = longest > 0 ? ' ' : ''
  return `${fence}${pad}${oneLine(text)}${pad}${fence}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
