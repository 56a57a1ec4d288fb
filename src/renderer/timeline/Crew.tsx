import { useState } from 'react'
import type { Capsule, Turn } from '../../shared/model'
import { useWorker } from '../connection'
import { Button } from '../ui'
import { crewSteps } from './capsules.logic'
import { WorkerLink } from './Sender'
import './crew.css'

/** How many steps of one turn are shown at first. */
const MOST = 24

/** In which steps of a Coordinator's turn workers were given something, and whose results came in. Null where none were. */
export function Crew({ turn }: { turn: Turn }) {
  const [whole, setWhole] = useState(false)
  if (turn.capsules.length === 0) return null
  const steps = crewSteps(turn.capsules)
  const shown = whole ? steps : steps.slice(0, MOST)
  return (
    <div className="line crew">
      <div className="who">
        <b className="cut">Crew</b>
      </div>
      <ul className="crew-steps" aria-label="Workers in this turn">
        {shown.map(({ step, received, updated }) => (
          <li key={step} className="crew-step">
            <span className="num">step {step}</span>
            <Side capsules={received} arrow="←" words="result of" />
            <Side capsules={updated} arrow="→" words="given to" />
          </li>
        ))}
        {shown.length < steps.length && (
          <li>
            <Button small kind="plain" onClick={() => setWhole(true)}>
              {steps.length - shown.length} more steps
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}

interface SideProps {
  capsules: readonly Capsule[]
  arrow: string
  /** What the arrow means, for screen readers and on hover. */
  words: string
}

function Side({ capsules, arrow, words }: SideProps) {
  if (capsules.length === 0) return null
  return (
    <>
      <span className="crew-arrow" title={words}>
        <span aria-hidden="true">{arrow}</span>
        <span className="out">{words}</span>
      </span>
      {capsules.map((capsule, index) => (
        <span key={capsule.workerId} className="crew-worker">
          <CapsuleLink capsule={capsule} />
          {index < capsules.length - 1 && ','}
        </span>
      ))}
    </>
  )
}

/** By the name that the worker has now. */
function CapsuleLink({ capsule }: { capsule: Capsule }) {
  const worker = useWorker(capsule.workerId)
  return <WorkerLink workerId={capsule.workerId} name={worker?.name ?? capsule.name} />
}
