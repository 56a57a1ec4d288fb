import { useId } from 'react'
import type { ProjectView } from '../../shared/model'
import { words } from '../approvals/words'
import { langOf } from '../ui'
import { useWords } from '../words'
import { POLICIES, setPolicy } from './policies'
import './project.css'

/** Asked once for each Project; not modal, because agents may only read until it is answered. */
export function PolicyQuestion({ project }: { project: ProjectView }) {
  const say = useWords(words).policies
  const title = useId()
  return (
    <section className="policy" aria-labelledby={title}>
      <h2 id={title}>
        {say.question} <span lang={langOf(project.name)}>{project.name}</span>
        {say.questionEnd}
      </h2>
      <p>{say.until}</p>
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
