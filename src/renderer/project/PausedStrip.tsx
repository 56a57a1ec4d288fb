import type { ProjectView } from '../../shared/model'
import { useActionKey } from '../actions'
import { Button, Icon, Strip } from '../ui'
import { setPaused } from './conduct'
import './project.css'

/** The Project is paused. It holds all of its workers, so it stands above them. */
export function PausedStrip({ project }: { project: ProjectView }) {
  const shortcut = useActionKey('project.pause')
  return (
    <div className="project-strip">
      <Strip
        role="status"
        mark={<Icon name="pause" />}
        actions={
          <Button shortcut={shortcut} onClick={() => void setPaused(project.sessionId, false)}>
            Resume
          </Button>
        }
      >
        <b>Paused. Nothing new begins.</b> What waits goes on when you resume.
      </Strip>
    </div>
  )
}
