/** Turns as a file: by the desktop's dialog, or by the browser's download. */
import { create } from 'zustand'
import type { ExportWhat } from '../../../shared/export'
import { client, startDownload, useHost } from '../../connection'
import { openDialog } from '../../ui'
import { useLanguage } from '../../words'

/** What the dialog begins with. */
export interface ExportOf {
  readonly sessionId: string
  /** Null for the whole Project. */
  readonly workerId: string | null
  /** Null for all turns. */
  readonly turn: number | null
}

/** What the dialog exports, and the name of the last file that was written by the desktop. */
export const useExport = create<{ readonly of: ExportOf | null; readonly saved: string | null }>(() => ({ of: null, saved: null }))

/** Opens the dialog that exports a turn, a worker's timeline or those of a Project. */
export function openExport(of: ExportOf): void {
  useExport.setState({ of })
  openDialog('export')
}

/** Answers whether it was written or is being downloaded, and not given up. @throws what the host refuses */
export async function exportTurns(of: ExportOf, format: ExportWhat['format']): Promise<boolean> {
  const what = { ...of, format, language: useLanguage.getState().language }
  if (useHost.getState().info?.mode === 'desktop') {
    const { name } = await client.exports.save(what)
    if (name !== null) useExport.setState({ saved: name })
    return name !== null
  }
  const { ticket, name } = await client.exports.download(what)
  startDownload(ticket, name)
  return true
}
