import { useActionKey } from '../actions'
import { openExport } from '../timeline/dialogs/export'
import { foldAll, useFolds } from '../timeline/kept-view'
import { words as timelineWords } from '../timeline/words'
import { IconButton, Menu, MenuItem, MenuLine, openDialog } from '../ui'
import { useWords } from '../words'
import { words } from './words'

/** What can be done with the timeline as a whole. */
export function TimelineMenu({ sessionId, workerId }: { sessionId: string; workerId: string }) {
  const say = useWords(words)
  const { foldAll: fold, unfoldAll: unfold } = useWords(timelineWords)
  const { all, odd } = useFolds(workerId)
  const [goToKey, foldKey] = [useActionKey('timeline.go-to'), useActionKey('timeline.fold-all')]
  return (
    <Menu trigger={<IconButton small icon="more" label={say.timelineMenu} />}>
      <MenuItem shortcut={goToKey} onSelect={() => openDialog('go-to')}>
        {say.goTo}
      </MenuItem>
      <MenuLine />
      <MenuItem shortcut={all ? undefined : foldKey} disabled={all && odd.length === 0} onSelect={() => foldAll(workerId, true)}>
        {fold}
      </MenuItem>
      <MenuItem shortcut={all ? foldKey : undefined} disabled={!all && odd.length === 0} onSelect={() => foldAll(workerId, false)}>
        {unfold}
      </MenuItem>
      <MenuLine />
      <MenuItem onSelect={() => openExport({ sessionId, workerId, turn: null })}>{say.exportTimeline}</MenuItem>
    </Menu>
  )
}
