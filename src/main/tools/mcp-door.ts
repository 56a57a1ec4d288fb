/** The host's MCP server, begun when the first agent outside needs it, and the tokens that it goes by. */
import { Refusal } from '../../shared/errors'
import type { Projects } from '../project/projects'
import type { Report } from '../report'
import type { SessionLog } from '../session/log'
import type { Sessions } from '../session/sessions'
import { startMcpServer, type McpServing } from './mcp-server'
import { Tokens } from './tokens'
import type { Toolbox } from './toolbox'

export interface McpAddress {
  readonly url: string
  /**
   * The bearer token that speaks in a Session's name: the same one until the Session is deleted or its Project forgotten.
   * @throws Refusal NOT_FOUND for a Session that is not there
   */
  tokenFor(sessionId: string): string
}

export interface McpDoorSources {
  readonly toolbox: Toolbox
  readonly log: SessionLog
  readonly sessions: Sessions
  readonly projects: Projects
  readonly report: Report
  readonly version: string
}

export class McpDoor {
  readonly #tokens = new Tokens()
  #serving: Promise<McpServing> | null = null
  #closed = false
  readonly #disposers: (() => void)[]

  constructor(private readonly sources: McpDoorSources) {
    const { log, sessions, projects } = sources
    this.#disposers = [
      sessions.onLive((sessionId, change) => {
        if (change === 'state' && log.get(sessionId)?.lifecycle === 'deleted') this.#tokens.prune((other) => other !== sessionId)
      }),
      projects.onChange(() => {
        const listed = new Set(projects.list().map((project) => project.sessionId))
        this.#tokens.prune((sessionId) => listed.has(log.get(sessionId)?.projectId ?? ''))
      })
    ]
  }

  /** @throws Refusal UNAVAILABLE once the host closes */
  async open(): Promise<McpAddress> {
    if (this.#closed) throw new Refusal('UNAVAILABLE', 'Crewdeck is closing.')
    this.#serving ??= startMcpServer({ ...this.sources, tokens: this.#tokens })
    const { url } = await this.#serving.catch((error: unknown) => {
      this.#serving = null
      throw error
    })
    return { url, tokenFor: (sessionId) => this.#tokenFor(sessionId) }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const dispose of this.#disposers) dispose()
    const serving = await this.#serving?.catch(() => null)
    await serving?.close()
  }

  #tokenFor(sessionId: string): string {
    if (this.sources.log.get(sessionId)?.lifecycle !== 'member') {
      throw new Refusal('NOT_FOUND', 'There is no such agent.', 'It may have been deleted.')
    }
    return this.#tokens.issue(sessionId)
  }
}
