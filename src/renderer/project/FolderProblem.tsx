import type { ProjectView } from '../../shared/model'
import { Icon, Strip } from '../ui'
import { fromHost, useWords } from '../words'
import { words } from './words'
import './project.css'

/** The folder of the Project cannot be used now. It stands in the way of all of its workers, so it stands above them. */
export function FolderProblem({ project }: { project: ProjectView }) {
  const say = useWords(words)
  return (
    <div className="project-strip">
      <Strip role="status" mark={<Icon name="alert" />}>
        <b>{fromHost(project.folderProblem ?? '')}</b> {say.cannotWork(project.folder)}
      </Strip>
    </div>
  )
}
