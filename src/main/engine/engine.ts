/**
 * The port between the turn driver and whatever runs a Session's turns. The driver owns the inbox, the log and the
 * truth; an engine takes inputs, reports facts, and ends a turn with an outcome. An engine never decides what runs
 * next and never keeps a message that it has not taken.
 */
import type { EngineKind, Now, Outcome, Policy, Usage } from '../../shared/model'

export interface EngineCapabilities {
  /** Whether it takes steers at the step boundaries of a running turn. */
  readonly steer: boolean
  /** Said to the sender when it cannot: why the message waits as queue. */
  readonly steerNote: string | null
}

export interface Engine {
  readonly kind: EngineKind
  readonly capabilities: EngineCapabilities
  /** Where they depend on the model of a Session; never waits. */
  capabilitiesOf?(model: string | null): EngineCapabilities
  /** In words what keeps this engine from working on this machine; null when nothing does. */
  problem(): Promise<string | null>
  /**
   * Makes a Session resident. Rejects with an EngineError when it cannot; nothing is left running then.
   */
  open(spec: SessionSpec): Promise<EngineSession>
  /**
   * What is still there of a turn whose host has ended in the middle of it and that left no reply; null for nothing. Left
   * out where nothing is kept beside the log. Reads a bounded part of files, without waiting.
   */
  remains?(turn: CutTurn): Remains | null
  /** Ends all of its sessions and processes, with their descendants. */
  close(): Promise<void>
}

/** A turn that a dead host has left open, as the log has it. */
export interface CutTurn {
  readonly stateFolder: string
  /** The texts of its inputs, in order. */
  readonly inputs: readonly string[]
  /** Its tool calls, in order; `result` is null for one that had not ended. */
  readonly calls: readonly { readonly callId: string; readonly at: number; readonly result: string | null }[]
  /** When it was last heard from, epoch ms. */
  readonly heardAt: number
}

export interface Remains {
  /** Of the calls that had not ended. */
  readonly results: readonly Pick<ToolResult, 'callId' | 'name' | 'text'>[]
  readonly reply: string
  /** When it was last heard from, by what is kept: `heardAt` or later. */
  readonly heardAt: number
}

/** What an engine can do for a Session with this model. */
export function capabilitiesFor(engine: Engine, model: string | null): EngineCapabilities {
  return engine.capabilitiesOf?.(model) ?? engine.capabilities
}

export interface SessionSpec {
  readonly sessionId: string
  readonly name: string
  /** Absolute path of the Project's folder: where the engine works. */
  readonly folder: string
  /** Absolute path of a folder outside of it that agents may read from: what was attached to messages. */
  readonly attachmentsFolder?: string
  /** `provider/model`, or `agent` and `agent/model` for agents of the operator's own; null for engines that use none. */
  readonly model: string | null
  /** A folder of this Session's own, for what the engine must keep to resume (mode 0700; exists). */
  readonly stateFolder: string
  /** Read again at every use: the operator may change it while a turn runs. */
  readonly policy: () => Policy
  /** What the operator answered once for all to a tool of this agent; null for nothing. `ask` knows it too. */
  readonly remembered?: (tool: string) => 'allow' | 'reject' | null
  /** Tools of the host that the agent may call, looked up anew for each turn. Left out: none. */
  readonly tools?: () => readonly HostTool[]
  /** Calls one of them in the agent's name. Never rejects. */
  readonly callTool?: (name: string, args: unknown) => Promise<{ readonly text: string; readonly isError: boolean }>
  /** Where an agent outside our process reaches the same tools by MCP. Left out, or null: nowhere. */
  readonly mcp?: () => Promise<ToolDoor | null>
  /** What the agent is told about its part, after its own system prompt; null for nothing. */
  readonly instructions?: string | null
  /**
   * Asks a human, or a policy of the Project, and resolves with the option chosen; null when the request was withdrawn
   * (the turn ended, or `signal` aborted). The turn shows as waiting meanwhile.
   */
  readonly ask?: (request: AskRequest, signal: AbortSignal) => Promise<string | null>
  /** The same with the whole answer, for requests that may be answered in words (`AskRequest.words`). */
  readonly question?: (request: AskRequest, signal: AbortSignal) => Promise<AskAnswer | null>
  /** Told when the engine ends by itself (a crash); the open turn, if any, has ended with `error` before. */
  readonly onExit?: (why: string) => void
}

export interface ToolDoor {
  readonly url: string
  /** Speaks in this Session's name. */
  readonly token: string
  /** Whether the Session's part cannot be done without its tools, as a Coordinator's cannot. */
  readonly needed: boolean
}

