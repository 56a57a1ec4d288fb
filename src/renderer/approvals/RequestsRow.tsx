import { useActionKey } from '../actions'
import { useAsks, useView } from '../connection'
import { Glyph } from '../ui'
import { countWords } from './asks.logic'
import './approvals.css'

const show = (): void => useView.getState().showRequests()

/** The same where there is no room for a row: only while something is asked. */
export function RequestsMark() {
  const count = useAsks((state) => state.asks?.length ?? 0)
  if (count === 0) return null
  const label = count === 1 ? '1 request needs you' : `${count} requests need you`
  return (
    <button type="button" className="btn is-icon" aria-label={label} title={label} onClick={show}>
      <Glyph kind="wait" />
    </button>
  )
}

/** The way to everything that agents of all Projects ask now. It keeps its place, also while nothing is asked. */
export function RequestsRow() {
  const asks = useAsks((state) => state.asks)
  const isShown = useView((view) => view.screen === 'requests')
  const nextKey = useActionKey('ask.next')
  if (asks === null) return null
  const any = asks.length > 0
  return (
    <button
      type="button"
      className={any ? 'row attention' : 'row attention is-calm'}
      aria-current={isShown ? 'true' : undefined}
      onClick={show}
    >
      <Glyph kind={any ? 'wait' : 'idle'} />
      <span className="name cut">{any ? 'Needs you' : 'No request is open'}</span>
      <span className="end">
        {any && <span className="waitnum num">{asks.length}</span>}
        {any && <span className="key">{nextKey}</span>}
      </span>
      <span className="sub cut">{any ? countWords(asks) : 'Questions and permissions come here'}</span>
    </button>
  )
}
