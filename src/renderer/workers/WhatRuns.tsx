import { useEffect } from 'react'
import type { EngineKind } from '../../shared/model'
import { useConnection, useHost, useView } from '../connection'
import { refreshProviders, useProviders } from '../settings/providers'
import { openDialog } from '../ui'
import { useWords } from '../words'
import { ENGINES } from './engines'
import { beginWith } from './new-worker'
import { modelsOf, usableProviders } from './new-worker.logic'
import { beginWords } from './words'
import './begin.css'

/** What can run workers on this host right now, and the way to what cannot yet. With a Project on the screen each can be used at once. */
export function WhatRuns() {
  const say = useWords(beginWords)
  const engines = useHost((host) => host.info?.engines)?.filter(({ kind }) => kind !== 'acp') ?? []
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
  const stateOf = (kind: EngineKind, problem: string | null): { isReady: boolean; words: string } => {
    if (problem !== null) return { isReady: false, words: problem }
    if (kind !== 'pi') return { isReady: true, words: say.ready(ENGINES[kind].short) }
    if (models === null) return { isReady: false, words: say.looking }
    return models === 0 ? { isReady: false, words: say.lacksModel } : { isReady: true, words: say.readyModels(models) }
  }
  if (engines.length === 0) return null
  return (
    <table className="engines">
      <caption className="out">{say.here}</caption>
      <thead>
        <tr>
          <th scope="col">{say.engine}</th>
          <th scope="col">{say.onHost}</th>
        </tr>
      </thead>
      <tbody>
        {engines.map(({ kind, problem }) => ({ kind, ...stateOf(kind, problem) })).map(({ kind, isReady, words }) => (
          <tr key={kind}>
            <th scope="row">{kind}</th>
            <td>
              {words}{' '}
              {isReady && hasProject && (
                <button type="button" className="link" aria-label={say.withEngine(kind)} onClick={() => beginWith(kind)}>
                  {say.take}
                </button>
              )}
              {kind === 'pi' && models === 0 && (
                <button type="button" className="link" onClick={() => openDialog('settings')}>
                  {say.addModel}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
