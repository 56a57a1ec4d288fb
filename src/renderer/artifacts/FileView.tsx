import { useEffect, useState, type KeyboardEvent } from 'react'
import { z } from 'zod'
import type { ArtifactFile } from '../../shared/artifacts'
import { client, deskEntry } from '../connection'
import { copyText } from '../text/copy'
import { visible } from '../text/visible.logic'
import { Delta, PathWords } from '../timeline/Files'
import { words as timelineWords } from '../timeline/words'
import { openArtifact, revealArtifact, type FileRef } from '../timeline/open-artifact'
import { Button, Icon, IconButton, isDesktop, Segments } from '../ui'
import { useWords } from '../words'
import { Comparison } from './Comparison'
import { Preview } from './Preview'
import { stateWords, viewsOf, type FileViewName } from './states.logic'
import { words } from './words'

interface FileViewProps {
  sessionId: string
  workerId: string
  file: ArtifactFile
  onClose(): void
  onShowTurn(turn: number): void
}

export type Layout = 'split' | 'unified'

/** How this desk likes its comparisons; null: as the window is wide enough. */
const layouts = deskEntry('compare', z.enum(['split', 'unified']).nullable(), null)
const LAYOUT = 'layout'
/** Two columns need this much of a window, in px. */
const SPLIT_MIN_PX = 1_200

/** One file: what the turn changed in it, what it holds now, and what can be done with it. */
export function FileView({ sessionId, workerId, file, onClose, onShowTurn }: FileViewProps) {
  const t = useWords(words)
  const { made } = useWords(timelineWords)
  const [chosen, setChosen] = useState<FileViewName | null>(null)
  const layout = layouts.use(LAYOUT) ?? (window.innerWidth >= SPLIT_MIN_PX ? 'split' : 'unified')
  const views = viewsOf(file)
  const view = chosen !== null && views.includes(chosen) ? chosen : (views[0] ?? 'now')
  const ref = { sessionId, workerId, artifactId: file.id }
  const state = stateWords(file, workerId)
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    <section className="file-view" aria-label={visible(file.path)} onKeyDown={closeOnEscape}>
      <header className="file-head">
        <div className="file-title">
          <Button small kind="plain" icon="back" className="file-back" onClick={onClose}>
            {t.back}
          </Button>
          <h2 className="path" title={visible(file.path)}>
            <PathWords path={visible(file.path)} />
          </h2>
          <IconButton small icon="close" label={t.close} onClick={onClose} className="file-close" />
        </div>
        <p className="file-facts">
          <Icon name={file.how} />
          <span>{made[file.how]}</span>
          <span aria-hidden="true">·</span>
          <button type="button" className="name-link" title={t.showTurn(file.turn)} onClick={() => onShowTurn(file.turn)}>
            {t.turn(file.turn)}
          </button>
          <Delta file={file} />
          {state !== '' && <span className="state">{visible(state)}</span>}
        </p>
        <div className="file-tools">
          {views.length > 1 && (
            <Segments
              label={t.view}
              value={view}
              options={ORDER.filter((value) => views.includes(value)).map((value) => ({ value, label: t[value] }))}
              onChoose={(value) => setChosen(value)}
            />
          )}
          {(view === 'changes' || view === 'since') && (
            <Segments
              label={t.layout}
              value={layout}
              options={(['split', 'unified'] as const).map((value) => ({ value, label: t[value] }))}
              onChoose={(value) => layouts.set(LAYOUT, value)}
            />
          )}
          <Deeds fileRef={ref} isThere={file.now !== 'missing'} />
        </div>
      </header>
      {view === 'changes' || view === 'since' ? (
        <Comparison key={view} fileRef={ref} path={file.path} against={view === 'changes' ? 'turn' : 'now'} layout={layout} stamp={stampOf(file)} />
      ) : (
        <Preview key={view} fileRef={ref} path={file.path} turn={file.turn} isLeft={view === 'left'} isThere={file.now !== 'missing' && file.now !== 'outside'} stamp={stampOf(file)} />
      )}
    </section>
  )
}

/** How they stand beside each other. */
const ORDER: readonly FileViewName[] = ['changes', 'now', 'since', 'left']

/** Changes whenever what is shown of the file may have. */
function stampOf({ id, now, since }: ArtifactFile): string {
  return `${id} ${now} ${since?.turn} ${since?.at}`
}

/** What can be done with the file; each says in place what did not work. */
function Deeds({ fileRef, isThere }: { fileRef: FileRef; isThere: boolean }) {
  const t = useWords(words)
  const [said, setSaid] = useState('')
  useEffect(() => setSaid(''), [fileRef.artifactId])
  const copy = async (): Promise<string> => {
    const { path } = await client.artifacts.path(fileRef)
    return (await copyText(path)) ? t.copied : t.notCopied
  }
  return (
    <span className="file-deeds">
      <span className="said-of" role="status">
        {said}
      </span>
      {isDesktop && isThere && (
        <>
          <Button small onClick={() => void openArtifact(fileRef).then(setSaid)}>
            {t.open}
          </Button>
          <Button small icon="folder" onClick={() => void revealArtifact(fileRef).then(setSaid)}>
            {t.reveal}
          </Button>
        </>
      )}
      <Button small icon="copy" onClick={() => void copy().then(setSaid, () => setSaid(t.notCopied))}>
        {t.copyPath}
      </Button>
    </span>
  )
}
