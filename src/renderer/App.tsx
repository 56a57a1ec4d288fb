import { useEffect, useState } from 'react'
import { useConnection, useProject, useProjects, useView, useWorkers } from './connection'
import { useDialogs } from './dialogs'
import { ConnectionStrip } from './Overlays'
import { DeletionStrips } from './workers/DeletionStrips'
import { FirstStart } from './project/FirstStart'
import { FolderDialog } from './project/FolderDialog'
import { FolderProblem } from './project/FolderProblem'
import { HostNotices } from './project/HostNotices'
import { PolicyQuestion } from './project/PolicyQuestion'
import { WorkerPane } from './pane/WorkerPane'
import { SettingsDialog } from './settings/SettingsDialog'
import { listenToKeys } from './shortcuts'
import { NewWorkerDialog } from './workers/NewWorkerDialog'
import { NoWorkers, WorkerGone } from './workers/Blanks'
import { Rail } from './Rail'
import './window.css'

export function App() {
  useEffect(listenToKeys, [])
  return (
    <div className="window">
      <Rail />
      <Main />
      <Dialogs />
    </div>
  )
}
