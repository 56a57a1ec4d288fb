import { useState } from 'react'
import type { WorkerView } from '../../shared/model'
import { useActionKey, useHandler } from '../actions'
import { openRights } from '../approvals/rights'
import { words as approvalWords } from '../approvals/words'
import { AttentionItems } from '../attention/screen/WorkerItems'
import { useProject } from '../connection'
import { openProjectSettings } from '../project/conduct'
import { ClearDialog } from '../records/ClearDialog'
import { words as recordsWords } from '../records/words'
import { copyText } from '../text/copy'
import { openExport } from '../timeline/dialogs/export'
import { Glyph, IconButton, langOf, Menu, MenuItem, MenuLine } from '../ui'
import { requestDelete } from '../workers/deletions'
import { DemoTag } from '../workers/DemoTag'
import { statusText } from '../workers/status.logic'
import { StatusWords } from '../workers/StatusWords'
import { useStatus } from '../workers/use-status'
import { PlaceItems } from '../workers/WorkerItems'
import { openWorkerSettings } from '../workers/worker-settings'
import { useWords } from '../words'
import { StopButton } from './StopButton'
import { words } from './words'

interface HeadProps {
  sessionId: string
  worker: WorkerView
  onShowNotes(): void
}

/** Which worker this is, what it does, and what can be done with it. */
export function Head({ sessionId, worker, onShowNotes }: HeadProps) {
  const say = useWords(words)
  const isMember = worker.workerId !== sessionId
  const isDemo = useProject(sessionId)?.demo ?? false
  const { menu: rights } = useWords(approvalWords).rights
  const [renameKey, deleteKey] = [useActionKey('worker.rename'), useActionKey('worker.delete')]
  const [isClearing, setClearing] = useState(false)
  const clearLabel = useWords(recordsWords).clear.item
  useHandler('worker.clear', () => setClearing(true), isMember)
  return (
    <header className="head">
      <h1 title={worker.name} lang={langOf(worker.name)}>
        {worker.name}
      </h1>
      {isDemo && <DemoTag />}
      {worker.taskRef !== null && (
        <button type="button" className="name-link task-link" title={say.showNote} onClick={onShowNotes}>
          <span className="cut">{worker.taskRef}</span>
        </button>
      )}
      <StatusLine worker={worker} />
      <span className="end">
        <StopButton sessionId={sessionId} worker={worker} />
        {!isMember ? (
          <Menu trigger={<IconButton icon="more" label={say.more} />}>
            <AttentionItems worker={worker} />
            <MenuLine />
            <MenuItem onSelect={() => openRights(sessionId, sessionId)}>{rights}</MenuItem>
            <MenuItem onSelect={() => openProjectSettings(sessionId)}>{say.projectSettings}</MenuItem>
            <MenuItem onSelect={() => void copyText(sessionId)}>{say.copySessionId}</MenuItem>
            <MenuItem onSelect={() => openExport({ sessionId, workerId: sessionId, turn: null })}>{say.export}</MenuItem>
          </Menu>
        ) : (
          <Menu trigger={<IconButton icon="more" label={say.more} />}>
            <AttentionItems worker={worker} />
            <PlaceItems meant={{ sessionId, key: worker.workerId, worker }} />
            <MenuLine />
            <MenuItem onSelect={() => openRights(sessionId, worker.workerId)}>{rights}</MenuItem>
            <MenuItem shortcut={renameKey} onSelect={() => openWorkerSettings(sessionId, worker.workerId)}>
              {say.renameAndSettings}
            </MenuItem>
            <MenuItem onSelect={() => void copyText(worker.workerId)}>{say.copyWorkerId}</MenuItem>
            <MenuItem onSelect={() => openExport({ sessionId, workerId: worker.workerId, turn: null })}>{say.export}</MenuItem>
            <MenuLine />
            <MenuItem needsHost onSelect={() => setClearing(true)}>{clearLabel}</MenuItem>
            <MenuItem needsHost shortcut={deleteKey} onSelect={() => requestDelete(sessionId, worker.workerId, worker.name)}>
              {say.delete}
            </MenuItem>
          </Menu>
        )}
      </span>
      {isClearing && isMember && <ClearDialog sessionId={sessionId} worker={worker} onClose={() => setClearing(false)} />}
    </header>
  )
}

/** Ticks alone, so that the rest of the head does not. */
function StatusLine({ worker }: { worker: WorkerView }) {
  const status = useStatus(worker)
  return (
    <p className="status-line" title={statusText(status)}>
      <Glyph kind={status.glyph} />
      <StatusWords status={status} />
    </p>
  )
}
