import type { ProjectView } from '../../shared/model'
import { Icon, Strip } from '../ui'
import './project.css'

/** The folder of the Project cannot be used now. It stands in the way of all of its workers, so it stands above them. */
export function FolderProblem({ project }: { project: ProjectView }) {
  return (
    <div className="project-strip">
      <Strip role="status" mark={<Icon name="alert" />}>
        <b>{project.folderProblem}</b> Workers cannot work in <code>{project.folder}</code> now; what they did is still here.
      </Strip>
    </div>
  )
}
