import type { EngineKind } from '../../shared/model'
import { useHost } from '../connection'
import { ENGINES } from './engines'

/** Which engine runs the worker: each in one line, with what keeps it from working here. */
export function EngineChoice({ engine, onChoose }: { engine: EngineKind; onChoose(engine: EngineKind): void }) {
  const engines = useHost((host) => host.info?.engines)?.filter(({ kind }) => kind !== 'acp') ?? []
  return (
    <fieldset className="form-field">
      <legend className="form-label">Engine</legend>
      <div className="choices">
        {engines.map(({ kind, problem }) => (
          <label key={kind} className="choice">
            <input type="radio" name="engine" checked={engine === kind} onChange={() => onChoose(kind)} />
            <span>
              <b>{kind}</b> <span className="choice-about">{ENGINES[kind].about}</span>
              {problem !== null && <span className="choice-problem">{problem}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
