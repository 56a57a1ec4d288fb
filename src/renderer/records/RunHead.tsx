import type { ReactNode } from 'react'
import { Glyph, IconButton, langOf } from '../ui'
import { useWords } from '../words'
import { openRun } from './records-view'
import { statusOf } from './status.logic'
import { words } from './words'

interface RunHeadProps {
  name: string
  /** Null while nothing is known of it. */
  status: string | null
  /** What the status rests on, and where the run comes from. */
  children?: ReactNode
  actions?: ReactNode
}

/** Which run this is, how it stands, and the way back to the list. */
export function RunHead({ name, status, children, actions }: RunHeadProps) {
  const say = useWords(words)
  const stand = status === null ? null : statusOf(status)
  return (
    <header className="head run-head">
      <IconButton icon="back" label={say.place.back} onClick={() => openRun(null)} />
      <h1 title={name} lang={langOf(name)} dir="auto">
        {name}
      </h1>
      {stand && (
        <p className="status-line">
          <Glyph kind={stand.glyph} />
          <span className="status cut">
            <b>{stand.word}</b>
            {children}
          </span>
        </p>
      )}
      <span className="end">{actions}</span>
    </header>
  )
}
