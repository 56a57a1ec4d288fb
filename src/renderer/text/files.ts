/** Files that a text may speak of. Who shows a text says which of them can be shown, and how. */
import { createContext, useContext } from 'react'
import { pathOf } from './links.logic'

/** Shows the file of this path, which is relative to the Project's folder; null when it is not one that can be shown. */
export type FindFile = (path: string) => (() => void) | null

/**
 * Around texts whose paths lead somewhere:
 *
 *   <FilesOfText value={find}><Markdown … /></FilesOfText>
 */
export const FilesOfText = createContext<FindFile | null>(null)

/** What a link or a word of code leads to, when it names a file that can be shown. */
export function useFile(text: string): { path: string; show(): void } | null {
  const find = useContext(FilesOfText)
  const path = find && pathOf(text)
  const show = path && find(path)
  return show ? { path, show } : null
}
