import { useEffect } from 'react'
import { listenToKeys } from './actions'
import { RightsDialog } from './approvals/RightsDialog'
import { NotificationSettings } from './attention'
import { words as attentionWords } from './attention/words'
import { FindDialog } from './find/FindDialog'
import { HelpDialog } from './palette/HelpDialog'
import { KeyboardSettings } from './palette/KeyboardSettings'
import { keyWords } from './palette/key-words'
import { Palette } from './palette/Palette'
import { noteVisits } from './palette/recent'
import { FolderDialog } from './project/FolderDialog'
import { HowItWorks } from './project/HowItWorks'
import { ProjectSettingsDialog } from './project/ProjectSettingsDialog'
import { RecordsSettings } from './records/RecordsSettings'
import { sourceWords } from './records/source-words'
import { addSettingsSection } from './settings/sections'
import { SettingsDialog } from './settings/SettingsDialog'
import { ExportDialog } from './timeline/dialogs/ExportDialog'
import { GoToDialog } from './timeline/dialogs/GoToDialog'
import { Main } from './window/Main'
import { Rail } from './window/Rail'
import { startActions } from './window/shortcuts'
import { DeleteDialog } from './workers/DeleteDialog'
import { NewWorkerDialog } from './workers/NewWorkerDialog'
import { WorkerSettingsDialog } from './workers/WorkerSettingsDialog'
import './window/window.css'

addSettingsSection({ id: 'notifications', name: () => attentionWords().settings.section, icon: 'bell', Content: NotificationSettings })
addSettingsSection({ id: 'keyboard', name: () => keyWords().title, icon: 'keyboard', Content: KeyboardSettings })
addSettingsSection({ id: 'records', name: () => sourceWords().serving.section, icon: 'records', Content: RecordsSettings })

export function App() {
  useEffect(startActions, [])
  useEffect(listenToKeys, [])
  useEffect(noteVisits, [])
  return (
    <div className="window">
      <Rail />
      <Main />
      <Palette />
      <HelpDialog />
      <FindDialog />
      <FolderDialog />
      <NewWorkerDialog />
      <SettingsDialog />
      <RightsDialog />
      <ProjectSettingsDialog />
      <WorkerSettingsDialog />
      <DeleteDialog />
      <HowItWorks />
      <ExportDialog />
      <GoToDialog />
    </div>
  )
}
