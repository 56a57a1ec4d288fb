import type { ProjectView } from '../../shared/model'
import { Button, formatKey, isDesktop, langOf, openDialog } from '../ui'

/** A Project without workers: what one is, and the way to the first. */
export function NoWorkers({ project }: { project: ProjectView }) {
  return (
    <div className="blank">
      <h1>
        No workers in <span lang={langOf(project.name)}>{project.name}</span>
      </h1>
      <p>A worker takes a task, works on it in this folder and keeps the conversation. You can steer it, queue more for it, and stop it.</p>
      <p className="acts">
        <Button kind="main" icon="plus" shortcut={formatKey(isDesktop ? 'Mod+N' : 'Alt+N')} onClick={() => openDialog('new-worker')}>
          New worker
        </Button>
      </p>
    </div>
  )
}
