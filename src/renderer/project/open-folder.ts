import { client, useHost, useView } from '../connection'
import { openDialog, showTrouble } from '../ui'
import { words } from './words'

/** Lets the operator choose a folder: in the native dialog where there is one, else in our own. */
export async function openFolder(): Promise<void> {
  if (!useHost.getState().info?.canChooseFolder) return openDialog('open-folder')
  try {
    const { folder } = await client.projects.chooseFolder({})
    if (folder !== null) await openProject(folder)
  } catch (error) {
    showTrouble(words().notOpened, error)
  }
}

/** Opens the folder as a Project and shows it, if that is still wanted once it is open. Rejects like any call. */
export async function openProject(folder: string, isWanted: () => boolean = () => true): Promise<void> {
  const project = await client.projects.open({ folder })
  if (isWanted()) useView.getState().select(project.sessionId)
}
