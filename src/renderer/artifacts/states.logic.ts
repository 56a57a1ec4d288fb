/** What there is to say about a file on disk, and which views of it there are. */
import { assertNever } from '../../shared/errors'
import type { ArtifactFile } from '../../shared/artifacts'
import { languageOfFile } from '../text/code/languages'
import { words } from './words'

/** What became of a file since the turn of `workerId`; empty while all is as the turn left it. */
export function stateWords({ now, since }: Pick<ArtifactFile, 'now' | 'since'>, workerId: string): string {
  const t = words()
  const isOwn = since?.workerId === workerId
  if (since?.isOpen) return isOwn ? t.changingAgain(since.turn) : t.changing(since.name, since.turn)
  switch (now) {
    case 'same':
      return since && !isOwn ? t.writtenSame(since.name, since.turn) : ''
    case 'changed':
      return !since ? t.changed : isOwn ? t.changedAgain(since.turn) : t.changedBy(since.name, since.turn)
    case 'touched':
    case 'unknown':
      if (since) return isOwn ? t.changedAgain(since.turn) : t.touchedBy(since.name, since.turn)
      return now === 'touched' ? t.touched : ''
    case 'missing':
      return t.missing
    case 'outside':
      return t.outside
    default:
      return assertNever(now)
  }
}

export type FileViewName = 'changes' | 'now' | 'since' | 'left'

/** The views of a file, the one that says most first. */
export function viewsOf({ how, now, canCompare }: Pick<ArtifactFile, 'how' | 'now' | 'canCompare'>): FileViewName[] {
  const views: FileViewName[] = []
  const wasWritten = how !== 'presented'
  if (wasWritten) views.push('changes')
  if (now !== 'missing' && now !== 'outside') views.push('now')
  if (now === 'changed' && canCompare) views.push('since')
  if (now === 'missing' && canCompare) views.push('left')
  // A created file says more as it is than as lines that all came; one that cannot be compared says nothing.
  const first = views.includes('now') && (how === 'created' || !canCompare) ? 'now' : views[0]
  return first === undefined ? ['now'] : [first, ...views.filter((view) => view !== first)]
}

/** How a text can be shown besides its source. */
export function formOf(path: string): 'markdown' | 'table' | null {
  const name = path.toLowerCase()
  if (/\.(?:csv|tsv)$/.test(name)) return 'table'
  return languageOfFile(name) === 'markdown' ? 'markdown' : null
}
