import { useEffect } from 'react'
import type { ProjectView } from '../../shared/model'
import { useConnection, useProject } from '../connection'
import { ChoiceGroup } from '../settings/ChoiceGroup'
import { refreshProviders } from '../settings/providers'
import { useStored } from '../settings/Setting'
import { closeDialog, Dialog, useDialogs } from '../ui'
import { UsageSetting } from '../workers/Usage'
import { useWords } from '../words'
import { useSettingsOf } from './conduct'
import { CoordinatorSettings } from './CoordinatorSettings'
import { CrewSettings } from './CrewSettings'
import { POLICIES, storePolicy } from './policies'
import { words } from './words'
import './project.css'

export function ProjectSettingsDialog() {
  const say = useWords(words)
  const project = useProject(useSettingsOf((state) => state.sessionId))
  const open = useDialogs(({ stack }) => stack.at(-1) === 'project-settings') && project !== null
  return (
    <Dialog
      open={open}
      onClose={closeDialog}
      title={say.settingsOf(project?.name ?? '')}
      description={say.settingsAbout}
      size="wide"
    >
      {open && <Form project={project} />}
    </Dialog>
  )
}

function Form({ project }: { project: ProjectView }) {
  const say = useWords(words)
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
          {say.cannotChange}
        </p>
      )}
      <PolicySetting project={project} />
      <CoordinatorSettings project={project} />
      <CrewSettings project={project} />
      <section className="setting-group">
        <UsageSetting usage={project.usage} />
      </section>
    </>
  )
}

function PolicySetting({ project: { sessionId, policy } }: { project: ProjectView }) {
  const say = useWords(words)
  const { shown, problem, change } = useStored<ProjectView['policy']>(policy, async (next) => {
    if (next !== 'unconfirmed') await storePolicy(sessionId, next)
  })
  return (
    <ChoiceGroup
      legend={say.agentsMay}
      name="policy"
      options={POLICIES}
      chosen={shown}
      onChoose={change}
      problem={problem}
      hint={shown === 'unconfirmed' ? say.untilChosen : ''}
    />
  )
}
