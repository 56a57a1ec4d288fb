import { useMemo, type ReactNode } from 'react'
import type { Artifact } from '../../shared/model'
import { FilesOfText, type FindFile } from '../text/files'
import { visible } from '../text/visible.logic'
import { Button, Icon } from '../ui'
import { useWords } from '../words'
import { fileNamed, filesOf, splitPath, type TurnFile } from './files.logic'
import { useOpened } from './kept-view'
import { showFile } from './shown-file'
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
  return (
    <li className="file">
      <Icon name={file.how} />
      <span className="how">{say.made[file.how]}</span>
      <Delta file={file} />
      <button type="button" className="path" title={visible(file.description ?? say.openFile(file.path))} onClick={() => showFile(file)}>
        <PathWords path={visible(file.path)} />
      </button>
    </li>
  )
}

/** A path that may be cut at its folder, never at its name. */
export function PathWords({ path }: { path: string }) {
  const { folder, name } = splitPath(path)
  return (
    <>
      {folder !== '' && <span className="cut">{folder}</span>}
      <span className="name">{name}</span>
    </>
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

/** A text of a turn: where it names a file that the turn made, changed or presented, it leads there. */
export function WithFiles({ artifacts, children }: { artifacts: readonly Artifact[]; children: ReactNode }) {
  const find = useMemo<FindFile | null>(() => {
    if (artifacts.length === 0) return null
    const files = filesOf(artifacts)
    return (path) => {
      const file = fileNamed(files, path)
      return file && (() => showFile(file))
    }
  }, [artifacts])
  return <FilesOfText value={find}>{children}</FilesOfText>
}
