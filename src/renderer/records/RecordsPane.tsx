import { Tabs } from '@base-ui/react/tabs'
import { useWords } from '../words'
import { DeletedList } from './DeletedList'
import { DeletedRun } from './DeletedRun'
import { InstanceList } from './InstanceList'
import { ImportedRun } from './ImportedRun'
import { RemoteRun } from './RemoteRun'
import { RunList } from './RunList'
import { useRecordsView, type Tab } from './records-view'
import { words } from './words'
import './records.css'

/**
 * What agents did elsewhere: the transcripts that other programs left on this machine, and the records of other instances.
 * And what is left of workers that were deleted.
 */
export function RecordsPane() {
  const say = useWords(words)
  const { tab, open } = useRecordsView()
  if (open?.kind === 'imported') return <ImportedRun key={open.runId} runId={open.runId} workerId={open.workerId} />
  if (open?.kind === 'deleted') return <DeletedRun key={open.workerId} {...open} />
  if (open?.kind === 'remote') return <RemoteRun key={`${open.id} ${open.runId}`} {...open} />
  return (
    <>
      <header className="head">
        <h1>{say.records}</h1>
        <p className="status-line">
          <span className="status cut">
            {say.readOnly} · {say.recordsAbout}
          </span>
        </p>
      </header>
      <Tabs.Root className="pane" value={tab} onValueChange={(next: Tab) => useRecordsView.setState({ tab: next })}>
        <div className="tabs">
          <Tabs.List className="tab-list">
            <Tabs.Tab className="tab" value="machine">
              {say.place.machine}
            </Tabs.Tab>
            <Tabs.Tab className="tab" value="instances">
              {say.place.instances}
            </Tabs.Tab>
            <Tabs.Tab className="tab" value="deleted">
              {say.place.deleted}
            </Tabs.Tab>
          </Tabs.List>
        </div>
        <Tabs.Panel className="pane-body" value="machine" tabIndex={-1}>
          <RunList />
        </Tabs.Panel>
        <Tabs.Panel className="pane-body" value="instances" tabIndex={-1}>
          <InstanceList />
        </Tabs.Panel>
        <Tabs.Panel className="pane-body" value="deleted" tabIndex={-1}>
          <DeletedList />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}
