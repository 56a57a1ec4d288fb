import { useProject, useView } from '../connection'
import { langOf } from '../ui'
import { useWords } from '../words'
import { Trail } from './Trail'
import { words } from './words'

/** What was asked lately in the Project on the screen, and who decided it. */
export function Decided() {
  const say = useWords(words)
  const project = useProject(useView((view) => view.sessionId))
  if (!project) return null
  return (
    <section className="decided" aria-labelledby="decided-title">
      <h2 id="decided-title">
        {say.decidedIn} <span lang={langOf(project.name)}>{project.name}</span>
      </h2>
      <Trail key={project.sessionId} sessionId={project.sessionId} />
    </section>
  )
}
