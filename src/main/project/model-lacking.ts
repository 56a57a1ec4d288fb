import { assertNever } from '../../shared/errors'
import type { EngineKind } from '../../shared/model'

/** What an engine lacks to run a Session: its model, or the agent behind it. Null when it lacks nothing. */
export function modelLacking({ engine, model }: { engine: EngineKind | 'none'; model: string | null }): { what: string; remedy: string } | null {
  if (model !== null && model !== '') return null
  switch (engine) {
    case 'none':
    case 'shell':
    // It has a model of its own choice.
    case 'dsh':
      return null
    case 'pi':
      return { what: 'a model', remedy: 'Choose a model, or add one in Settings.' }
    case 'acp':
      return { what: 'an agent', remedy: 'Choose an agent, or add one in Settings.' }
    default:
      return assertNever(engine)
  }
}
