import type { ProjectView } from '../../shared/model'
import { Button, formatKey, Icon, Strip } from '../ui'
import { setPaused } from './conduct'
import './project.css'

/** The Project is paused. It holds all of its workers, so it stands above them. */
export function PausedStrip({ project }: { project: ProjectView }) {
  return (
    <div className="project-strip">
      <Strip
        role="status"
        mark={<Icon name="pause" />}
        actions={
          <Button shortcut={formatKey('Mod+Shift+.')} onClick={() => void setPaused(project.sessionId, false)}>
            Resume
          </Button>
        }
      >
        <b>Paused. Nothing new begins.</b> What waits goes on when you resume.
      </Strip>
    </div>
  )
}
