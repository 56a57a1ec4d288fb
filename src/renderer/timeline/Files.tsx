import { useState } from 'react'
import type { Artifact } from '../../shared/model'
import { Button, Icon } from '../ui'
import { useWords } from '../words'
import { filesOf, splitPath, type TurnFile } from './files.logic'
import { useOpened } from './kept-view'
import { openArtifact } from './open-artifact'
import { words } from './words'
import './files.css'

/** How many files of one turn are shown at first. */
const MOST = 8

/** The files that a turn made, changed or presented. Null where there are none. */
export function Files({ turn, artifacts }: { turn: number; artifacts: readonly Artifact[] }) {
  const say = useWords(words)
  const [whole, switchWhole] = useOpened(`files ${turn}`)
  if (artifacts.length === 0) return null
  const files = filesOf(artifacts)
  const shown = whole ? files : files.slice(0, MOST)
  return (
    <ul className="files" aria-label={say.files}>
      {shown.map((file) => (
        <FileLine key={`${file.how} ${file.path}`} file={file} />
      ))}
      {files.length > MOST && (
        <li>
          <Button small kind="plain" onClick={switchWhole}>
            {whole ? say.showLess : say.moreFiles(files.length - shown.length)}
          </Button>
        </li>
      )}
    </ul>
  )
}

function FileLine({ file }: { file: TurnFile }) {
  const say = useWords(words)
  const [problem, setProblem] = useState('')
  const { folder, name } = splitPath(file.path)
  const open = (): void => void openArtifact(file.id).then(setProblem)
  return (
    <li className="file">
      <Icon name={file.how} />
      <span className="how">{say.made[file.how]}</span>
      <Delta file={file} />
      <button type="button" className="path" title={file.description ?? say.openFile(file.path)} onClick={open}>
        {folder !== '' && <span className="cut">{folder}</span>}
        <span className="name">{name}</span>
      </button>
      {problem !== '' && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </li>
  )
}

/** Added and removed lines, as far as they are known. */
export function Delta({ file }: { file: Pick<TurnFile, 'added' | 'removed'> }) {
  return (
    <span className="delta">
      {file.added !== null && file.added > 0 && <span className="plus">+{file.added}</span>}{' '}
      {file.removed !== null && file.removed > 0 && <span className="minus">−{file.removed}</span>}
    </span>
  )
}
