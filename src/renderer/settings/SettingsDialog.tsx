import { Tabs } from '@base-ui/react/tabs'
import { useConnection } from '../connection'
import { closeDialog, Dialog, Icon, useDialogs } from '../ui'
import { useWords } from '../words'
import { showSettingsSection, useSettingsSections } from './sections'
import { words } from './words'
import './settings.css'

/** The settings: a list of sections, and the one that is chosen. */
export function SettingsDialog() {
  const say = useWords(words)
  const open = useDialogs(({ stack }) => stack.at(-1) === 'settings')
  return (
    <Dialog open={open} onClose={closeDialog} title={say.settings} size="split">
      {open && <Sections />}
    </Dialog>
  )
}

function Sections() {
  const say = useWords(words)
  const { sections, shown } = useSettingsSections()
  const isLive = useConnection((connection) => connection.state === 'live')
  const section = sections.find(({ id }) => id === shown) ?? sections[0]
  if (!section) return null
  const { Content } = section
  return (
    <Tabs.Root className="split" orientation="vertical" value={section.id} onValueChange={(id: string) => showSettingsSection(id)}>
      <Tabs.List className="split-list" aria-label={say.sections} activateOnFocus>
        {sections.map(({ id, name, icon }) => (
          <Tabs.Tab key={id} className="split-tab" value={id}>
            <Icon name={icon} />
            <span className="cut">{name()}</span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel className="split-panel" value={section.id} tabIndex={-1}>
        {!isLive && (
          <p className="form-problem" role="status">
            {say.cannotChange}
          </p>
        )}
        <Content />
      </Tabs.Panel>
    </Tabs.Root>
  )
}
