import { useActionKey } from '../actions'
import { RecordsButton } from '../records/RecordsRow'
import { Button, openDialog } from '../ui'
import { useWords } from '../words'
import { WhatRuns } from '../workers/WhatRuns'
import { startDemo, useDemo } from './demo'
import { openFolder } from './open-folder'
import { startWords } from './words'
import './project.css'

/** Nothing is open yet: what this is, the two ways on, and what was found on this computer. */
export function FirstStart() {
  const say = useWords(startWords)
  const shortcut = useActionKey('project.open')
  const doing = useDemo((state) => state.doing)
  return (
    <div className="blank first-start">
      <h1>{say.title}</h1>
      <p>{say.about}</p>
      <p className="acts">
        <Button kind="main" icon="folder" shortcut={shortcut} onClick={() => void openFolder()}>
          {say.openFolder}
        </Button>
        <Button aria-disabled={doing !== null} onClick={() => void startDemo()}>
          {doing === 'start' ? say.startingDemo : say.startDemo}
        </Button>
        <Button kind="plain" icon="help" onClick={() => openDialog('how-it-works')}>
          {say.howItWorks}
        </Button>
        <RecordsButton />
      </p>
      <p className="first-note">{say.demoNote}</p>
      <WhatRuns />
    </div>
  )
}
