import { useHost } from '../connection'
import { useAgents } from '../settings/agents'
import { openSettings } from '../settings/sections'
import { langOf } from '../ui'
import { useWords } from '../words'
import { runnersOf, type Runner } from './engines'
import { Select } from './Select'
import { runnerWords } from './words'

/** What a worker can run on here, in the order of the lists. */
export function useRunners(): Runner[] {
  const engines = useHost((host) => host.info?.engines)
  const { agents } = useAgents()
  useWords(runnerWords)
  return runnersOf(engines ?? [], agents)
}

interface EngineChoiceProps {
  runners: readonly Runner[]
  /** The key of the one that is chosen. */
  chosen: string
  onChoose(runner: Runner): void
}

/** What runs the worker: each in one line, with what keeps it from working here. */
export function EngineChoice({ runners, chosen, onChoose }: EngineChoiceProps) {
  const say = useWords(runnerWords)
  return (
    <fieldset className="form-field">
      <legend className="form-label">{say.engine}</legend>
      <div className="choices">
        {runners.map((runner) => (
          <div key={runner.key} className="choice">
            <input
              id={`engine-${runner.key}`}
              type="radio"
              name="engine"
              // Ours are told of, and can be chosen all the same: what is wrong may have been mended.
              disabled={runner.agent !== null && runner.problem !== null}
              checked={chosen === runner.key}
              onChange={() => onChoose(runner)}
            />
            <label htmlFor={`engine-${runner.key}`}>
              <b lang={langOf(runner.name)}>{runner.name}</b> <span className="choice-about">{runner.about}</span>
            </label>
            {runner.problem !== null && (
              <span className="choice-problem">
                {runner.problem}{' '}
                {runner.agent !== null && (
                  <button type="button" className="link" aria-label={`${say.setUp} ${runner.name}`} onClick={() => openSettings('agents')}>
                    {say.setUp}
                  </button>
                )}
              </span>
            )}
          </div>
        ))}
      </div>
      {!runners.some(({ agent }) => agent !== null) && (
        <p className="choice-more">
          <button type="button" className="link" onClick={() => openSettings('agents')}>
            {say.more}
          </button>
        </p>
      )}
    </fieldset>
  )
}

interface RunnerSelectProps {
  runners: readonly Runner[]
  /** The key of the one that is chosen; null for none. */
  chosen: string | null
  /** What stands for one that is not here any more. */
  missing?: string | undefined
  id?: string
  onChoose(runner: Runner): void
}

/** The same where there is room for one line. */
export function RunnerSelect({ runners, chosen, missing, id, onChoose }: RunnerSelectProps) {
  const say = useWords(runnerWords)
  const isListed = runners.some(({ key }) => key === chosen)
  return (
    <Select
      id={id}
      value={chosen ?? ''}
      onChoose={(key) => {
        const runner = runners.find((known) => known.key === key)
        if (runner) onChoose(runner)
      }}
    >
      {chosen === null && <option value="">{say.choose}</option>}
      {chosen !== null && !isListed && <option value={chosen}>{say.gone(missing ?? chosen)}</option>}
      {runners.map(({ key, name, agent, problem }) => (
        <option key={key} value={key} disabled={agent !== null && problem !== null}>
          {agent !== null && problem !== null ? `${name} · ${problem}` : name}
        </option>
      ))}
    </Select>
  )
}
