import { useState } from 'react'
import type { Artifact } from '../../shared/model'
import { client, refusalOf } from '../connection'
import { Button, Icon } from '../ui'
import { filesOf, splitPath, type TurnFile } from './files.logic'
import { useTimeline } from './store'

/** How many files of one turn are shown at first. */
const MOST = 8

/** The files that a turn made, changed or presented. Null where there are none. */
export function Files({ artifacts }: { artifacts: readonly Artifact[] }) {
  const [whole, setWhole] = useState(false)
  if (artifacts.length === 0) return null
  const files = filesOf(artifacts)
  const shown = whole ? files : files.slice(0, MOST)
  return (
    <ul className="note files" aria-label="Files">
      {shown.map((file) => (
        <FileLine key={`${file.how} ${file.path}`} file={file} />
      ))}
      {shown.length < files.length && (
        <li>
          <Button small kind="plain" onClick={() => setWhole(true)}>
            {files.length - shown.length} more
          </Button>
        </li>
      )}
    </ul>
  )
}

function FileLine({ file }: { file: TurnFile }) {
  const [problem, setProblem] = useState('')
  const { folder, name } = splitPath(file.path)
  return (
    <li className="file">
      <Icon name={file.how} />
      <span className="how">{file.how}</span>
      <Delta file={file} />
      <button type="button" className="path" title={file.description ?? `Open ${file.path}`} onClick={() => void openFile(file.id, setProblem)}>
        <span className="cut">{folder}</span>
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

async function openFile(artifactId: string, onProblem: (problem: string) => void): Promise<void> {
  const { worker } = useTimeline.getState()
  if (!worker) return
  try {
    const { done } = await client.artifacts.open({ ...worker, artifactId })
    onProblem(done === 'revealed' ? 'It can run, so it is shown in its folder instead.' : '')
  } catch (error) {
    const refusal = refusalOf(error)
    onProblem(`${refusal.message} ${refusal.remedy}`.trim())
  }
}
