/** The tools of a pi worker: pi's own, held to the operator's policy, and `present`. */
import {
  createBashToolDefinition,
  createEditToolDefinition,
  createLsToolDefinition,
  createReadToolDefinition,
  createWriteToolDefinition,
  defineTool,
  type ToolDefinition
} from '@earendil-works/pi-coding-agent'
import { z } from 'zod'
import type { FileChange, HostTool, PresentedFile } from '../../engine'
import { PRESENT, PresentArguments, presentable, presentedWords } from '../../present'
import type { Versions } from '../../versions'
import { recordedOperations } from './changes'
import type { Commands } from './commands'
import { createGate, type GatePort } from './gate'
import type { GuardedTool } from './policy.logic'
import { createSearchTools } from './search'

export interface ToolPort extends GatePort {
  readonly commands: Commands
  /** Where what files held is kept. */
  readonly versions: Versions
  /** Tools that the host carries out. */
  readonly hostTools: readonly HostTool[]
  callTool(name: string, args: unknown): Promise<{ readonly text: string; readonly isError: boolean }>
  changed(callId: string, change: FileChange): void
  presented(callId: string, files: readonly PresentedFile[]): void
}

/** The names of all tools that a worker has, and the definitions that replace or join pi's own. */
export function createTools(port: ToolPort): { names: string[]; custom: ToolDefinition[] } {
  const { folder, commands, versions } = port
  const allow = createGate(port)
  const recorded = (callId: string) => ({ operations: recordedOperations(folder, versions, (change) => port.changed(callId, change)) })
  const bash = createBashToolDefinition(folder, { operations: commands.operations, exposeSessionEnvironment: false })

  const guarded = (tool: GuardedTool, definition: ToolDefinition): ToolDefinition => ({
    ...definition,
    async execute(...call) {
      await allow(tool, call[0], call[1], call[2])
      return definition.execute(...call)
    }
  })

  const custom = [
    guarded('read', defineTool(createReadToolDefinition(folder))),
    guarded('ls', defineTool(createLsToolDefinition(folder))),
    defineTool({
      ...createWriteToolDefinition(folder),
      async execute(callId, ...rest) {
        await allow('write', callId, rest[0], rest[1])
        return createWriteToolDefinition(folder, recorded(callId)).execute(callId, ...rest)
      }
    }),
    defineTool({
      ...createEditToolDefinition(folder),
      async execute(callId, ...rest) {
        await allow('edit', callId, rest[0], rest[1])
        return createEditToolDefinition(folder, recorded(callId)).execute(callId, ...rest)
      }
    }),
    guarded('bash', defineTool(bash)),
    ...createSearchTools(folder).map(({ name, definition }) => guarded(name, definition)),
    presentTool(port),
    ...port.hostTools.map((tool) => hostTool(tool, port))
  ]
  return { names: custom.map((tool) => tool.name), custom }
}

/** Where the arguments travel as the model wrote them. */
const RAW = '_raw'
const Raw = z.object({ [RAW]: z.string() })

/**
 * A tool of the host's: only its name and its schema are here. pi would bend arguments to the schema ("10" becomes 10)
 * and the host is strict, so the raw ones travel beside a form that pi lets through.
 */
function hostTool({ name, description, parameters }: HostTool, port: ToolPort): ToolDefinition {
  return {
    name,
    label: name,
    description,
    parameters: { ...parameters, additionalProperties: true },
    prepareArguments: (args: unknown) => ({ ...formOf(parameters), [RAW]: JSON.stringify(args ?? {}) }),
    async execute(_callId, params) {
      const { text, isError } = await port.callTool(name, JSON.parse(Raw.parse(params)[RAW]))
      if (isError) throw new Error(text)
      return { content: [{ type: 'text', text }], details: undefined }
    }
  }
}

const Form = z.object({
  properties: z.record(z.string(), z.object({ enum: z.array(z.unknown()).optional() })).default({}),
  required: z.array(z.string()).default([])
})

/** The least that a schema of ours asks for: all its required arguments are texts. */
function formOf(parameters: HostTool['parameters']): Record<string, unknown> {
  const { properties, required } = Form.parse(parameters)
  return Object.fromEntries(required.map((key) => [key, properties[key]?.enum?.[0] ?? '-']))
}

function presentTool(port: ToolPort): ToolDefinition {
  return defineTool({
    ...PRESENT,
    label: PRESENT.name,
    promptSnippet: 'Show finished files (deliverables) to the operator',
    promptGuidelines: ['Call present for the files that the operator asked for, once they are finished.'],
    async execute(callId, params) {
      const shown = await presentable(port.folder, PresentArguments.parse(params))
      port.presented(callId, shown)
      return { content: [{ type: 'text', text: presentedWords(shown) }], details: undefined }
    }
  })
}
