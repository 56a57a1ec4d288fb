import { useEffect, useMemo, useState } from 'react'
import { assertNever } from '../../shared/errors'
import type { FileComparison, FileSide } from '../../shared/artifacts'
import { client } from '../connection'
import { languageOfFile } from '../text/code/languages'
import type { FileRef } from '../timeline/open-artifact'
import { Icon, Strip } from '../ui'
import { useWords } from '../words'
import { compare } from './compare/compare'
import type { Compared } from './compare/lines.logic'
import { Lines } from './compare/Lines'
import type { Layout } from './FileView'
import { useReading } from './use-reading'
import { words } from './words'

interface ComparisonProps {
  fileRef: FileRef
  path: string
  /** What the turn changed, or what was changed since. */
  against: 'turn' | 'now'
  layout: Layout
  /** Changes whenever what is shown may have. */
  stamp: string
}

/** What was changed in a file, or why that cannot be said. */
export function Comparison({ fileRef, path, against, layout, stamp }: ComparisonProps) {
  const t = useWords(words)
  const reading = useReading(stamp, () => client.artifacts.compare({ ...fileRef, against }))
  if (reading.kind === 'reading') return <p className="file-note is-late">{t.comparing}</p>
  if (reading.kind === 'failed') return <p className="file-note">{`${reading.refusal.message} ${reading.refusal.remedy}`}</p>
  const { before, after, isMixed, isTold } = reading.value
  const reason = unknownWords(before, after, against, t)
  if (reason !== null) return <p className="file-note">{reason}</p>
  return (
    <div className="file-body scrolls" tabIndex={0} role="region" aria-label={against === 'turn' ? t.changes : t.since}>
      {isMixed && <Note text={t.mixed} />}
      {isTold && <Note text={t.told} />}
      {before.kind === 'none' && <p className="file-note">{t.created}</p>}
      {after.kind === 'none' && <p className="file-note">{t.deleted}</p>}
      <Texts path={path} comparison={reading.value} layout={layout} />
    </div>
  )
}

function Note({ text }: { text: string }) {
  return (
    <Strip mark={<Icon name="alert" />}>
      <span>{text}</span>
    </Strip>
  )
}

function Texts({ path, comparison, layout }: { path: string; comparison: FileComparison; layout: Layout }) {
  const t = useWords(words)
  const [before, after] = [textOf(comparison.before), textOf(comparison.after)]
  const [compared, setCompared] = useState<{ of: FileComparison; value: Compared | null } | null>(null)
  const language = useMemo(() => languageOfFile(path), [path])
  useEffect(() => {
    let isWanted = true
    const { result, cancel } = compare(before, after)
    void result.then((value) => isWanted && setCompared({ of: comparison, value }))
    return () => {
      isWanted = false
      cancel()
    }
  }, [before, after, comparison])
  if (compared === null) return <p className="file-note is-late">{t.comparing}</p>
  if (compared.value === null) return <p className="file-note">{t.tooMuch}</p>
  if (compared.value.onlyEndings) return <p className="file-note">{t.onlyEndings}</p>
  if (compared.value.added + compared.value.removed === 0) return <p className="file-note">{t.same}</p>
  // One side has nothing to stand beside.
  const isAlone = comparison.before.kind === 'none' || comparison.after.kind === 'none'
  return <Lines key={`${before.length} ${after.length}`} compared={compared.value} before={before} after={after} language={language} layout={isAlone ? 'unified' : layout} />
}

function textOf(side: FileSide): string {
  return side.kind === 'text' ? side.text : ''
}

/** Why the two cannot be compared; null where they can. */
function unknownWords(before: FileSide, after: FileSide, against: 'turn' | 'now', t: ReturnType<typeof words>): string | null {
  const old = before.kind === 'unknown' ? before : null
  if (old) {
    if (against === 'turn') return old.why === 'not-seen' ? t.notSeen : t.notKept
    return old.why === 'not-seen' ? t.leftNotSeen : t.leftNotKept
  }
  if (after.kind !== 'unknown') return null
  switch (after.why) {
    case 'not-text':
      return t.nowNotText
    case 'too-large':
      return t.nowTooLarge
    case 'not-seen':
    case 'missing':
      return t.leftNotSeen
    case 'not-kept':
      return t.leftNotKept
    default:
      return assertNever(after.why)
  }
}

