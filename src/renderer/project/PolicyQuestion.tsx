import { useId } from 'react'
import type { ProjectView } from '../../shared/model'
import { langOf } from '../ui'
import { POLICIES, setPolicy } from './policies'
import './project.css'

/** Asked once for each Project; not modal, because agents may only read until it is answered. */
export function PolicyQuestion({ project }: { project: ProjectView }) {
  const title = useId()
  return (
    <section className="policy" aria-labelledby={title}>
      <h2 id={title}>
        What may agents do in <span lang={langOf(project.name)}>{project.name}</span>?
      </h2>
      <p>Until you choose, they may only read. You can change it later in the menu of the Project.</p>
      <ul>
        {POLICIES.map(({ value, label, note }) => (
          <li key={value}>
            <button type="button" className="policy-choice" onClick={() => void setPolicy(project.sessionId, value)}>
              <b>{label}</b>
              <span>{note}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
