/** What the settings know of agents without asking anybody. */
import type { AgentView } from '../../shared/agents'
import type { GlyphKind } from '../ui/Glyph'
import { fromHost } from '../words'
import { agentWords } from './words'

/** Those that were found first, then the operator's own; what is not here stands apart. */
export function groupsOf(agents: readonly AgentView[]): { here: AgentView[]; own: AgentView[]; missing: AgentView[] } {
  const known = agents.filter(({ kind }) => kind === 'known')
  return {
    here: known.filter(({ state }) => state !== 'missing'),
    own: agents.filter(({ kind }) => kind === 'custom'),
    missing: known.filter(({ state }) => state === 'missing')
  }
}

/** Those that a worker could run on, now or after something small was done. */
export function foundAgents(agents: readonly AgentView[]): AgentView[] {
  return agents.filter(({ state }) => state !== 'missing')
}

/** The state in its shape: ready, something to do first, or not here. */
export function glyphOf({ state, checked }: Pick<AgentView, 'state' | 'checked'>): GlyphKind {
  if (state === 'missing') return 'idle'
  if (state !== 'ready') return 'unknown'
  return checked && problemOf(checked) !== null ? 'error' : 'ok'
}

/** How it can be steered, as a sentence. */
export function steeringWords({ steering: { reason } }: Pick<AgentView, 'steering'>): string {
  const { steers } = agentWords()
  return reason === null ? steers.yes : steers[reason]
}

type Checked = NonNullable<AgentView['checked']>

/** What a check has found to be wrong; null where nothing was. */
export function problemOf({ report, problem }: Checked): string | null {
  const say = agentWords()
  if (report === null) return `${say.didNotStart} ${fromHost(problem ?? '')}`.trim()
  return report.problem === null ? null : `${say.noConversation} ${fromHost(report.problem)}`
}

/** What a check has found, in one line. */
export function checkedWords({ report }: Checked): string {
  if (report === null) return ''
  const say = agentWords()
  const { name, version, tookMs, models, can } = report
  const abilities = (['resume', 'tools', 'delete'] as const).map((what) => (can[what] ? say.can[what] : say.cannot[what]))
  const offers = models.length > 0 ? [say.models(models.length)] : []
  return [`${say.answered(name, version ?? '')} ${say.in((tookMs / 1_000).toFixed(1))}`, ...offers, ...abilities].join(' · ')
}

/** The texts of the form of an own agent. */
export interface AgentTexts {
  readonly label: string
  readonly command: string
  readonly args: string
  readonly env: string
  readonly mode: string
  readonly model: string
  readonly shared: boolean
}

export function textsOf(custom: AgentView['custom']): AgentTexts {
  return {
    label: custom?.label ?? '',
    command: custom?.command ?? '',
    args: custom?.args.join('\n') ?? '',
    env: Object.entries(custom?.env ?? {}).map(([name, value]) => `${name}=${value}`).join('\n'),
    mode: custom?.mode ?? '',
    model: custom?.model ?? '',
    shared: custom?.shared ?? false
  }
}

/** Arguments, one a line as they are; an empty line is none. */
export function parseArgs(text: string): string[] {
  return text.split('\n').map((line) => line.replace(/\r$/, '')).filter((line) => line !== '')
}

export type ParsedEnv = { readonly ok: true; readonly env: Record<string, string> } | { readonly ok: false; readonly line: string }

/** NAME=value, one a line; the first line that is none of it, where there is one. */
export function parseEnv(text: string): ParsedEnv {
  const env: Record<string, string> = {}
  for (const line of parseArgs(text)) {
    const [, name, value] = /^\s*([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) return { ok: false, line: line.trim().slice(0, 60) }
    env[name] = value
  }
  return { ok: true, env }
}
