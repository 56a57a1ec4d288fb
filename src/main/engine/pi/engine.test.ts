import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startScriptedModel, type ScriptedModel } from '../../../../e2e/scripted-model/main'
import type { ModelApi, Policy } from '../../../shared/model'
import type { ChildLink } from '../../host-options'
import type { ResolvedModel } from '../../models/resolved'
import type { EngineSession, SessionSpec } from '../engine'
import { createPiEngine, type PiEngine } from './engine'
import { buildPiProcess, FactList, forkFrom } from './testing'

let root: string
let built: string
let model: ScriptedModel
let pi: PiEngine
const children: ChildLink[] = []
let made = 0

const APIS: Record<string, ModelApi> = { chat: 'openai-completions', responses: 'openai-responses', messages: 'anthropic-messages' }

const resolve = async (name: string): Promise<ResolvedModel> => {
  const [provider = '', modelId = ''] = name.split('/')
  const api = APIS[provider] ?? 'openai-completions'
  const baseUrl = api === 'anthropic-messages' ? model.url : `${model.url}/v1`
  return { kind: 'custom', provider, providerName: 'Scripted', modelId, key: 'the-secret-key', api, baseUrl }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'crewdeck-pi-'))
  built = await buildPiProcess()
  model = await startScriptedModel()
  pi = createPiEngine({ fork: forkFrom(built, children), modelTimeoutMs: 1_500, environment: { CREWDECK_HOST: 'test.host' } })
  pi.useModels({ resolve })
})

afterAll(async () => {
  await pi?.engine.close()
  await model?.close()
  await rm(root, { recursive: true, force: true })
  await rm(built, { recursive: true, force: true })
})

interface World {
  readonly folder: string
  readonly stateFolder: string
  policy: Policy
  readonly spec: SessionSpec
  readonly session: EngineSession
}

async function open(options: { model?: string; policy?: Policy; world?: World } = {}): Promise<World> {
  const name = `w${(made += 1)}`
  const folder = options.world?.folder ?? join(root, name, 'project')
  const stateFolder = options.world?.stateFolder ?? join(root, name, 'state')
  await mkdir(folder, { recursive: true })
  await mkdir(stateFolder, { recursive: true, mode: 0o700 })
  const world = { folder, stateFolder, policy: options.policy ?? 'run' } as World
  const spec: SessionSpec = {
    sessionId: name, name: 'Ada', folder, stateFolder, model: options.model ?? 'chat/normal', policy: () => world.policy
  }
  return Object.assign(world, { spec, session: await pi.engine.open(spec) })
}

let messages = 0
const input = (text: string) => ({ messageId: `m${(messages += 1)}`, text })

async function run(world: World, text: string) {
  const facts = new FactList()
  const { outcome } = await world.session.run([input(text)], facts)
  return { facts, outcome }
}

describe('a turn', () => {
  it('writes a file: steps, calls, results, changes, the reply and what it cost', async () => {
    const world = await open()
    const { facts, outcome } = await run(world, 'Please [[write {"path":"docs/a.md","content":"one\\ntwo\\n"}]] now')
    console.log(JSON.stringify(facts.facts, null, 1))
    expect(outcome).toEqual({ kind: 'completed' })
    expect(await readFile(join(world.folder, 'docs/a.md'), 'utf8')).toBe('one\ntwo\n')
  })
})
