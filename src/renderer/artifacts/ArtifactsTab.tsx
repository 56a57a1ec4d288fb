import { useEffect, useMemo } from 'react'
import type { ArtifactFile } from '../../shared/artifacts'
import { Button, Glyph, Strip } from '../ui'
import { useShownFile, type ShownFile } from '../timeline/shown-file'
import { useWords } from '../words'
import { FileList } from './FileList'
import { FileView } from './FileView'
import { useArtifactPages } from './pages'
import { words } from './words'
import './artifacts.css'

interface ArtifactsTabProps {
  sessionId: string
  workerId: string
  /** Of the worker. */
  name: string
  isShell: boolean
  /** Shows a turn in the timeline. */
  onShowTurn(turn: number): void
}

/** The files of a worker over all of its turns, and the one that is looked at beside them. */
export function ArtifactsTab({ sessionId, workerId, name, isShell, onShowTurn }: ArtifactsTabProps) {
  const t = useWords(words)
  const pages = useArtifactPages(sessionId, workerId)
  const { turns, hasMore, problem, more, again } = pages
  const shown = useShownFile(({ file }) => (file?.workerId === workerId ? file : null))
  const found = useMemo(() => find(turns?.flatMap((turn) => turn.files) ?? [], shown), [turns, shown])
  // A file of a turn that is not read yet.
  const isFurther = shown !== null && found === null && hasMore && turns !== null && (turns.at(-1)?.number ?? 0) > shown.turn
  useEffect(() => {
    if (isFurther) more()
  }, [isFurther, more, turns])

  if (!turns) {
    return <div className="artifacts-blank">{problem ? <Unreadable problem={problem} onAgain={again} /> : <p className="is-late">{t.reading}</p>}</div>
  }
  if (turns.length === 0) {
    return (
      <div className="artifacts-blank">
        <div className="blank">
          <h2>{t.none}</h2>
          <p>{t.noneAbout(name)}</p>
          {isShell && <p>{t.shell}</p>}
        </div>
      </div>
    )
  }
  const show = ({ turn, path, how }: ArtifactFile): void => {
    useShownFile.setState({ file: { workerId, turn, path, isPresented: how === 'presented' } })
  }
  return (
    <div className={found ? 'artifacts has-file' : 'artifacts'}>
      <FileList workerId={workerId} turns={turns} shown={found} onShow={show} onShowTurn={onShowTurn}>
        {problem && <Unreadable problem={problem} onAgain={again} />}
        {hasMore && (
          <Button icon="older" onClick={more}>
            {t.earlier}
          </Button>
        )}
      </FileList>
      {found && (
        <FileView
          key={`${found.turn} ${found.how === 'presented'} ${found.path}`}
          sessionId={sessionId}
          workerId={workerId}
          file={found}
          onClose={() => useShownFile.setState({ file: null })}
          onShowTurn={onShowTurn}
        />
      )}
    </div>
  )
}

function find(files: readonly ArtifactFile[], shown: ShownFile | null): ArtifactFile | null {
  if (!shown) return null
  const { turn, path, isPresented } = shown
  return files.find((file) => file.turn === turn && file.path === path && (file.how === 'presented') === isPresented) ?? null
}

function Unreadable({ problem, onAgain }: { problem: { message: string; remedy: string }; onAgain(): void }) {
  const t = useWords(words)
  return (
    <Strip
      tone="fail"
      role="alert"
      mark={<Glyph kind="error" />}
      actions={
        <Button small icon="retry" onClick={onAgain}>
          {t.readAgain}
        </Button>
      }
    >
      <b>{t.unreadable}</b> {problem.message} {problem.remedy}
    </Strip>
  )
}
