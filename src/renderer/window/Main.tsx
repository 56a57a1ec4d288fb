import { useProject, useProjects, useTokenProblem, useView, useWorkers } from '../connection'
import { WorkerPane } from '../pane/WorkerPane'
import { FirstStart } from '../project/FirstStart'
import { FolderProblem } from '../project/FolderProblem'
import { PolicyQuestion } from '../project/PolicyQuestion'
import { NoWorkers } from '../workers/NoWorkers'
import { WorkerGone } from '../workers/WorkerGone'
import { KeyProblem } from './KeyProblem'
import { Overlays } from './Overlays'

/** The right-hand side: one worker, or what there is instead of one. */
export function Main() {
  const project = useProject(useView((view) => view.sessionId))
  return (
    <main className="main">
      {project?.policy === 'unconfirmed' && <PolicyQuestion project={project} />}
      {project?.folderProblem && <FolderProblem project={project} />}
      <div className="view">
        <Content />
        <Overlays />
      </div>
    </main>
  )
}

function Content() {
  const { sessionId, workerId, expecting } = useView()
  const keyProblem = useTokenProblem((token) => token.problem)
  const projects = useProjects((state) => state.projects)
  const workers = useWorkers((state) => state.workers)
  const project = useProject(sessionId)

  if (projects === null && keyProblem) return <KeyProblem problem={keyProblem} />
  if (projects?.length === 0) return <FirstStart />
  if (sessionId === null) return null
  if (workers?.length === 0 && expecting === null) return project && <NoWorkers project={project} />
  if (workerId === null) return null
  const isHere = workers === null || expecting === workerId || workers.some((worker) => worker.workerId === workerId)
  if (!isHere) return <WorkerGone />
  return <WorkerPane key={workerId} sessionId={sessionId} workerId={workerId} />
}
