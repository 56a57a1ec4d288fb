import { useEffect } from 'react'
import { useConnection, useView } from '../connection'
import { refreshProviders, useProviders } from '../settings/providers'
import { openSettings } from '../settings/sections'
import { langOf } from '../ui'
import { useWords } from '../words'
import { useRunners } from './EngineChoice'
import type { Runner } from './engines'
import { beginWith } from './new-worker'
import { modelsOf, usableProviders } from './new-worker.logic'
import { beginWords, runnerWords } from './words'
import './begin.css'

/** What can run workers on this host right now, and the way to what cannot yet. With a Project on the screen each can be used at once. */
export function WhatRuns() {
  const say = useWords(beginWords)
  const more = useWords(runnerWords)
  const runners = useRunners()
  const hasProject = useView((view) => view.sessionId !== null)
  const isLive = useConnection((connection) => connection.state === 'live')
  const providers = useProviders((state) => state.providers)
  useEffect(() => {
    if (!isLive) return
    const left = new AbortController()
    refreshProviders(left.signal).catch(() => {})
    return () => left.abort()
  }, [isLive])
  /** Null while nobody knows. */
  const models = providers && modelsOf(usableProviders(providers)).length
  const stateOf = ({ engine, problem, short }: Runner): { isReady: boolean; words: string } => {
    if (problem !== null) return { isReady: false, words: problem }
    if (engine !== 'pi') return { isReady: true, words: say.ready(short) }
    if (models === null) return { isReady: false, words: say.looking }
    return models === 0 ? { isReady: false, words: say.lacksModel } : { isReady: true, words: say.readyModels(models) }
  }
  if (runners.length === 0) return null
  return (
    <table className="engines">
      <caption className="out">{say.here}</caption>
      <thead>
        <tr>
          <th scope="col">{say.engine}</th>
          <th scope="col">{say.onHost}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {runners.map((runner) => ({ runner, ...stateOf(runner) })).map(({ runner: { key, engine, agent, name }, isReady, words }) => (
          <tr key={key}>
            <th scope="row" lang={langOf(name)}>
              {name}
            </th>
            <td>{words}</td>
            <td className="take">
              {isReady && hasProject && (
                <button type="button" className="link" aria-label={say.takeFor(name)} onClick={() => beginWith(engine, agent?.id ?? null)}>
                  {say.take}
                </button>
              )}
              {engine === 'pi' && models === 0 && (
                <button type="button" className="link" onClick={() => openSettings('models')}>
                  {say.addModel}
                </button>
              )}
              {agent !== null && !isReady && (
                <button type="button" className="link" aria-label={`${more.setUp} ${name}`} onClick={() => openSettings('agents')}>
                  {more.setUp}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
