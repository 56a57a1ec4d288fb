/**
 * The nouns of Crewdeck as they cross the wire. Times are epoch milliseconds, ids are opaque strings.
 * The host derives all of these from the Sessions' event logs; the renderer only shows them.
 */
import { z } from 'zod'
import { DESK_VALUE_MAX_CHARS } from './limits'

const time = z.number().int().nonnegative()
const count = z.number().int().nonnegative()

export const Id = z.string().min(1).max(120).regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'letters, digits, ".", "_" and "-" only')

export const EngineKind = z.enum(['pi', 'shell', 'acp', 'dsh'])
export type EngineKind = z.infer<typeof EngineKind>

/** Engines that a model stands behind: all that can coordinate. A shell only carries out commands. */
export const AgentEngine = EngineKind.exclude(['shell'])
export type AgentEngine = z.infer<typeof AgentEngine>

/** `steer`: into the running turn at its next step. `queue`: a turn of its own, first in first out. */
export const Delivery = z.enum(['steer', 'queue'])
export type Delivery = z.infer<typeof Delivery>

/**
 * What agents may do without asking, each more than the one before: nothing, read, also write inside the folder, all.
 * `unconfirmed` (nobody has said yet) allows what `read` allows.
 */
export const Policy = z.enum(['unconfirmed', 'ask', 'read', 'write', 'run'])
export type Policy = z.infer<typeof Policy>

/** How a turn ended; `reason` of the `turn/end` event, in the words of DSH's logs. */
export const Outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('completed') }),
  z.object({
    kind: z.literal('aborted'),
    reason: z.object({ kind: z.enum(['user', 'parent', 'hook', 'disposed', 'legacy']), message: z.string().optional() })
  }),
  z.object({ kind: z.literal('blocked'), message: z.string().optional() }),
  z.object({ kind: z.literal('error'), error: z.object({ message: z.string(), code: z.string() }) }),
  z.object({ kind: z.literal('max-tokens') }),
  z.object({ kind: z.literal('interrupted') })
])
export type Outcome = z.infer<typeof Outcome>

/** Who sent an input. Retained with the message, never taken as authority. */
export const Source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user') }),
  /** An agent with children: the Project's Coordinator, or a worker that may delegate. */
  z.object({ kind: z.literal('coordinator'), senderSessionId: z.string() }),
  /** The host's own notice that a turn of a Project's worker has ended; the text is the turn's reply. */
  z.object({ kind: z.literal('worker-completed'), workerId: z.string(), name: z.string(), turn: z.number().int().positive(), outcome: Outcome }),
  /** The host's own notice to a delegating worker that a child of its has settled. */
  z.object({ kind: z.literal('subagent-settled'), form: z.literal('notice'), summary: z.string(), senderSessionId: z.string() })
])
export type Source = z.infer<typeof Source>

export const Usage = z.object({
  inputTokens: count,
  outputTokens: count,
  /** US dollars, where the provider tells a price. */
  cost: z.number().nonnegative().nullable()
})
export type Usage = z.infer<typeof Usage>

/** A file that a turn made, changed or presented. Opened by `id`, never by path. */
export const Artifact = z.object({
  id: z.string(),
  turn: count,
  how: z.enum(['created', 'changed', 'presented']),
  /** Relative to the Project's folder, with forward slashes. */
  path: z.string(),
  added: count.nullable(),
  removed: count.nullable(),
  description: z.string().nullable(),
  at: time
})
export type Artifact = z.infer<typeof Artifact>

/** A file that was given to a worker with a message. Kept by the host as long as the worker. */
export const Attachment = z.object({
  id: z.string(),
  name: z.string(),
  bytes: count,
  kind: z.enum(['text', 'image', 'file'])
})
export type Attachment = z.infer<typeof Attachment>