export interface HostTool {
  readonly name: string
  readonly description: string
  /** JSON schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A question that only a human, or a policy that a human has set, can answer. */
export interface AskRequest {
  readonly kind: 'permission' | 'question'
  /** One line: what is asked. */
  readonly title: string
  /** The command, path or text that it is about; empty for none. */
  readonly detail: string
  /** The agent's own name of the tool; null for a question. */
  readonly tool: string | null
  /** The tool call that waits for the answer, as the turn was told of it; left out where none does, or it is not known. */
  readonly callId?: string | undefined
  /** What kind of act it would be, for policies. */
  readonly act: 'read' | 'write' | 'run' | 'other'
  /** Absolute paths that it would touch, as far as the agent tells. */
  readonly paths: readonly string[]
  /** Exactly as the agent offers them. The host adds its own for the operator and never hands those on. */
  readonly options: readonly AskOption[]
  /**
   * What words of the operator's are good for. `answer`: the request may be answered by a text instead of an option.
   * `reason`: a text may go along with a refusal. Left out: the engine takes none.
   */
  readonly words?: 'answer' | 'reason' | undefined
  /** What would be written, as far as the engine tells. */
  readonly changes?: readonly AskChange[] | undefined
}

export interface AskOption {
  readonly id: string
  readonly label: string
  readonly kind: 'allow-once' | 'allow-always' | 'reject-once' | 'reject-always' | 'other'
}

/** One file as it would be changed; `changeOf` of ask-changes.ts makes it from two texts. */
export interface AskChange {
  /** As the operator reads it: relative to the folder, or absolute where it lies outside. */
  readonly path: string
  /** Lines that begin with ' ', '+' or '-', and those between hunks with '@@'. */
  readonly diff: string
  /** Whether the diff had to be cut. */
  readonly isCut: boolean
}

/** `optionId` is null where only words were said. */
export interface AskAnswer {
  readonly optionId: string | null
  readonly text: string | null
}

export interface EngineInput {
  readonly messageId: string
  /** Files that came with it are named in the text already, except for the shell's, which is a command. */
  readonly text: string
  readonly files?: readonly EngineFile[]
}

/** A file that came with a message. */
export interface EngineFile {
  /** Absolute; agents may read it, nobody may change it. */
  readonly path: string
  readonly name: string
  readonly bytes: number
  readonly kind: 'text' | 'image' | 'file'
}

export interface EngineSession {
  /**
   * Runs one turn and resolves with its end. Never rejects: what goes wrong is an outcome of kind `error`, whose
   * message says what to do. Only one turn at a time.
   */
  run(inputs: readonly EngineInput[], turn: TurnSink): Promise<TurnEnd>
  /**
   * The whole list of steers that wait now, in order; the engine replaces whatever it held before. It reports each one
   * that it takes by `turn.steered`, and holds on to none once the turn has ended. Resolves when the list is in force,
   * so that a withdrawn steer can no longer be taken afterwards.
   */
  offerSteers(steers: readonly EngineInput[]): Promise<void>
  /** Whether what it was opened with has changed, so that it should be opened anew before its next turn. */
  readonly outdated?: boolean
  /** Asks the running turn to end; `run` then resolves with `aborted`. Does nothing while idle. */
  interrupt(): void
  /** Frees the engine's side; what is needed to resume stays in the state folder. Idempotent. */
  dispose(): Promise<void>
}

export interface TurnEnd {
  readonly outcome: Outcome
}

/** Where a running turn reports its facts, in the order in which they happened. */
export interface TurnSink {
  /** A step begins. The first one is the engine's receipt for the turn's inputs. */
  step(number: number): void
  /** Steers that the engine has taken, committed at the step that begins now. */
  steered(messageIds: readonly string[], step: number): void
  /** A complete assistant message; a turn may have many, the last one is its reply. */
  assistant(message: AssistantMessage): void
  toolCall(call: ToolCall): void
  toolResult(result: ToolResult): void
  /** Files that the agent shows to the operator, by the `present` tool. Paths relative to the folder. */
  presented(callId: string, files: readonly PresentedFile[]): void
  /** What the turn really runs on, as far as it is known by now; told again when it is known otherwise. */
  ran(facts: RunFacts): void
  /** Something of this turn that the operator has to know, in a sentence or two. */
  remark(text: string): void
  /** What goes on right now, where tool calls do not say it (`model`, a command's last line). Not durable. */
  now(now: Now | null): void
  /** The engine lives. Called at least every two seconds while a turn runs, also by a silent tool. Not durable. */
  heard(): void
}

/** Left out: not known, or as it was told before. */
export interface RunFacts {
  readonly agent?: { readonly name: string; readonly version: string | null }
  readonly model?: string
  /** How it works, as it names it itself. */
  readonly mode?: string
  /** How hard the model thinks, as it names it itself. */
  readonly effort?: string
}

export interface AssistantMessage {
  readonly id: string
  readonly text: string
  readonly thinking?: string
  readonly model?: string
  readonly usage?: Usage
}

export interface ToolCall {
  readonly callId: string
  readonly name: string
  /** Raw JSON as the model wrote it. */
  readonly arguments: string
}

export interface ToolResult {
  readonly callId: string
  readonly name: string
  /** What the model got, bounded by TOOL_TEXT_MAX; the rest lies in a file that the text names. */
  readonly text: string
  readonly isError: boolean
  /** Files that the call really changed on disk; empty for reads and failures. */
  readonly changes: readonly FileChange[]
}

export interface FileChange {
  /** Relative to the folder, forward slashes; absolute where it lies outside. */
  readonly path: string
  readonly how: 'created' | 'changed'
  /** Lines; null where the file is not text or too large to compare. */
  readonly added: number | null
  readonly removed: number | null
  /** The digest of what the file held before (see versions.ts), null where there was no file; left out: not known. */
  readonly before?: string | null | undefined
  /** `before` is what the agent said of a file that was seen only afterwards. */
  readonly told?: boolean | undefined
  /** The digest of what the call left in it; left out: not known. */
  readonly after?: string | undefined
}

export interface PresentedFile {
  readonly path: string
  readonly description: string | null
  /** The digest of what was presented; left out: not known. */
  readonly after?: string | undefined
}

/** Longest text of a tool call's arguments or result that goes into the log, in characters. */
export const TOOL_TEXT_MAX = 16_000

/** An engine could not start or go on; `message` is for the operator and says what to do. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  constructor(
    readonly code: string,
    message: string
  ) {
    super(message)
  }
}
