import { useState } from 'react'
import type { WorkerView } from '../../shared/model'
import { useActionKey, useHandler } from '../actions'
import { client, useProject } from '../connection'
import { openProjectSettings } from '../project/conduct'
import { copyText } from '../text/copy'
import { Glyph, IconButton, langOf, Menu, MenuItem, MenuLine, MenuSwitch, showTrouble, useNow } from '../ui'
import { requestDelete } from '../workers/deletions'
import { statusOf, statusText } from '../workers/status.logic'
import { StatusWords } from '../workers/StatusWords'
import { RenameDialog } from './RenameDialog'
import { StopButton } from './StopButton'

interface HeadProps {
  sessionId: string
  worker: WorkerView
  onShowNotes(): void
}

/** Which worker this is, what it does, and what can be done with it. */
export function Head({ sessionId, worker, onShowNotes }: HeadProps) {
  const [renaming, setRenaming] = useState(false)
  const isMember = worker.workerId !== sessionId
  useHandler('worker.rename', () => setRenaming(true), isMember)
  const [renameKey, deleteKey] = [useActionKey('worker.rename'), useActionKey('worker.delete')]
  return (
    <header className="head">
      <h1 title={worker.name} lang={langOf(worker.name)}>
        {worker.name}
      </h1>
      {worker.taskRef !== null && (
        <button type="button" className="name-link task-link" title="Show its line in the notes" onClick={onShowNotes}>
          <span className="cut">{worker.taskRef}</span>
        </button>
      )}
      <StatusLine worker={worker} />
      <span className="end">
        <StopButton sessionId={sessionId} worker={worker} />
        {!isMember ? (
          <Menu trigger={<IconButton icon="more" label="More" />}>
            <MenuItem onSelect={() => openProjectSettings(sessionId)}>Project settings…</MenuItem>
            <MenuItem onSelect={() => void copyText(sessionId)}>Copy session id</MenuItem>
          </Menu>
        ) : (
          <Menu trigger={<IconButton icon="more" label="More" />}>
            <MenuItem shortcut={renameKey} onSelect={() => setRenaming(true)}>
              Rename…
            </MenuItem>
            <MenuItem onSelect={() => void copyText(worker.workerId)}>Copy worker id</MenuItem>
            <Delegates sessionId={sessionId} worker={worker} />
            <MenuLine />
            <MenuItem shortcut={deleteKey} onSelect={() => requestDelete(sessionId, worker.workerId, worker.name)}>
              Delete
            </MenuItem>
          </Menu>
        )}
      </span>
      {renaming && <RenameDialog sessionId={sessionId} worker={worker} onClose={() => setRenaming(false)} />}
    </header>
  )
}

/** Whether it may have children of its own. A shell calls no tools, so there is nothing to allow. */
function Delegates({ sessionId, worker }: Pick<HeadProps, 'sessionId' | 'worker'>) {
  const { workerId, engine, delegates } = worker
  const maxDepth = useProject(sessionId)?.conduct.maxDepth ?? 1
  if (engine === 'shell') return null
  const change = (on: boolean): void => {
    client.workers
      .setDelegates({ sessionId, workerId, delegates: on })
      .catch((error: unknown) => showTrouble('That was not changed.', error))
  }
  return (
    <>
      <MenuLine />
      <MenuSwitch
        label="May delegate"
        note={maxDepth === 1 ? 'Project settings allow no children of workers now.' : 'It may make children of its own.'}
        on={delegates}
        onChange={change}
      />
    </>
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
