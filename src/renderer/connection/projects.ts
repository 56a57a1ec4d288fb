import { create } from 'zustand'
import type { ProjectView } from '../../shared/model'
import type { RefusalView } from './refusal'

export interface Projects {
  /** Null until the host has said. */
  readonly projects: readonly ProjectView[] | null
  /** Why there will be no more news, when the host has ended the list. */
  readonly refusal: RefusalView | null
}

/** The Projects of this host. Fed by feeds.ts. */
export const useProjects = create<Projects>(() => ({ projects: null, refusal: null }))

/** The Project on the screen. */
export function useProject(sessionId: string | null): ProjectView | null {
  return useProjects((state) => state.projects?.find((project) => project.sessionId === sessionId) ?? null)
}

/** Takes what a call answered with into the list, which the host's own news will repeat. */
export function putProject(project: ProjectView): void {
  useProjects.setState(({ projects }) => ({
    projects: projects?.map((known) => (known.sessionId === project.sessionId ? project : known)) ?? null
  }))
}
