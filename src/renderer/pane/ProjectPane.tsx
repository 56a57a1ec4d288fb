import { Tabs } from '@base-ui/react/tabs'
import type { ProjectView } from '../../shared/model'
import { NotesTab } from '../notes/NotesTab'
import { openProjectSettings } from '../project/conduct'
import { Button, Glyph, IconButton, Menu, MenuItem, openDialog } from '../ui'
import './pane.css'

/** The place of the Coordinator while the operator coordinates: what can be set, and the notes. */
export function ProjectPane({ project }: { project: ProjectView }) {
  const { sessionId } = project
  return (
    <>
      <header className="head">
        <h1>You coordinate</h1>
        <p className="status-line">
          <Glyph kind="idle" />
          <span className="status cut">no agent</span>
        </p>
        <span className="end">
          <Button icon="plus" onClick={() => openDialog('new-worker')}>
            New worker
          </Button>
          <Menu trigger={<IconButton icon="more" label="More" />}>
            <MenuItem onSelect={() => openProjectSettings(sessionId)}>Project settings…</MenuItem>
          </Menu>
        </span>
      </header>
      <Tabs.Root className="pane" defaultValue="notes">
        <div className="tabs">
          <Tabs.List className="tab-list">
            <Tabs.Tab className="tab" value="notes">
              Notes
            </Tabs.Tab>
          </Tabs.List>
        </div>
        <Tabs.Panel className="pane-body" value="notes" tabIndex={-1}>
          <p className="project-about">
            You make the workers and give them their tasks.{' '}
            <button type="button" className="link" onClick={() => openProjectSettings(sessionId)}>
              Let an agent coordinate
            </button>
          </p>
          <NotesTab sessionId={sessionId} taskRef={null} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}