/** An input that has been committed into a turn. */
export const TurnInput = z.object({
  messageId: z.string(),
  source: Source,
  delivery: Delivery,
  text: z.string(),
  /** How long the text really is, in characters, where `text` is only its beginning. */
  wholeChars: count.optional(),
  /** `answered` only when its turn has ended and left a reply; `returned` when a crash came before the engine had it. */
  state: z.enum(['delivered', 'answered', 'returned']),
  step: count,
  acceptedAt: time,
  deliveredAt: time,
  attachments: z.array(Attachment).optional()
})
export type TurnInput = z.infer<typeof TurnInput>

/** What a running turn is doing: a tool by its name, or `model`. */
export const Now = z.object({
  what: z.string(),
  detail: z.string(),
  since: time
})
export type Now = z.infer<typeof Now>

/** A worker's part in one step of its Coordinator: it was given something, or its result was received. */
export const Capsule = z.object({
  workerId: z.string(),
  name: z.string(),
  /** The step of the Coordinator's turn. */
  segment: count,
  kind: z.enum(['updated', 'received'])
})
export type Capsule = z.infer<typeof Capsule>

export const Turn = z.object({
  number: z.number().int().positive(),
  startedAt: time,
  endedAt: time.nullable(),
  /** How long it took, in ms, where the two times do not tell: the clock was set while it ran. */
  tookMs: z.number().optional(),
  steps: count,
  engine: z.string(),
  /** The agent of the operator's own behind it, once it has said who it is. */
  agent: z.object({ name: z.string(), version: z.string().nullable() }).nullable(),
  /** The model that the turn really used, once the engine has said so. */
  model: z.string().nullable(),
  /** How it worked and how hard its model thought, as the agent names it; null where it says nothing of it. */
  mode: z.string().nullable(),
  effort: z.string().nullable(),
  inputs: z.array(TurnInput),
  /** The last AI reply, only once the turn has ended. */
  reply: z.object({ messageId: z.string(), text: z.string(), wholeChars: count.optional(), at: time }).nullable(),
  artifacts: z.array(Artifact),
  /** Only in a Coordinator's timeline. */
  capsules: z.array(Capsule),
  outcome: Outcome.nullable(),
  usage: Usage.nullable(),
  /** What else the operator has to know of it. */
  remarks: z.array(z.string()),
  /** Only while the turn runs. */
  now: Now.nullable(),
  /** When a stop of this turn was asked for, while it has not ended yet. */
  stoppingSince: time.nullable()
})
export type Turn = z.infer<typeof Turn>

/** A message that the host has accepted and no turn holds. */
export const PendingMessage = z.object({
  messageId: z.string(),
  source: Source,
  text: z.string(),
  /** How long the text really is, in characters, where `text` is only its beginning. */
  wholeChars: count.optional(),
  delivery: Delivery,
  /** Why a steer waits as queue, in words; null where it does not. */
  note: z.string().nullable(),
  state: z.enum(['accepted', 'returned']),
  /** True after a stop or a crash: it waits for the next send or for "continue". */
  parked: z.boolean(),
  acceptedAt: time,
  /** How often its text was edited; left out for never. */
  revision: count.optional(),
  attachments: z.array(Attachment).optional()
})
export type PendingMessage = z.infer<typeof PendingMessage>

/** What became of a message: it waits, a turn has it, it was taken back, or the host never had it. */
export const MessageState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pending') }),
  z.object({ kind: z.literal('turn'), turn: z.number().int().positive() }),
  z.object({ kind: z.literal('withdrawn') }),
  z.object({ kind: z.literal('unknown') })
])
export type MessageState = z.infer<typeof MessageState>

/** Something that the operator has said to a worker. */
export const SentMessage = z.object({ messageId: z.string(), text: z.string(), at: time })
export type SentMessage = z.infer<typeof SentMessage>

export const ActivityInput = z.object({ messageId: z.string(), text: z.string(), at: time, source: Source })
export type ActivityInput = z.infer<typeof ActivityInput>

export const Activity = z.object({
  latestInput: ActivityInput.nullable(),
  latestHumanInput: ActivityInput.nullable(),
  observedThroughSeq: z.number().int(),
  pendingHumanInputs: z.array(ActivityInput),
  pendingHumanInputCount: count
})
export type Activity = z.infer<typeof Activity>

