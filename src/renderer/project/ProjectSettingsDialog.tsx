import { useEffect } from 'react'
import type { ProjectView } from '../../shared/model'
import { useConnection, useProject } from '../connection'
import { refreshProviders } from '../settings/providers'
import { useStored } from '../settings/Setting'
import { closeDialog, Dialog, useDialogs } from '../ui'
import { useSettingsOf } from './conduct'
import { CoordinatorSettings } from './CoordinatorSettings'
import { CrewSettings } from './CrewSettings'
import { POLICIES, storePolicy } from './policies'
import './project.css'

export function ProjectSettingsDialog() {
  const project = useProject(useSettingsOf((state) => state.sessionId))
  const open = useDialogs(({ stack }) => stack.at(-1) === 'project-settings') && project !== null
  return (
    <Dialog
      open={open}
      onClose={closeDialog}
      title={`Settings of ${project?.name ?? ''}`}
      description="Kept by Crewdeck, not in the folder, where agents could change them. Each holds at once."
      size="wide"
    >
      {open && <Form project={project} />}
    </Dialog>
  )
}

function Form({ project }: { project: ProjectView }) {
  const isLive = useConnection((connection) => connection.state === 'live')
  useEffect(() => {
    if (!isLive) return
    const closed = new AbortController()
    refreshProviders(closed.signal).catch(() => {})
    return () => closed.abort()
  }, [isLive])
  return (
    <>
      {!isLive && (
        <p className="form-problem" role="status">
          There is no connection: nothing can be changed now.
        </p>
      )}
      <PolicySetting project={project} />
      <CoordinatorSettings project={project} />
      <CrewSettings project={project} />
    </>
  )
}

function PolicySetting({ project: { sessionId, policy } }: { project: ProjectView }) {
  const { shown, problem, change } = useStored<ProjectView['policy']>(policy, async (next) => {
    if (next !== 'unconfirmed') await storePolicy(sessionId, next)
  })
  return (
    <section className="setting-group is-first">
      <fieldset>
        <legend>Agents may</legend>
        <div className="choices">
          {POLICIES.map(({ value, label, note }) => (
            <label key={value} className="choice">
              <input type="radio" name="policy" value={value} checked={shown === value} onChange={() => change(value)} />
              <span>
                {label} <span className="form-hint">{note}</span>
              </span>
            </label>
          ))}
        </div>
        <p className={problem === '' ? 'form-hint' : 'form-problem'} role="status">
          {problem || (shown === 'unconfirmed' ? 'Until you choose, they may only read.' : '')}
        </p>
      </fieldset>
    </section>
  )
}
