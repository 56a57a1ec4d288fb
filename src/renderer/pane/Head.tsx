import { useState } from 'react'
import type { WorkerView } from '../../shared/model'
import { copyText } from '../text/copy'
import { Glyph, IconButton, langOf, Menu, MenuItem, MenuLine, useNow } from '../ui'
import { requestDelete } from '../workers/deletions'
import { statusOf, statusText } from '../workers/status.logic'
import { StatusWords } from '../workers/StatusWords'
import { RenameDialog } from './RenameDialog'
import { StopButton } from './StopButton'

interface HeadProps {
  sessionId: string
  worker: WorkerView
}

/** Which worker this is, what it does, and what can be done with it. */
export function Head({ sessionId, worker }: HeadProps) {
  const [renaming, setRenaming] = useState(false)
  return (
    <header className="head">
      <h1 title={worker.name} lang={langOf(worker.name)}>
        {worker.name}
      </h1>
      <StatusLine worker={worker} />
      <span className="end">
        <StopButton sessionId={sessionId} worker={worker} />
        <Menu trigger={<IconButton icon="more" label="More" />}>
          <MenuItem onSelect={() => setRenaming(true)}>Rename…</MenuItem>
          <MenuItem onSelect={() => void copyText(worker.workerId)}>Copy worker id</MenuItem>
          <MenuLine />
          <MenuItem onSelect={() => requestDelete(sessionId, worker.workerId, worker.name)}>Delete</MenuItem>
        </Menu>
      </span>
      {renaming && <RenameDialog sessionId={sessionId} worker={worker} onClose={() => setRenaming(false)} />}
    </header>
  )
}

/** Ticks alone, so that the rest of the head does not. */
function StatusLine({ worker }: { worker: WorkerView }) {
  const status = statusOf(worker, useNow())
  return (
    <p className="status-line" title={statusText(status)}>
      <Glyph kind={status.glyph} />
      <StatusWords status={status} />
    </p>
  )
}
