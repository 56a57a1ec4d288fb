/** How a Project's Coordinator and crew are run, and its pause. */
import { create } from 'zustand'
import type { ProjectConduct } from '../../shared/model'
import { client, putProject, useProjects } from '../connection'
import { openDialog, showTrouble } from '../ui'
import { words } from './words'

interface SettingsOf {
  /** Whose settings the dialog shows. */
  readonly sessionId: string | null
  /** An agent is to coordinate and has no model yet. Kept here while the dialog gives way to the one that adds a model. */
  readonly wantsAgent: boolean
}

export const useSettingsOf = create<SettingsOf>(() => ({ sessionId: null, wantsAgent: false }))

export function openProjectSettings(sessionId: string): void {
  useSettingsOf.setState({ sessionId, wantsAgent: false })
  openDialog('project-settings')
}

/** Rejects like any call. */
export async function saveConduct(sessionId: string, conduct: Partial<ProjectConduct>): Promise<void> {
  putProject(await client.projects.setConduct({ sessionId, conduct }))
}

export async function setPaused(sessionId: string, paused: boolean): Promise<void> {
  try {
    putProject(await client.projects.setPaused({ sessionId, paused }))
  } catch (error) {
    showTrouble(paused ? words().notPaused : words().stillPaused, error)
  }
}

/** Pauses a Project, or resumes it. Returns whether there is one. */
export function switchPause(sessionId: string | null): boolean {
  const project = useProjects.getState().projects?.find((known) => known.sessionId === sessionId)
  if (!project) return false
  void setPaused(project.sessionId, !project.paused)
  return true
}
