import { Tabs } from '@base-ui/react/tabs'
import type { ProjectView } from '../../shared/model'
import { NotesTab } from '../notes/NotesTab'
import { openProjectSettings } from '../project/conduct'
import { openExport } from '../timeline/dialogs/export'
import { Button, Glyph, IconButton, Menu, MenuItem, openDialog } from '../ui'
import { useWords } from '../words'
import { words } from './words'
import './pane.css'

/** The place of the Coordinator while the operator coordinates: what can be set, and the notes. */
export function ProjectPane({ project }: { project: ProjectView }) {
  const say = useWords(words)
  const { sessionId } = project
  return (
    <>
      <header className="head">
        <h1>{say.youCoordinate}</h1>
        <p className="status-line">
          <Glyph kind="idle" />
          <span className="status cut">{say.noAgent}</span>
        </p>
        <span className="end">
          <Button icon="plus" onClick={() => openDialog('new-worker')}>
            {say.newWorker}
          </Button>
          <Menu trigger={<IconButton icon="more" label={say.more} />}>
            <MenuItem onSelect={() => openProjectSettings(sessionId)}>{say.projectSettings}</MenuItem>
            <MenuItem onSelect={() => openExport({ sessionId, workerId: null, turn: null })}>{say.export}</MenuItem>
          </Menu>
        </span>
      </header>
      <Tabs.Root className="pane" defaultValue="notes">
        <div className="tabs">
          <Tabs.List className="tab-list">
            <Tabs.Tab className="tab" value="notes">
              {say.notes}
            </Tabs.Tab>
          </Tabs.List>
        </div>
        <Tabs.Panel className="pane-body" value="notes" tabIndex={-1}>
          <p className="project-about">
            {say.aboutCoordinating}{' '}
            <button type="button" className="link" onClick={() => openProjectSettings(sessionId)}>
              {say.letAgent}
            </button>
          </p>
          <NotesTab sessionId={sessionId} taskRef={null} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}
