import { Button, openDialog, Strip } from '../ui'
import { useWords } from '../words'
import { DemoTag } from '../workers/DemoTag'
import { demoWords } from '../workers/words'
import { removeDemo, useDemo } from './demo'
import { startWords } from './words'
import './project.css'

/** Above all that the demo shows: that it is one, and how to be rid of it. */
export function DemoStrip() {
  const say = useWords(startWords)
  const { about } = useWords(demoWords)
  const doing = useDemo((state) => state.doing)
  return (
    <div className="project-strip">
      <Strip
        mark={<DemoTag />}
        actions={
          <>
            <Button icon="help" onClick={() => openDialog('how-it-works')}>
              {say.howItWorks}
            </Button>
            <Button aria-disabled={doing !== null} onClick={() => void removeDemo()}>
              {say.removeDemo}
            </Button>
          </>
        }
      >
        <b>{about}</b> {say.demoRest}
      </Strip>
    </div>
  )
}
