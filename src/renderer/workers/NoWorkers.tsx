import type { ProjectView } from '../../shared/model'
import { useActionKey } from '../actions'
import { Button, langOf, openDialog } from '../ui'
import { useWords } from '../words'
import { WhatRuns } from './WhatRuns'
import { beginWords } from './words'

/** A Project without workers: what one is, and the way to the first. */
export function NoWorkers({ project }: { project: ProjectView }) {
  const say = useWords(beginWords)
  const shortcut = useActionKey('worker.new')
  return (
    <div className="blank">
      <h1 lang={langOf(project.name)}>{say.title(project.name)}</h1>
      <p>{say.about}</p>
      <p className="acts">
        <Button kind="main" icon="plus" shortcut={shortcut} onClick={() => openDialog('new-worker')}>
          {say.newWorker}
        </Button>
        <Button icon="help" onClick={() => openDialog('how-it-works')}>
          {say.howItWorks}
        </Button>
      </p>
      {!project.demo && <WhatRuns />}
    </div>
  )
}
