/**
 * What we read of an agent's messages. Everything that we do not need may be missing, wrong or unknown: only what would
 * make a message useless fails, so that an agent of another version is folded as far as it can be.
 */
import { z } from 'zod'

const text = z.string()
/** Missing or of another shape: as if it were not there. */
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)
const listOf = <T extends z.ZodType>(schema: T) =>
  z.array(z.unknown()).catch([]).transform((items) => items.flatMap((item) => schema.safeParse(item).data ?? [])).optional()
const meta = maybe(z.record(z.string(), z.unknown()))
const present = z.unknown().optional()

const ConfigValues = z.union([
  z.array(z.object({ value: text, name: maybe(text) })),
  z.array(z.object({ options: z.array(z.object({ value: text, name: maybe(text) })) })).transform((groups) => groups.flatMap((group) => group.options))
])

export const ConfigOption = z.object({
  id: text,
  name: maybe(text),
  category: maybe(text),
  currentValue: z.union([text, z.boolean()]),
  options: ConfigValues.optional().catch([])
})
export type ConfigOption = z.infer<typeof ConfigOption>

export const Modes = z.object({ currentModeId: text, availableModes: listOf(z.object({ id: text, name: maybe(text) })) })
export type Modes = z.infer<typeof Modes>

/** Not in the stable protocol, but what Codex and Gemini name their models by. */
const ModelState = z.object({ currentModelId: text, availableModels: listOf(z.object({ modelId: text, name: maybe(text) })) })
export type ModelState = z.infer<typeof ModelState>

export const Initialized = z.object({
  protocolVersion: z.number(),
  agentInfo: maybe(z.object({ name: text, version: maybe(text), title: maybe(text) })),
  agentCapabilities: maybe(
    z.object({
      loadSession: maybe(z.boolean()),
      mcpCapabilities: maybe(z.object({ http: maybe(z.boolean()) })),
      sessionCapabilities: maybe(z.object({ resume: present, close: present, delete: present, list: present }))
    })
  ),
  authMethods: listOf(z.object({ id: text, name: maybe(text), description: maybe(text) })),
  _meta: maybe(z.object({ steering: maybe(z.object({ supported: maybe(z.boolean()) })) }))
})
export type Initialized = z.infer<typeof Initialized>

/** The answer to session/new, load and resume. */
export const SessionState = z.object({
  sessionId: maybe(text),
  modes: maybe(Modes),
  models: maybe(ModelState),
  configOptions: listOf(ConfigOption)
})
export type SessionState = z.infer<typeof SessionState>

const count = z.number().nonnegative().catch(0)

/** The answer to a prompt. */
export const PromptEnd = z.object({
  stopReason: text,
  usage: maybe(
    z.object({ inputTokens: count, outputTokens: count, cachedReadTokens: maybe(count), cachedWriteTokens: maybe(count) })
  ),
  _meta: maybe(
    z.object({
      quota: maybe(
        z.object({
          model_usage: listOf(z.object({ model: text })),
          /** Gemini counts only here. */
          token_count: maybe(z.object({ input_tokens: count, output_tokens: count }))
        })
      )
    })
  )
})
export type PromptEnd = z.infer<typeof PromptEnd>

export const SteeringAnswer = z.object({ outcome: text })

const Block = z.object({
  type: text,
  text: maybe(text),
  uri: maybe(text),
  resource: maybe(z.object({ text: maybe(text), uri: maybe(text) }))
})

export const ToolContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('content'), content: Block }),
  z.object({ type: z.literal('diff'), path: text, oldText: maybe(text), newText: text }),
  z.object({ type: z.literal('terminal'), terminalId: text })
])
export type ToolContent = z.infer<typeof ToolContent>

/** A `tool_call`, a `tool_call_update`, or the call that a permission is asked for: each says only what is new. */
export const ToolPatch = z.object({
  toolCallId: text,
  title: maybe(text),
  name: maybe(text),
  kind: maybe(text),
  status: maybe(z.enum(['pending', 'in_progress', 'completed', 'failed'])),
  content: maybe(listOf(ToolContent)),
  locations: maybe(listOf(z.object({ path: text }))),
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
  _meta: meta
})
export type ToolPatch = z.infer<typeof ToolPatch>

const chunk = { content: Block, messageId: maybe(text), _meta: meta }

const Update = z.discriminatedUnion('sessionUpdate', [
  z.object({ sessionUpdate: z.literal('user_message_chunk'), ...chunk }),
  z.object({ sessionUpdate: z.literal('agent_message_chunk'), ...chunk }),
  z.object({ sessionUpdate: z.literal('agent_thought_chunk'), ...chunk }),
  ToolPatch.extend({ sessionUpdate: z.literal('tool_call') }),
  ToolPatch.extend({ sessionUpdate: z.literal('tool_call_update') }),
  z.object({
    sessionUpdate: z.literal('plan'),
    entries: listOf(z.object({ content: text, status: maybe(text) })).transform((entries) => entries ?? [])
  }),
  z.object({ sessionUpdate: z.literal('current_mode_update'), currentModeId: text }),
  z.object({ sessionUpdate: z.literal('config_option_update'), configOptions: listOf(ConfigOption) }),
  z.object({
    sessionUpdate: z.literal('usage_update'),
    used: maybe(count),
    size: maybe(count),
    cost: maybe(z.object({ amount: count, currency: text })),
    _meta: maybe(z.object({ '_claude/model': maybe(text) }))
  })
])
export type Update = z.infer<typeof Update>

/** An update that we fold; null for one that is only counted. */
export function readUpdate(value: unknown): Update | null {
  return Update.safeParse(value).data ?? null
}

export const UpdateNote = z.object({ sessionId: text, update: z.unknown().optional() })

export const PermissionQuestion = z.object({
  sessionId: text,
  toolCall: ToolPatch,
  options: listOf(z.object({ optionId: text, name: text, kind: text })).transform((options) => options ?? [])
})
export type PermissionQuestion = z.infer<typeof PermissionQuestion>
