/** The demo: begun and removed on the operator's word. */
import { create } from 'zustand'
import { client, putProject, useProjects, useView } from '../connection'
import { showTrouble } from '../ui'
import { useLanguage } from '../words'
import { showComposerOf } from '../workers/show-composer'
import { startWords } from './words'

/** What is under way now. */
export const useDemo = create<{ readonly doing: 'start' | 'remove' | null }>(() => ({ doing: null }))

export function hasDemo(): boolean {
  return useProjects.getState().projects?.some((project) => project.demo) ?? false
}

/** Makes the demo, or shows the one that is there. */
export async function startDemo(): Promise<void> {
  if (useDemo.getState().doing !== null) return
  useDemo.setState({ doing: 'start' })
  try {
    const { project, workerId } = await client.demo.start({ language: useLanguage.getState().language })
    putProject(project)
    if (workerId === null) useView.getState().select(project.sessionId)
    else {
      useView.getState().expect(project.sessionId, workerId)
      showComposerOf(workerId)
    }
  } catch (error) {
    showTrouble(startWords().demoNotStarted, error)
  }
  useDemo.setState({ doing: null })
}

export async function removeDemo(): Promise<void> {
  if (useDemo.getState().doing !== null) return
  useDemo.setState({ doing: 'remove' })
  try {
    await client.demo.remove({})
  } catch (error) {
    showTrouble(startWords().demoNotRemoved, error)
  }
  useDemo.setState({ doing: null })
}
