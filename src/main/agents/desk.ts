/**
 * The agents of this machine as the operator sees and manages them: what the registry finds, what is being done with each,
 * what the last check has found, and what it did that it should not.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { AgentModel, type AgentView, type NewCustomAgent, type SteeringProfile, type SteeringReason } from '../../shared/agents'
import { Refusal } from '../../shared/errors'
import { Listeners } from '../listeners'
import { readIfThere, writeAtomically } from '../models/atomic-file'
import type { Report } from '../report'
import type { Agents, FoundAgent } from './registry'

/** Models that are kept of one agent: a list to choose from has an end. */
const MODELS_MAX = 500
const REMARKS_MAX = 20

export interface AgentDeskOptions {
  readonly agents: Agents
  readonly dataFolder: string
  /** How an agent can be steered, as far as is known. */
  readonly steering: (agent: FoundAgent) => { readonly profile: SteeringProfile; readonly reason: SteeringReason | null }
  /** Whether a turn runs on it now. */
  readonly isBusy: (agentId: string) => boolean
  readonly report: Report
  readonly clock: () => number
}

interface Seen {
  work: AgentView['work']
  checked: AgentView['checked']
  readonly remarks: string[]
}

const Offered = z.record(z.string(), z.array(AgentModel))

export class AgentDesk {
  readonly #listeners = new Listeners()
  readonly #seen = new Map<string, Seen>()
  /** What each agent has offered when it was last asked; also of an earlier start. */
  #offered: Promise<Map<string, readonly AgentModel[]>> | null = null

  constructor(private readonly options: AgentDeskOptions) {}

  /** Hears that something of an agent has changed. Returns the disposer. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  async views(): Promise<AgentView[]> {
    const [found, offered] = await Promise.all([this.options.agents.list(), this.#models()])
    return found.map((agent) => this.#view(agent, offered))
  }

  /** Looks anew for what is installed. */
  async look(): Promise<void> {
    await this.options.agents.list(true)
    this.changed()
  }

  /**
   * Really starts the agent, and ends it again. What is wrong with it is part of the answer.
   * @throws Refusal NOT_FOUND, CONFLICT (something is being done with it already)
   */
  async check(id: string): Promise<NonNullable<AgentView['checked']>> {
    await this.#of(id)
    const checked = await this.#working(id, 'checking', async () => {
      try {
        const report = await this.options.agents.check(id)
        if (report.problem === null) await this.learned(id, report.models)
        return { at: this.options.clock(), report, problem: null }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { at: this.options.clock(), report: null, problem: `${error.message} ${error.remedy}`.trim() }
      }
    })
    this.#seenOf(id).checked = checked
    this.changed()
    return checked
  }

  /** @throws Refusal NOT_FOUND, BAD_INPUT (it needs none), UNAVAILABLE in npm's own words, CONFLICT */
  async installAdapter(id: string): Promise<AgentView> {
    await this.#working(id, 'installing', async (seen) => {
      await this.options.agents.installAdapter(id, (packages) => {
        if (seen.work) seen.work = { ...seen.work, packages }
        this.changed()
      })
    })
    return this.#of(id)
  }

  /** @throws Refusal NOT_FOUND, BAD_INPUT (it has none), CONFLICT (it works now) */
  async removeAdapter(id: string): Promise<AgentView> {
    if (this.options.isBusy(id)) throw new Refusal('CONFLICT', 'A worker runs on this agent now.', 'Wait for its turn to end, or stop it, then remove the adapter.')
    await this.#working(id, 'removing', async () => {
      await this.options.agents.removeAdapter(id)
    })
    return this.#of(id)
  }

  /** Adds or replaces an agent of the operator's own. @throws Refusal BAD_INPUT, CONFLICT (the id of a known one) */
  async save(agent: NewCustomAgent): Promise<AgentView> {
    await this.options.agents.save(agent)
    // What was found of the one before says nothing of this one.
    this.#seen.delete(agent.id)
    this.changed()
    return this.#of(agent.id)
  }

  /** @throws Refusal NOT_FOUND, FORBIDDEN (a known one) */
  async remove(id: string): Promise<void> {
    await this.options.agents.remove(id)
    this.#seen.delete(id)
    await this.learned(id, [])
    this.changed()
  }

  notices(): string[] {
    return this.options.agents.notices()
  }

  /** An agent has said which models it offers. */
  async learned(id: string, models: readonly AgentModel[]): Promise<void> {
    const offered = await this.#models()
    const kept = models.slice(0, MODELS_MAX)
    if (JSON.stringify(offered.get(id) ?? []) === JSON.stringify(kept)) return
    if (kept.length === 0) offered.delete(id)
    else offered.set(id, kept)
    this.changed()
    await writeAtomically(this.#path, `${JSON.stringify(Object.fromEntries(offered))}\n`).catch((error: unknown) => {
      this.options.report('what an agent offers could not be kept', error)
    })
  }

  /** An agent did something that it should not, told once. */
  odd(id: string, remark: string): void {
    const { remarks } = this.#seenOf(id)
    if (remarks.length >= REMARKS_MAX || remarks.includes(remark)) return
    remarks.push(remark)
    this.changed()
  }

  changed(): void {
    this.#listeners.tell()
  }

  async #of(id: string): Promise<AgentView> {
    const view = (await this.views()).find((agent) => agent.id === id)
    if (!view) throw new Refusal('NOT_FOUND', `There is no agent "${id}".`, 'Settings lists the agents of this machine.')
    return view
  }

  async #working<T>(id: string, kind: NonNullable<AgentView['work']>['kind'], work: (seen: Seen) => Promise<T>): Promise<T> {
    const seen = this.#seenOf(id)
    if (seen.work) throw new Refusal('CONFLICT', 'Something is being done with this agent already.', 'Wait until it is done.')
    seen.work = { kind, since: this.options.clock(), packages: null }
    this.changed()
    try {
      return await work(seen)
    } finally {
      seen.work = null
      this.changed()
    }
  }

  #seenOf(id: string): Seen {
    let seen = this.#seen.get(id)
    if (!seen) this.#seen.set(id, (seen = { work: null, checked: null, remarks: [] }))
    return seen
  }

  #view(agent: FoundAgent, offered: ReadonlyMap<string, readonly AgentModel[]>): AgentView {
    const { work = null, checked = null, remarks = [] } = this.#seen.get(agent.id) ?? {}
    return { ...agent, steering: this.options.steering(agent), models: [...(offered.get(agent.id) ?? [])], work, checked, remarks: [...remarks] }
  }

  get #path(): string {
    return join(this.options.dataFolder, 'agent-models.json')
  }

  #models(): Promise<Map<string, readonly AgentModel[]>> {
    this.#offered ??= readIfThere(this.#path).then((text) => {
      try {
        return new Map(Object.entries(Offered.parse(JSON.parse(text ?? '{}'))))
      } catch {
        // Only what can be asked again was in it.
        return new Map()
      }
    })
    return this.#offered
  }
}
