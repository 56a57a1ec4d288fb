import { useActionKey } from '../../actions'
import { useView } from '../../connection'
import { Glyph } from '../../ui'
import { useWords } from '../../words'
import { countWords, rankGlyph } from '../counts.logic'
import { useQueue } from '../queue'
import { words } from '../words'
import './screen.css'

const show = (): void => useView.getState().showRequests()

/** The same where there is no room for a row: only while something needs the operator. */
export function AttentionMark() {
  const say = useWords(words)
  const items = useQueue((state) => state.queue?.items) ?? []
  if (items.length === 0) return null
  const label = say.inAll(items.length)
  return (
    <button type="button" className={rankGlyph(items) === 'error' ? 'btn is-icon is-unseen' : 'btn is-icon'} aria-label={label} title={label} onClick={show}>
      <Glyph kind={rankGlyph(items)} />
    </button>
  )
}

/** The way to all that needs the operator, of all Projects. It keeps its place, also while nothing does. */
export function AttentionRow() {
  const say = useWords(words)
  const items = useQueue((state) => state.queue?.items)
  const isShown = useView((view) => view.screen === 'requests')
  const key = useActionKey('ask.next')
  if (!items) return null
  const glyph = rankGlyph(items)
  const about = items.length > 0 ? countWords(items) : say.nothingYet
  const classes = ['row attention', items.length === 0 ? 'is-calm' : '', glyph === 'error' ? 'is-unseen' : '']
  return (
    <button type="button" className={classes.filter(Boolean).join(' ')} aria-current={isShown ? 'true' : undefined} title={about} onClick={show}>
      <Glyph kind={glyph} />
      <span className="name cut">{items.length > 0 ? say.needsYou : say.nothing}</span>
      <span className="end">
        {items.length > 0 && <span className={glyph === 'wait' ? 'waitnum num' : 'num'}>{items.length}</span>}
        {items.length > 0 && key && <span className="key">{key}</span>}
      </span>
      <span className="sub cut">{about}</span>
    </button>
  )
}
