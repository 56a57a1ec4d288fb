import { useMemo } from 'react'
import type { ProjectView } from '../../shared/model'
import { useActionKey, useLabel } from '../actions'
import { useQueue } from '../attention'
import { client, useAsks, useIsLost, useProjects, useView } from '../connection'
import { Icon, IconButton, langOf, Menu, MenuChoice, MenuItem, MenuLine, showTrouble } from '../ui'
import { tellApart } from '../ui/tell-apart.logic'
import { useWords } from '../words'
import { DemoTag } from '../workers/DemoTag'
import { openProjectSettings, setPaused } from './conduct'
import { removeDemo, startDemo } from './demo'
import { openFolder } from './open-folder'
import { POLICIES, setPolicy, type Confirmed } from './policies'
import { projectWords } from './project-words.logic'
import { startWords, words } from './words'
import './project.css'

export function ProjectList() {
  const say = useWords(words)
  const { projects, refusal } = useProjects()
  const openLabel = useLabel(say.openFolder, 'project.open')
  const places = useMemo(() => tellApart((projects ?? []).map((project) => ({ ...project, id: project.sessionId }))), [projects])
  return (
    <section aria-labelledby="projects-title">
      <div className="group">
        <h2 id="projects-title">{say.projects}</h2>
        <span className="tools">
          <IconButton label={openLabel} icon="plus" small onClick={() => void openFolder()} />
        </span>
      </div>
      {refusal && (
        <p className="rail-note">
          {refusal.message} {refusal.remedy}
        </p>
      )}
      <ul>
        {projects?.map((project) => (
          <ProjectRow key={project.sessionId} project={project} place={places.get(project.sessionId) ?? null} />
        ))}
      </ul>
    </section>
  )
}

/** `place`: what tells it from Projects of the same name. */
function ProjectRow({ project, place }: { project: ProjectView; place: string | null }) {
  const isShown = useView((view) => view.sessionId === project.sessionId)
  // What goes on in it is not known without a connection.
  const isLost = useIsLost()
  const asks = useAsks((state) => state.asks)
  const queue = useQueue((state) => state.queue)
  const { waiting, rest } = projectWords(project, asks ?? [], queue?.items ?? [])
  const name = <span lang={langOf(project.name)}>{isShown ? <b>{project.name}</b> : project.name}</span>
  return (
    <li className="project-slot">
      <button
        type="button"
        className="row"
        aria-current={isShown ? 'page' : undefined}
        title={project.folder}
        onClick={() => useView.getState().select(project.sessionId)}
      >
        <Icon name={project.folderProblem === null ? 'folder' : 'alert'} />
        <span className="project-name">
          <span className="cut">
            {name}
            {place !== null && <span className="project-place"> {place}</span>}
          </span>
          {project.demo && <DemoTag />}
        </span>
        <span className="end num">
          {waiting !== '' && !isLost && <span className="waitnum">{waiting}</span>}
          {(isLost ? [] : rest).map((part) => (
            <span key={part}>{part}</span>
          ))}
        </span>
      </button>
      <ProjectMenu project={project} isShown={isShown} />
    </li>
  )
}

function ProjectMenu({ project, isShown }: { project: ProjectView; isShown: boolean }) {
  const say = useWords(words)
  const start = useWords(startWords)
  const { sessionId, policy, paused } = project
  const pauseKey = useActionKey('project.pause')
  return (
    <Menu trigger={<IconButton label={say.menuOf(project.name)} icon="more" small />}>
      <MenuChoice<Confirmed>
        label={say.agentsMay}
        value={policy === 'unconfirmed' ? null : policy}
        options={POLICIES}
        onChoose={(choice) => void setPolicy(sessionId, choice)}
      />
      <MenuLine />
      <MenuItem needsHost shortcut={isShown ? pauseKey : undefined} onSelect={() => void setPaused(sessionId, !paused)}>
        <span>
          {paused ? say.resumeProject : say.pauseProject}
          <span className="menu-note">{paused ? say.resumeNote : say.pauseNote}</span>
        </span>
      </MenuItem>
      <MenuItem onSelect={() => openProjectSettings(sessionId)}>{say.projectSettings}</MenuItem>
      <MenuLine />
      {project.demo ? (
        <>
          <MenuItem needsHost onSelect={() => void startDemo()}>{start.startDemo}</MenuItem>
          <MenuItem needsHost onSelect={() => void removeDemo()}>
            <span>
              {start.removeDemo}
              <span className="menu-note">{start.removeNote}</span>
            </span>
          </MenuItem>
        </>
      ) : (
        <MenuItem needsHost onSelect={() => void forget(project)}>
          <span>
            {say.takeOff}
            <span className="menu-note">{say.takeOffNote}</span>
          </span>
        </MenuItem>
      )}
    </Menu>
  )
}

async function forget({ sessionId, name }: ProjectView): Promise<void> {
  try {
    await client.projects.forget({ sessionId })
  } catch (error) {
    showTrouble(words().stillListed(name), error)
  }
}
