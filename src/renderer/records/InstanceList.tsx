import { useEffect, useState } from 'react'
import type { InstanceView } from '../../shared/instances'
import type { RunSummary } from '../../shared/records'
import { client, useObserved } from '../connection'
import { Button, formatAge, formatMoment, Glyph, IconButton, langOf, Menu, MenuItem, MenuLine, showTrouble, Strip, useLocalNow } from '../ui'
import { fromHost, useWords } from '../words'
import { InstanceDialog } from './InstanceDialog'
import { askInstance, followInstances, polled, useInstances } from './instances'
import { RunNameForm } from './RunNameForm'
import { openRun } from './records-view'
import { statusOf } from './status.logic'
import { sourceWords } from './source-words'
import { words } from './words'

/** Other instances that serve their records, with the runs that they tell of. */
export function InstanceList() {
  const say = useWords(words)
  const from = useWords(sourceWords)
  useObserved('instances', followInstances)
  const list = useInstances((state) => state.list)
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="instances scrolls" role="region" aria-label={say.place.instances} tabIndex={0}>
      {list && list.length > 0 && (
        <div className="instances-bar">
          <p className="entry-facts">{from.instance.about}</p>
          <Button icon="plus" className="is-last" onClick={() => setAdding(true)}>
            {from.instance.add}
          </Button>
        </div>
      )}
      {list?.length === 0 && (
        <div className="blank">
          <h2>{from.instance.none}</h2>
          <p>{from.instance.noneAbout}</p>
          <div className="acts">
            <Button icon="plus" onClick={() => setAdding(true)}>
              {from.instance.add}
            </Button>
          </div>
        </div>
      )}
      {list?.map((instance) => (
        <Instance key={instance.id} instance={instance} />
      ))}
      {isAdding && <InstanceDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

function Instance({ instance }: { instance: InstanceView }) {
  const from = useWords(sourceWords)
  const { id, name, url, fingerprint } = instance
  const isAsking = useInstances((state) => state.asking.has(id))
  const found = useInstances((state) => state.found.get(id))
  const [changing, setChanging] = useState(false)
  const [naming, setNaming] = useState(false)
  useEffect(() => void askInstance(id), [id, url, fingerprint])
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      showTrouble(from.instance.notChanged, error)
    }
  }
  return (
    <section className="instance" aria-labelledby={`instance-${id}`}>
      <header className="instance-head">
        <h2 id={`instance-${id}`} className="cut" lang={langOf(name)}>
          {name}
        </h2>
        <p className="cut" title={url}>
          {url}
          {found?.state.kind === 'ok' && found.state.service !== null && ` · ${found.state.service}`}
          {found && <AskedAt at={found.at} />}
        </p>
        <span className="end">
          <IconButton icon="retry" label={from.instance.refresh} small aria-disabled={isAsking} onClick={() => void askInstance(id)} />
          <Menu trigger={<IconButton icon="more" label={from.instance.menu(name)} small />}>
            <MenuItem onSelect={() => setChanging(true)}>{from.instance.changeToken}</MenuItem>
            <MenuItem onSelect={() => setNaming(true)}>{from.instance.nameRun}</MenuItem>
            {fingerprint !== null && (
              <MenuItem onSelect={() => void change(() => client.instances.confirmCertificate({ id, fingerprint: null }))}>{from.instance.distrust}</MenuItem>
            )}
            <MenuLine />
            <MenuItem onSelect={() => void change(() => forget(id))}>{from.instance.remove}</MenuItem>
          </Menu>
        </span>
      </header>
      {found ? <Stand instance={instance} /> : <p className="instance-note is-late">{from.instance.asking}</p>}
      {naming && <RunNameForm id={id} onDone={() => setNaming(false)} />}
      {changing && <InstanceDialog instance={instance} onClose={() => setChanging(false)} />}
    </section>
  )
}

async function forget(id: string): Promise<void> {
  await client.instances.remove({ id })
  polled.set(id, null)
}

function AskedAt({ at }: { at: number }) {
  const from = useWords(sourceWords)
  const now = useLocalNow()
  return <span title={formatMoment(at)}> · {from.instance.asked(formatAge(now - at))}</span>
}

/** What became of the question: its runs, or why there are none and what can be done. */
function Stand({ instance: { id } }: { instance: InstanceView }) {
  const say = useWords(words)
  const from = useWords(sourceWords)
  const state = useInstances(({ found }) => found.get(id)?.state)
  const again = (work: () => Promise<unknown>) => (): void => {
    work()
      .then(() => askInstance(id))
      .catch((error: unknown) => showTrouble(from.instance.notChanged, error))
  }
  switch (state?.kind) {
    case undefined:
      return null
    case 'ok':
      if (state.runs.length === 0) return <p className="instance-note">{from.instance.noRuns}</p>
      return (
        <ul className="instance-runs">
          {state.runs.map((run) => (
            <li key={run.run_id}>
              <RemoteRunRow id={id} run={run} />
            </li>
          ))}
        </ul>
      )
    case 'untrusted': {
      const { fingerprint } = state
      return (
        <Strip
          mark={<Glyph kind="wait" />}
          actions={<Button onClick={again(() => client.instances.confirmCertificate({ id, fingerprint }))}>{from.instance.trust}</Button>}
        >
          <b>{fromHost(state.message)}</b> {fromHost(state.remedy)}
          <code className="fingerprint">{fingerprint}</code>
        </Strip>
      )
    }
    case 'another':
      return (
        <Strip mark={<Glyph kind="wait" />} actions={<Button onClick={again(() => client.instances.acceptIdentity({ id }))}>{from.instance.accept}</Button>}>
          <b>{fromHost(state.message)}</b> {fromHost(state.remedy)}
        </Strip>
      )
    case 'failed':
      return (
        <Strip tone="fail" mark={<Glyph kind="error" />} actions={<Button onClick={() => void askInstance(id)}>{say.view.tryAgain}</Button>}>
          <b>{fromHost(state.message)}</b> {fromHost(state.remedy)}
        </Strip>
      )
    default:
      return state satisfies never
  }
}

function RemoteRunRow({ id, run }: { id: string; run: RunSummary }) {
  const now = useLocalNow()
  const { glyph, word } = statusOf(run.status)
  return (
    <button type="button" className="row" title={run.run_id} onClick={() => openRun({ kind: 'remote', id, runId: run.run_id, workerId: null })}>
      <Glyph kind={glyph} />
      <span className="cut" lang={langOf(run.name)}>
        {run.name}
      </span>
      <span className="end">
        {word}
        {run.startedAt > 0 && ` · ${formatAge(now - run.startedAt)}`}
      </span>
    </button>
  )
}
