import { AskAnnouncer } from '../approvals/AskAnnouncer'
import { AttentionAnnouncer } from '../attention/screen/AttentionAnnouncer'
import { AttentionPane } from '../attention/screen/AttentionPane'
import { LeftWriting } from '../composer/LeftWriting'
import { useProject, useProjects, useTokenProblem, useView, useWorkers } from '../connection'
import { ProjectPane } from '../pane/ProjectPane'
import { WorkerPane } from '../pane/WorkerPane'
import { DemoStrip } from '../project/DemoStrip'
import { FirstStart } from '../project/FirstStart'
import { FolderProblem } from '../project/FolderProblem'
import { PausedStrip } from '../project/PausedStrip'
import { PolicyQuestion } from '../project/PolicyQuestion'
import { RecordsPane } from '../records/RecordsPane'
import { NoWorkers } from '../workers/NoWorkers'
import { WorkerGone } from '../workers/WorkerGone'
import { ConnectionStrip } from './ConnectionStrip'
import { KeyProblem } from './KeyProblem'
import { Overlays } from './Overlays'

/** The right-hand side: one worker, all requests, or what there is instead of them. */
export function Main() {
  const project = useProject(useView((view) => view.sessionId))
  return (
    <main className="main">
      <ConnectionStrip />
      {project?.policy === 'unconfirmed' && <PolicyQuestion project={project} />}
      {project?.demo && <DemoStrip />}
      {project?.paused && <PausedStrip project={project} />}
      {project?.folderProblem && <FolderProblem project={project} />}
      <div className="view">
        <Content />
        <Overlays />
      </div>
      <AskAnnouncer />
      <AttentionAnnouncer />
    </main>
  )
}

function Content() {
  const { sessionId, workerId, expecting, screen } = useView()
  const keyProblem = useTokenProblem((token) => token.problem)
  const projects = useProjects((state) => state.projects)
  const { workers, coordinator } = useWorkers()
  const project = useProject(sessionId)

  if (projects === null && keyProblem) return <KeyProblem problem={keyProblem} />
  if (screen === 'records') return <RecordsPane />
  if (projects?.length === 0) return <FirstStart />
  if (sessionId === null) return null
  if (screen === 'requests') return <AttentionPane />
  if (workerId === sessionId) {
    if (coordinator) return <WorkerPane key={workerId} sessionId={sessionId} workerId={workerId} />
    return workers && project && <ProjectPane key={workerId} project={project} />
  }
  const isNone = workers?.length === 0 && expecting === null
  const none = isNone && project && <NoWorkers project={project} />
  if (workerId === null) return none
  const isHere = workers === null || expecting === workerId || workers.some((worker) => worker.workerId === workerId)
  if (!isHere) {
    return (
      <LeftWriting key={workerId} address={{ sessionId, workerId }}>
        {(texts) => (texts === null && isNone ? none : <WorkerGone>{texts}</WorkerGone>)}
      </LeftWriting>
    )
  }
  return <WorkerPane key={workerId} sessionId={sessionId} workerId={workerId} />
}
