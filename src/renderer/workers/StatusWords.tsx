import { Fragment } from 'react'
import type { Status, StatusPart } from './status.logic'

/** The words of a status, without its glyph. The evidence is cut where it does not fit, the word never. */
export function StatusWords({ status }: { status: Status }) {
  return (
    <span className="status cut">
      {status.groups.map((group, index) => (
        <Fragment key={index}>
          {index > 0 && ' · '}
          {group.map((part, at) => (
            <Fragment key={at}>
              {at > 0 && ' '}
              <Part part={part} />
            </Fragment>
          ))}
        </Fragment>
      ))}
    </span>
  )
}

function Part({ part }: { part: StatusPart }) {
  if (part.kind === 'word') return <b>{part.text}</b>
  if (part.kind === 'wait') return <b className="is-wait">{part.text}</b>
  if (part.kind === 'fail') return <b className="is-fail">{part.text}</b>
  if (part.kind === 'age') return <time>{part.text}</time>
  return part.text
}
