import { runAction, useActionKey } from '../actions'
import { Button } from '../ui'
import { useWords } from '../words'
import { words } from './words'

/** The way to find something in the timeline on the screen. */
export function FindButton() {
  const { find, here } = useWords(words)
  const keys = useActionKey('find.here')
  return (
    <Button small kind="plain" icon="search" shortcut={keys} title={here} onClick={() => void runAction('find.here')}>
      {find}
    </Button>
  )
}
