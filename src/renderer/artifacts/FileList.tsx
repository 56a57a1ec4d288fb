import { memo, useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { ArtifactFile, ArtifactTurn } from '../../shared/artifacts'
import { visible } from '../text/visible.logic'
import { Stamp } from '../timeline/Age'
import { Delta, PathWords } from '../timeline/Files'
import { words as timelineWords } from '../timeline/words'
import { Icon } from '../ui'
import { useWords } from '../words'
import { stateWords } from './states.logic'
import { words } from './words'

interface FileListProps {
  workerId: string
  turns: readonly ArtifactTurn[]
  /** The file that is looked at. */
  shown: ArtifactFile | null
  onShow(file: ArtifactFile): void
  onShowTurn(turn: number): void
  /** Stands below the list. */
  children: ReactNode
}

/** The files turn by turn, the newest first. The arrow keys go from file to file. */
export function FileList({ workerId, turns, shown, onShow, onShowTurn, children }: FileListProps) {
  const t = useWords(words)
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.artifact') ?? [])]
    const at = rows.findIndex((row) => row === document.activeElement)
    const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)]
    if (at < 0 || !next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <div className="artifact-list scrolls" role="region" aria-label={t.title} tabIndex={0} ref={list} onKeyDown={move}>
      {turns.map((turn) => (
        <section key={turn.number} className="artifact-turn">
          <div className="artifact-head">
            <h2>
              <button type="button" className="name-link" title={t.showTurn(turn.number)} onClick={() => onShowTurn(turn.number)}>
                {t.turn(turn.number)}
              </button>
            </h2>
            <Stamp at={turn.startedAt} />
            <span className="cut">
              {turn.isOpen && `${t.running} · `}
              {turn.engine}
              {turn.model !== null && ` · ${turn.model}`}
            </span>
          </div>
          <ul>
            {turn.files.map((file) => (
              <FileRow
                key={`${file.how === 'presented'} ${file.path}`}
                workerId={workerId}
                file={file}
                isShown={file === shown}
                onShow={onShow}
              />
            ))}
          </ul>
          {turn.more > 0 && <p className="artifact-more">{t.moreFiles(turn.more)}</p>}
        </section>
      ))}
      <div className="artifact-end">{children}</div>
    </div>
  )
}

interface FileRowProps {
  workerId: string
  file: ArtifactFile
  isShown: boolean
  onShow(file: ArtifactFile): void
}

const FileRow = memo(function FileRow({ workerId, file, isShown, onShow }: FileRowProps) {
  // Drawn again when the language changes.
  useWords(words)
  const { made } = useWords(timelineWords)
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  const state = stateWords(file, workerId)
  return (
    <li>
      <button
        type="button"
        ref={row}
        className={file.now === 'missing' ? 'artifact is-missing' : 'artifact'}
        aria-current={isShown || undefined}
        title={visible(file.path)}
        onClick={() => onShow(file)}
      >
        <Icon name={file.how} />
        <span className="how">{made[file.how]}</span>
        <span className="path">
          <PathWords path={visible(file.path)} />
        </span>
        <Delta file={file} />
        {state !== '' && <span className={file.since?.isOpen ? 'state is-open' : 'state'}>{visible(state)}</span>}
        {file.description !== null && <span className="about">{visible(file.description)}</span>}
      </button>
    </li>
  )
})