/** `held`: something of the Project's keeps the next turn back. `waiting`: for a human's answer. */
export const Phase = z.enum(['held', 'waiting', 'starting', 'busy', 'stopping', 'unknown', 'idle', 'deleting'])
export type Phase = z.infer<typeof Phase>

export const WorkerView = z.object({
  workerId: z.string(),
  name: z.string(),
  taskRef: z.string().nullable(),
  lifecycle: z.enum(['creating', 'member', 'deleting', 'deleted']),
  status: z.enum(['busy', 'idle', 'unknown']),
  availability: z.enum(['live', 'cold', 'unavailable']),
  phase: Phase,
  engine: EngineKind,
  model: z.string().nullable(),
  createdAt: time,
  lastOutcome: Outcome.nullable(),
  /** What the status rests on: what goes on (or went on last), since when, and when the engine was last heard. */
  evidence: z.object({ what: z.string(), since: time, heardAt: time.nullable() }),
  activity: Activity.nullable(),
  /** The open turn, null while idle. */
  turn: z.object({ number: z.number().int().positive(), startedAt: time, steps: count, stoppingSince: time.nullable() }).nullable(),
  turnCount: count,
  pendingCount: count,
  parked: z.boolean(),
  /** The oldest request that it waits for a human with. */
  ask: z.object({ id: z.string(), title: z.string(), since: time }).nullable(),
  /** Why its next turn has to wait, in words; null when nothing holds it. */
  hold: z.string().nullable(),
  /** All that its turns have used; null while no engine has said. */
  usage: Usage.nullable(),
  /** Null for a direct worker of the Project; the worker that made it otherwise. */
  parentId: z.string().nullable(),
  /** Whether it may have children of its own. */
  delegates: z.boolean(),
  /** What the engine can do, so that the composer can say it beforehand. */
  canSteer: z.boolean()
})
export type WorkerView = z.infer<typeof WorkerView>

/** How a Project's Coordinator and crew are run. Kept in the data folder, never in the folder that agents edit. */
export const ProjectConduct = z.object({
  coordinator: z
    .object({
      /** Off: nobody but the operator controls workers. */
      enabled: z.boolean(),
      /** `none`: the operator coordinates, or an agent outside that holds the Coordinator's token. */
      engine: z.enum(['none', ...AgentEngine.options]),
      model: z.string().nullable()
    })
    .default({ enabled: true, engine: 'none', model: null }),
  /** What `spawn` makes. */
  workers: z.object({ engine: EngineKind, model: z.string().nullable() }).default({ engine: 'pi', model: null }),
  /** Workers that may have an open turn at once; the rest wait. */
  maxBusy: z.number().int().min(1).max(100).default(8),
  /** Turns that may begin within an hour; null for no limit. */
  maxTurnsPerHour: z.number().int().min(1).max(100_000).nullable().default(null),
  /** Completions that do not wake an idle Coordinator: none, those of turns that the operator stopped, or all. */
  quiet: z.enum(['none', 'stopped', 'all']).default('none'),
  /** How deep workers may delegate; 1 = only the Coordinator has workers. */
  maxDepth: z.number().int().min(1).max(8).default(2),
  /** Whether agents with children get `list_agents`. */
  listAgents: z.boolean().default(true),
  /** `list` of `control_workers` cuts texts to this many characters. */
  progressTextMaxChars: z.number().int().min(1).max(100_000).default(100)
})
export type ProjectConduct = z.infer<typeof ProjectConduct>

/** A change of some of them. Without the defaults, which would set everything else back. */
const { shape } = ProjectConduct
export const ConductChange = z
  .object({
    coordinator: shape.coordinator.unwrap(),
    workers: shape.workers.unwrap(),
    maxBusy: shape.maxBusy.unwrap(),
    maxTurnsPerHour: shape.maxTurnsPerHour.unwrap(),
    quiet: shape.quiet.unwrap(),
    maxDepth: shape.maxDepth.unwrap(),
    listAgents: shape.listAgents.unwrap(),
    progressTextMaxChars: shape.progressTextMaxChars.unwrap()
  })
  .partial()

