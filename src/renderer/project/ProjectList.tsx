import type { ProjectView } from '../../shared/model'
import { useActionKey, useLabel } from '../actions'
import { client, useAsks, useProjects, useView } from '../connection'
import { Icon, IconButton, langOf, Menu, MenuChoice, MenuItem, MenuLine, showTrouble } from '../ui'
import { openProjectSettings, setPaused } from './conduct'
import { openFolder } from './open-folder'
import { POLICIES, setPolicy, type Confirmed } from './policies'
import { projectWords } from './project-words.logic'
import './project.css'

export function ProjectList() {
  const { projects, refusal } = useProjects()
  const openLabel = useLabel('Open a folder', 'project.open')
  return (
    <section aria-labelledby="projects-title">
      <div className="group">
        <h2 id="projects-title">Projects</h2>
        <span className="tools">
          <IconButton label={openLabel} icon="plus" small onClick={() => void openFolder()} />
        </span>
      </div>
      {refusal && (
        <p className="rail-note">
          {refusal.message} {refusal.remedy}
        </p>
      )}
      <ul>{projects?.map((project) => <ProjectRow key={project.sessionId} project={project} />)}</ul>
    </section>
  )
}

function ProjectRow({ project }: { project: ProjectView }) {
  const isShown = useView((view) => view.sessionId === project.sessionId)
  const asks = useAsks((state) => state.asks)
  const { waiting, rest } = projectWords(project, asks ?? [])
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
        <span className="cut">{name}</span>
        <span className="end num">
          {waiting !== '' && <span className="waitnum">{waiting}</span>}
          {rest !== '' && (waiting === '' ? <span>{rest}</span> : <span className="wide-only">· {rest}</span>)}
        </span>
      </button>
      <ProjectMenu project={project} isShown={isShown} />
    </li>
  )
}

function ProjectMenu({ project, isShown }: { project: ProjectView; isShown: boolean }) {
  const { sessionId, policy, paused } = project
  const pauseKey = useActionKey('project.pause')
  return (
    <Menu trigger={<IconButton label={`Menu of ${project.name}`} icon="more" small />}>
      <MenuChoice<Confirmed>
        label="Agents may"
        value={policy === 'unconfirmed' ? null : policy}
        options={POLICIES}
        onChoose={(choice) => void setPolicy(sessionId, choice)}
      />
      <MenuLine />
      <MenuItem shortcut={isShown ? pauseKey : undefined} onSelect={() => void setPaused(sessionId, !paused)}>
        <span>
          {paused ? 'Resume Project' : 'Pause Project'}
          <span className="menu-note">{paused ? 'What waits goes on.' : 'Stops what runs; nothing new begins.'}</span>
        </span>
      </MenuItem>
      <MenuItem onSelect={() => openProjectSettings(sessionId)}>Project settings…</MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => void forget(project)}>
        <span>
          Take off the list
          <span className="menu-note">Its workers and files stay. Opening the folder brings all back.</span>
        </span>
      </MenuItem>
    </Menu>
  )
}

async function forget({ sessionId, name }: ProjectView): Promise<void> {
  try {
    await client.projects.forget({ sessionId })
  } catch (error) {
    showTrouble(`${name} is still on the list.`, error)
  }
}
