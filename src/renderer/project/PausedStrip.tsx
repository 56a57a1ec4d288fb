import type { ProjectView } from '../../shared/model'
import { useActionKey } from '../actions'
import { Button, Icon, Strip } from '../ui'
import { useWords } from '../words'
import { setPaused } from './conduct'
import { words } from './words'
import './project.css'

/** The Project is paused. It holds all of its workers, so it stands above them. */
export function PausedStrip({ project }: { project: ProjectView }) {
  const say = useWords(words)
  const shortcut = useActionKey('project.pause')
  return (
    <div className="project-strip">
      <Strip
        role="status"
        mark={<Icon name="pause" />}
        actions={
          <Button needsHost shortcut={shortcut} onClick={() => void setPaused(project.sessionId, false)}>
            {say.resume}
          </Button>
        }
      >
        <b>{say.pausedTitle}</b> {say.pausedRest}
      </Strip>
    </div>
  )
}
