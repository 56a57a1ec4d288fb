import { useState } from 'react'
import type { Turn } from '../../shared/model'
import { copyText } from '../text/copy'
import { Stamp } from '../timeline/Age'
import { Delta } from '../timeline/Files'
import { filesOf, splitPath, type TurnFile } from '../timeline/files.logic'
import { openArtifact, revealArtifact } from '../timeline/open-artifact'
import { useTimeline } from '../timeline/store'
import { windowWords } from '../timeline/words.logic'
import { Button, Icon } from '../ui'
import './artifacts.css'

/** The files of the turns on the screen, those of the newest turn first. */
export function ArtifactList({ name, isShell }: { name: string; isShell: boolean }) {
  const state = useTimeline((view) => view.state)
  const shown = useTimeline((view) => view.shown)
  if (!state) return null
  const turns = shown.filter((turn) => turn.artifacts.length > 0).toReversed()
  if (turns.length === 0) {
    return (
      <div className="artifacts scrolls">
        <div className="blank">
          <h2>No files</h2>
          <p>
            Files that turns create, change or present are listed here. In {windowWords(shown, state.totalTurns)} of {name} there are none.
          </p>
          {isShell && <p>What a shell command does to files is not tracked.</p>}
        </div>
      </div>
    )
  }
  return (
    <div className="artifacts scrolls" role="region" aria-label="Artifacts" tabIndex={0}>
      <p className="artifacts-range">From {windowWords(shown, state.totalTurns)}.</p>
      {turns.map((turn) => (
        <TurnFiles key={turn.number} turn={turn} />
      ))}
    </div>
  )
}

function TurnFiles({ turn }: { turn: Turn }) {
  return (
    <section className="line artifact-turn">
      <div className="who">
        <h2 className="cut">Turn {turn.number}</h2>
        <Stamp at={turn.endedAt ?? turn.startedAt} />
      </div>
      <ul className="artifact-files">
        {filesOf(turn.artifacts).map((file) => (
          <FileRow key={`${file.how} ${file.path}`} file={file} />
        ))}
      </ul>
    </section>
  )
}

function FileRow({ file }: { file: TurnFile }) {
  const [said, setSaid] = useState('')
  const { folder, name } = splitPath(file.path)
  const copy = async (): Promise<void> => {
    setSaid((await copyText(file.path)) ? 'The path is on the clipboard.' : 'The clipboard cannot be written.')
  }
  return (
    <li className="artifact">
      <Icon name={file.how} />
      <span className="how">{file.how}</span>
      <span className="path" title={file.path}>
        {folder !== '' && <span className="cut">{folder}</span>}
        <span className="name">{name}</span>
      </span>
      <Delta file={file} />
      <span className="tools">
        <Button small onClick={() => void openArtifact(file.id).then(setSaid)}>
          Open
        </Button>
        <Button small onClick={() => void revealArtifact(file.id).then(setSaid)}>
          Reveal
        </Button>
        <Button small onClick={() => void copy()}>
          Copy path
        </Button>
      </span>
      {file.description !== null && <p className="about">{file.description}</p>}
      <p className="said-of" role="status">
        {said}
      </p>
    </li>
  )
}
