import type { ProjectView } from '../../shared/model'
import { useActionKey } from '../actions'
import { Button, langOf, openDialog } from '../ui'

/** A Project without workers: what one is, and the way to the first. */
export function NoWorkers({ project }: { project: ProjectView }) {
  const shortcut = useActionKey('worker.new')
  return (
    <div className="blank">
      <h1>
        No workers in <span lang={langOf(project.name)}>{project.name}</span>
      </h1>
      <p>A worker takes a task, works on it in this folder and keeps the conversation. You can steer it, queue more for it, and stop it.</p>
      <p className="acts">
        <Button kind="main" icon="plus" shortcut={shortcut} onClick={() => openDialog('new-worker')}>
          New worker
        </Button>
      </p>
    </div>
  )
}
