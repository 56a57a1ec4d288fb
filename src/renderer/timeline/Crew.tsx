import type { Capsule, Turn } from '../../shared/model'
import { useWorker } from '../connection'
import { Button } from '../ui'
import { useWords } from '../words'
import { crewSteps } from './capsules.logic'
import { useOpened } from './kept-view'
import { WorkerLink } from './Sender'
import { words } from './words'
import './crew.css'

/** How many steps of one turn are shown at first. */
const MOST = 24

/** In which steps of a Coordinator's turn workers were given something, and whose results came in. Null where none were. */
export function Crew({ turn }: { turn: Turn }) {
  const say = useWords(words)
  const [whole, switchWhole] = useOpened(`crew ${turn.number}`)
  if (turn.capsules.length === 0) return null
  const steps = crewSteps(turn.capsules)
  const shown = whole ? steps : steps.slice(0, MOST)
  return (
    <div className="line crew">
      <div className="who">
        <b className="cut">{say.crew}</b>
      </div>
      <ul className="crew-steps" aria-label={say.crewOfTurn}>
        {shown.map(({ step, received, updated }) => (
          <li key={step} className="crew-step">
            <span className="num">{say.step(step)}</span>
            <Side capsules={received} arrow="←" meaning={say.resultOf} />
            <Side capsules={updated} arrow="→" meaning={say.givenTo} />
          </li>
        ))}
        {steps.length > MOST && (
          <li>
            <Button small kind="plain" onClick={switchWhole}>
              {whole ? say.showLess : say.moreSteps(steps.length - shown.length)}
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
  meaning: string
}

function Side({ capsules, arrow, meaning }: SideProps) {
  if (capsules.length === 0) return null
  return (
    <>
      <span className="crew-arrow" title={meaning}>
        <span aria-hidden="true">{arrow}</span>
        <span className="out">{meaning}</span>
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