export const ProjectView = z.object({
  /** The Coordinator session: the address of the Project. */
  sessionId: z.string(),
  name: z.string(),
  folder: z.string(),
  policy: Policy,
  conduct: ProjectConduct,
  /** "Pause Project": nothing new begins until it is resumed. */
  paused: z.boolean(),
  /** Its workers are answered by a script of Crewdeck's own: see the `demo` calls. */
  demo: z.boolean(),
  openedAt: time,
  /** False when the folder is not there, or cannot be written, right now; `folderProblem` says which. */
  folderProblem: z.string().nullable(),
  workers: count,
  busy: count,
  /** All that its Sessions have used, deleted ones too; null while no engine has said. */
  usage: Usage.nullable()
})
export type ProjectView = z.infer<typeof ProjectView>

export const HistoryMessage = z.object({
  /** 0 = the newest visible message. */
  index: count,
  id: z.string(),
  seq: count,
  turn: count,
  role: z.enum(['user', 'assistant']),
  text: z.string()
})
export type HistoryMessage = z.infer<typeof HistoryMessage>
export const HistoryWindow = z.object({
  workerId: z.string(),
  status: z.enum(['busy', 'idle', 'unknown']),
  offset: count,
  limit: count,
  total: count,
  messages: z.array(HistoryMessage),
  observedThroughSeq: z.number().int()
})
export type HistoryWindow = z.infer<typeof HistoryWindow>

export const NoteFile = z.enum(['notes', 'archived', 'context'])
export type NoteFile = z.infer<typeof NoteFile>

export const NoteText = z.object({
  file: NoteFile,
  text: z.string(),
  /** Names exactly this text; null where there is no file yet. */
  version: z.string().nullable()
})
export type NoteText = z.infer<typeof NoteText>

/** APIs that a model endpoint may speak. */
export const ModelApi = z.enum(['openai-completions', 'openai-responses', 'anthropic-messages'])
export type ModelApi = z.infer<typeof ModelApi>

export const ProviderView = z.object({
  id: Id,
  name: z.string(),
  /** `builtin`: known to pi, needs only a key. `custom`: an endpoint that the operator added. */
  kind: z.enum(['builtin', 'custom']),
  api: ModelApi.nullable(),
  baseUrl: z.string().nullable(),
  /** Where its key comes from; null when there is none. The key itself never leaves the host. */
  keySource: z.enum(['keychain', 'file', 'environment']).nullable(),
  models: z.array(z.object({ id: z.string(), name: z.string() }))
})
export type ProviderView = z.infer<typeof ProviderView>

/** One thing that the desk remembers of its own view; `value` is JSON, null once it is dropped. */
export const DeskEntry = z.object({ key: z.string().min(1).max(300), value: z.string().max(DESK_VALUE_MAX_CHARS).nullable() })
export type DeskEntry = z.infer<typeof DeskEntry>

export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', 'en', 'zh']),
  /** What plain Enter does while the worker is busy; Mod+Enter does the other. */
  enter: Delivery,
  /** `provider/model` that a new pi worker starts with; null until one was chosen. */
  defaultModel: z.string().nullable(),
  /** Idle workers whose engine stays loaded; the longest idle ones above it go cold. */
  maxLive: z.number().int().min(1).max(200),
  /** An idle worker goes cold after this many minutes. */
  coolAfterMinutes: z.number().int().min(1).max(10_080),
  /** What notifications tell of: nothing, questions and failures, or results too. A browser also has to be allowed. */
  notify: z.enum(['off', 'needs', 'all'])
})
export type Settings = z.infer<typeof Settings>
export const DEFAULT_SETTINGS: Settings = { theme: 'system', language: 'system', enter: 'steer', defaultModel: null, maxLive: 16, coolAfterMinutes: 15, notify: 'needs' }
