/**
 * The mode and the model of an agent's session, by whichever of the protocol's ways the agent offers: config options,
 * modes, or the older model state that some agents have beside it.
 */
import * as acp from '@agentclientprotocol/sdk'
import type { AgentModel } from '../../../shared/agents'
import { EngineError } from '../engine'
import { messageOf, type AgentProcess } from './process'
import type { ConfigOption, ModelState, Modes, SessionState, Update } from './schemas'

/** Not in the stable protocol. */
const SET_MODEL = 'session/set_model'

export class Settings {
  #modes: Modes | null
  #models: ModelState | null
  #options: readonly ConfigOption[]
  /** As the agent named it in an answer; it beats what was chosen. */
  #answering: string | null = null

  constructor(
    private readonly agent: AgentProcess,
    private readonly label: string,
    private readonly sessionId: string,
    private readonly answerMs: number,
    state: SessionState
  ) {
    this.#modes = state.modes ?? null
    this.#models = state.models ?? null
    this.#options = state.configOptions ?? []
  }

  get mode(): string | null {
    return this.#modes?.currentModeId ?? textOf(this.#option('mode')?.currentValue)
  }

  get model(): string | null {
    return this.#answering ?? textOf(this.#option('model')?.currentValue) ?? this.#models?.currentModelId ?? null
  }

  get effort(): string | null {
    return textOf(this.#option('thought_level')?.currentValue)
  }

  /** The models that the agent offers. */
  get offers(): readonly AgentModel[] {
    const option = this.#option('model')?.options?.map(({ value, name }) => ({ id: value, name: name ?? value }))
    return option ?? this.#models?.availableModels?.map(({ modelId, name }) => ({ id: modelId, name: name ?? modelId })) ?? []
  }

  /** The same by their ids. */
  get models(): readonly string[] {
    return this.offers.map(({ id }) => id)
  }

  answered(model: string | null): void {
    this.#answering = model ?? this.#answering
  }

  onUpdate(update: Update): void {
    if (update.sessionUpdate === 'current_mode_update' && this.#modes) this.#modes = { ...this.#modes, currentModeId: update.currentModeId }
    if (update.sessionUpdate === 'config_option_update') this.#options = update.configOptions ?? []
  }

  /** Works in this mode from now on. An agent that does not offer it keeps its own; resolves with whether it is in force. */
  async useMode(mode: string): Promise<boolean> {
    if (this.mode === mode) return true
    if (this.#modes?.availableModes?.some(({ id }) => id === mode)) {
      await this.#ask(acp.methods.agent.session.setMode, { sessionId: this.sessionId, modeId: mode })
      this.#modes = { ...this.#modes, currentModeId: mode }
      return true
    }
    return this.#choose('mode', mode)
  }

  /** @throws EngineError MODEL_UNKNOWN, naming those that the agent offers */
  async useModel(model: string): Promise<void> {
    if (this.model === model || (await this.#choose('model', model))) return
    const offered = this.#models?.availableModels?.find(({ modelId, name }) => modelId === model || name === model)
    if (this.#models && offered) {
      await this.#ask(SET_MODEL, { sessionId: this.sessionId, modelId: offered.modelId })
      this.#models = { ...this.#models, currentModelId: offered.modelId }
      return
    }
    const offer = this.models.length === 0 ? 'It lets nobody choose a model.' : `It offers: ${this.models.slice(0, 12).join(', ')}.`
    throw new EngineError('MODEL_UNKNOWN', `${this.label} has no model "${model}". ${offer}`)
  }

  async #choose(category: string, wanted: string): Promise<boolean> {
    const option = this.#option(category)
    const value = option?.options?.find((offered) => offered.value === wanted || offered.name === wanted)?.value
    if (!option || value === undefined) return false
    const answer = await this.#ask(acp.methods.agent.session.setConfigOption, { sessionId: this.sessionId, configId: option.id, value })
    const given = typeof answer === 'object' && answer !== null && 'configOptions' in answer ? answer.configOptions : null
    this.#options = this.#options.map((known) => (known.id === option.id ? { ...known, currentValue: value } : known))
    return given !== undefined
  }

  #option(category: string): ConfigOption | undefined {
    return this.#options.find((option) => option.category === category) ?? this.#options.find((option) => option.id === category)
  }

  async #ask(method: string, params: object): Promise<unknown> {
    return this.agent.request(method, params, this.answerMs).catch((error: unknown) => {
      if (error instanceof EngineError) throw error
      throw new EngineError('AGENT_ERROR', `${this.label} refused a setting of this worker: ${messageOf(error)}.`)
    })
  }
}

const textOf = (value: string | boolean | undefined): string | null => (typeof value === 'string' ? value : null)
