/**
 * What the host and the pi process say to each other: JSON messages, checked on both sides. The process knows a resident
 * Session by its `handle`, which is new at every open.
 */
import { z } from 'zod'
import { AskView } from '../../../shared/asks'
import { Now, Outcome, Policy, Usage } from '../../../shared/model'
import { CheckResult, KnownProvider, ResolvedModel } from '../../models/resolved'

const handle = z.string()
const request = z.number().int()
const Input = z.object({ messageId: z.string(), text: z.string() })

const ToolOfHost = z.object({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) })

export const OpenSession = z.object({
  handle,
  sessionId: z.string(),
  name: z.string(),
  folder: z.string(),
  stateFolder: z.string(),
  model: ResolvedModel,
  /** What the agent is told about its part; null for nothing. */
  instructions: z.string().nullable(),
  /** Tools that the host carries out. */
  tools: z.array(ToolOfHost),
  /** How long a model may take for its first byte, in ms. */
  firstByteMs: z.number().positive(),
  /** How long the first of two new tries of a failed call waits, in ms; the second waits twice as long. */
  retryMs: z.number().positive()
})
export type OpenSession = z.infer<typeof OpenSession>

/** What counts for one tool now. */
export const Standing = z.object({ policy: Policy, remembered: z.enum(['allow', 'reject']).nullable() })
export type Standing = z.infer<typeof Standing>

const Answer = z.object({ optionId: z.string().nullable(), text: z.string().nullable() })

/** From the host. Those with a `request` are answered by `done` or `failed` with the same number. */
export const ToProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), request, session: OpenSession }),
  z.object({ type: z.literal('run'), handle, inputs: z.array(Input).min(1), model: ResolvedModel }),
  z.object({ type: z.literal('steers'), request, handle, steers: z.array(Input) }),
  z.object({ type: z.literal('interrupt'), handle }),
  z.object({ type: z.literal('dispose'), request, handle }),
  z.object({ type: z.literal('catalogue'), request }),
  z.object({ type: z.literal('check'), request, model: ResolvedModel, timeoutMs: z.number().positive() }),
  z.object({ type: z.literal('policy'), question: z.number().int(), standing: Standing }),
  z.object({ type: z.literal('toolAnswered'), question: z.number().int(), text: z.string(), isError: z.boolean() }),
  z.object({ type: z.literal('answered'), question: z.number().int(), answer: Answer.nullable() })
])
export type ToProcess = z.infer<typeof ToProcess>

const FileChange = z.object({
  path: z.string(),
  how: z.enum(['created', 'changed']),
  added: z.number().int().nullable(),
  removed: z.number().int().nullable(),
  before: z.string().nullable().optional(),
  told: z.boolean().optional(),
  after: z.string().optional()
})

/** What happened in the running turn of a Session, in order; `end` is the last. */
export const TurnFact = z.discriminatedUnion('fact', [
  z.object({ fact: z.literal('step'), number: z.number().int().positive() }),
  z.object({ fact: z.literal('steered'), messageIds: z.array(z.string()), step: z.number().int().positive() }),
  z.object({
    fact: z.literal('assistant'),
    message: z.object({
      id: z.string(),
      text: z.string(),
      thinking: z.string().optional(),
      model: z.string().optional(),
      usage: Usage.optional()
    })
  }),
  z.object({ fact: z.literal('toolCall'), call: z.object({ callId: z.string(), name: z.string(), arguments: z.string() }) }),
  z.object({
    fact: z.literal('toolResult'),
    result: z.object({
      callId: z.string(),
      name: z.string(),
      text: z.string(),
      isError: z.boolean(),
      changes: z.array(FileChange)
    })
  }),
  z.object({
    fact: z.literal('presented'),
    callId: z.string(),
    files: z.array(z.object({ path: z.string(), description: z.string().nullable(), after: z.string().optional() }))
  }),
  z.object({ fact: z.literal('ran'), effort: z.string() }),
  z.object({ fact: z.literal('now'), now: Now.nullable() }),
  z.object({ fact: z.literal('heard') }),
  z.object({ fact: z.literal('end'), outcome: Outcome })
])
export type TurnFact = z.infer<typeof TurnFact>

/** A command that runs, or that has ended and may have left something running. */
export const RunningCommand = z.object({
  task: z.string(),
  leader: z.object({ pid: z.number().int().positive(), startedAt: z.number().nullable() })
})
export type RunningCommand = z.infer<typeof RunningCommand>

/** From the process. */
export const FromProcess = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done'), request }),
  z.object({ type: z.literal('catalogue'), request, providers: z.array(KnownProvider) }),
  z.object({ type: z.literal('checked'), request, result: CheckResult }),
  z.object({ type: z.literal('failed'), request, code: z.string(), message: z.string() }),
  z.object({ type: z.literal('turn'), handle, what: TurnFact }),
  /** Asked before each tool call; answered by `policy`. */
  z.object({ type: z.literal('askPolicy'), handle, question: z.number().int(), tool: z.string() }),
  /** Calls a tool of the host; answered by `toolAnswered`. */
  z.object({ type: z.literal('callTool'), handle, question: z.number().int(), name: z.string(), args: z.unknown() }),
  /** Asks the operator; answered by `answered`, unless it is withdrawn. */
  z.object({ type: z.literal('ask'), handle, question: z.number().int(), ask: AskView.shape.request }),
  z.object({ type: z.literal('withdraw'), question: z.number().int() }),
  /** A command may live, or has ended: what the host ends when the process dies. */
  z.object({ type: z.literal('command'), command: RunningCommand, alive: z.boolean() })
])
export type FromProcess = z.infer<typeof FromProcess>
