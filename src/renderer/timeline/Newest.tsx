import { runAction, useActionKey } from '../actions'
import { Icon } from '../ui'
import { useWords } from '../words'
import { useTimeline } from './store'
import { newSince } from './window.logic'
import { words } from './words'

/** The way back to the end for who reads further up, with how much is new there. Null while the end is in view. */
export function Newest() {
  const say = useWords(words)
  const count = useTimeline(({ left, state, endInView }) => (left && state && !endInView ? newSince(left, state) : null))
  const shortcut = useActionKey('timeline.newest')
  if (count === null) return null
  return (
    <button type="button" className={count > 0 ? 'newest has-news' : 'newest'} title={say.newest} onClick={() => runAction('timeline.newest')}>
      <Icon name="down" />
      {count > 0 ? say.fresh(count) : say.newest}
      {shortcut && <kbd className="key">{shortcut}</kbd>}
    </button>
  )
}
